// What a piece of work will cost, said before it is begun.
import { playground } from '../strings.ts';
import type { Model } from './model-select.tsx';

export interface CostProps {
  model: Model | undefined;
  images?: number;
  seconds?: number;
}

export function Cost({ model, images = 0, seconds = 0 }: CostProps) {
  const { per_request = 0, per_image = 0, per_second = 0 } = (model?.pricing ?? {}) as Record<string, number>;
  const credits = per_request + per_image * images + per_second * seconds;
  if (credits === 0) return null;
  return <p className="text-center text-[0.8125rem] text-muted">{playground.costs(playground.credits(credits))}</p>;
}
