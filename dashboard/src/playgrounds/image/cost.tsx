// What a picture will cost, said before it is made.
import type { Model } from '../shared/model-select.tsx';
import { playground } from '../strings.ts';
import { imageWords } from './strings.ts';

export function Cost({ model, count }: { model: Model | undefined; count: number }) {
  const { per_image: perImage = 0, per_request: perRequest = 0 } = (model?.pricing ?? {}) as Record<string, number>;
  const credits = perRequest + perImage * count;
  if (credits === 0) return null;
  return <p className="text-center text-[0.8125rem] text-muted">{imageWords.costs(playground.credits(credits))}</p>;
}
