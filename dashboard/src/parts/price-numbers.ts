// The components of a price in one list, those for long prompts last.
import { formatCount } from './format.ts';

export interface PriceNumber {
  measure: string;
  credits: number;
  /** The prompts that it applies to; empty for all. */
  note: string;
}

export function priceNumbers(price: Readonly<Record<string, unknown>>): PriceNumber[] {
  const { tiers, ...base } = price;
  const longer = (Array.isArray(tiers) ? tiers : []) as readonly Record<string, unknown>[];
  return [
    ...numbersOf(base, ''),
    ...longer.flatMap(({ over_prompt_tokens: over, ...rest }) =>
      numbersOf(rest, ` (> ${formatCount(Number(over))} tokens)`),
    ),
  ];
}

function numbersOf(given: object, note: string): PriceNumber[] {
  return Object.entries(given).flatMap(([measure, credits]) =>
    typeof credits === 'number' ? [{ measure, credits, note }] : [],
  );
}
