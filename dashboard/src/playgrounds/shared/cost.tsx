// The estimated cost of a piece of work, shown before it is started.
import { playground } from '../strings.ts';
import type { Model } from './model-select.tsx';
import type { Price } from './rate.tsx';

export interface CostProps {
  model?: Model | undefined;
  /** If no model is chosen. */
  price?: Price | undefined;
  images?: number;
  seconds?: number;
}

export function Cost({ model, price = model?.pricing, images = 0, seconds = 0 }: CostProps) {
  const { per_request = 0, per_image = 0, per_second = 0 } = (price ?? {}) as Record<string, number>;
  const credits = per_request + per_image * images + per_second * seconds;
  if (credits === 0) return null;
  return <p className="text-center text-[0.8125rem] text-muted">{playground.costs(playground.credits(credits))}</p>;
}
