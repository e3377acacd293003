// The unit price of work whose size is known only afterwards, shown before it is started.
import { useCall } from '../../api/queries.ts';
import { rates } from '../rate-strings.ts';
import { playground } from '../strings.ts';

export type Price = Readonly<Record<string, unknown>>;

/** What this account pays: the model's own price, else its module's. */
export function usePrice(module: string, model = ''): Price | undefined {
  const prices = useCall('GET /payments/prices').data;
  return prices && (prices.models[model] ?? prices.modules[module]);
}

export function Rate({ price }: { price: Price | undefined }) {
  const parts = Object.entries(rates.measures).flatMap(([measure, say]) => {
    const credits = price?.[measure];
    return typeof credits === 'number' && credits > 0 ? [say(playground.credits(credits))] : [];
  });
  if (parts.length === 0) return null;
  return <p className="text-center text-[0.8125rem] text-muted">{rates.costs(parts.join(rates.and))}</p>;
}
