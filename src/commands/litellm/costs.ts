// The costs of a model in credits. A cost is never below LiteLLM's figure: what cannot be written here, and could be more, keeps the model behind.

import { isCost } from './config-fields.ts';
import { plainText } from './plain-text.ts';
import { isSet, StaysBehind } from './stays-behind.ts';

type Row = Record<string, unknown>;
export type List = 'upstreams' | 'image_upstreams' | 'speech_upstreams' | 'transcription_upstreams';

const TOKENS = 1_000_000;
const MAX_COST = 1_000_000_000;
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** Which field of ours holds which figure, and for how many units. */
const FIGURES: Readonly<Record<List, Readonly<Record<string, [field: string, units: number]>>>> = {
  upstreams: {
    input_cost_per_token: ['input', TOKENS],
    output_cost_per_token: ['output', TOKENS],
    cache_read_input_token_cost: ['cached_input', TOKENS],
    cache_creation_input_token_cost: ['cache_write', TOKENS],
  },
  image_upstreams: { output_cost_per_image: ['per_image', 1] },
  speech_upstreams: { input_cost_per_character: ['per_million_characters', TOKENS] },
  transcription_upstreams: { input_cost_per_second: ['per_second', 1] },
};
/** Other figures for the same tokens, such as those of long prompts, audio or thoughts: harmless if they are not above the figure for all. */
const SAME_TOKENS: readonly [RegExp, readonly string[]][] = [
  [/^(?:explicit_)?cache_read_/, ['cache_read_input_token_cost', 'input_cost_per_token']],
  [/^input_cost_per_token_cache_hit$/, ['cache_read_input_token_cost', 'input_cost_per_token']],
  [/^cache_creation_/, ['cache_creation_input_token_cost', 'input_cost_per_token']],
  [/^input_cost_per_(?:\w+_)?token(?:_|$)/, ['input_cost_per_token']],
  [/^output_cost_per_(?:\w+_)?token(?:_|$)/, ['output_cost_per_token']],
  [/^output_cost_per_image_\d+$/, ['output_cost_per_image']],
];
/** Batches are calls like others here, and no call asks for the slower tier. */
const NEVER_ASKED = /_(?:batches|flex)$/;

export interface Costs {
  cost: Row | undefined;
  left: [field: string, why: string][];
}

/** LiteLLM looks at the parameters first; here the higher figure counts. */
export function readCosts(list: List, rows: readonly Row[], creditsPerDollar: number): Costs {
  const figures = new Map<string, number>();
  for (const row of rows)
    for (const [name, value] of Object.entries(row))
      if (isCost(name) && isSet(value)) figures.set(name, Math.max(figures.get(name) ?? 0, dollarsIn(name, value)));
  const known = FIGURES[list];
  const left = [...figures].flatMap(([name, dollars]): [string, string][] =>
    Object.hasOwn(known, name) ? [] : [[name, reasonFor(name, dollars, figures)]],
  );
  const entries = Object.entries(known).flatMap(([name, [field, units]]): [string, number][] => {
    const dollars = figures.get(name);
    return dollars === undefined ? [] : [[field, creditsOf(name, dollars * units * creditsPerDollar)]];
  });
  if (entries.length === 0) return { cost: undefined, left };
  const cost = Object.fromEntries(entries);
  if (list === 'upstreams' && (cost.input === undefined || cost.output === undefined))
    throw new StaysBehind(
      'its costs need both input_cost_per_token and output_cost_per_token: what one misses would be free',
    );
  return { cost, left };
}

function dollarsIn(name: string, value: unknown): number {
  const dollars = typeof value === 'string' && NUMBER.test(value) ? Number(value) : value;
  if (typeof dollars === 'number' && dollars >= 0 && dollars <= MAX_COST) return dollars;
  if (typeof value === 'object') throw new StaysBehind(`${plainText(name)} has no counterpart here`);
  throw new StaysBehind(`${plainText(name)} is no cost that can be booked`);
}

function reasonFor(name: string, dollars: number, figures: ReadonlyMap<string, number>): string {
  if (name.includes('uplift_multiplier') ? dollars <= 1 : dollars === 0) return 'it adds nothing';
  if (NEVER_ASKED.test(name)) return 'no call asks for it';
  const bases = SAME_TOKENS.find(([pattern]) => pattern.test(name))?.[1] ?? [];
  const base = bases.map((one) => figures.get(one)).find((one) => one !== undefined);
  if (base !== undefined && dollars <= base) return 'it is not above the cost that was taken over';
  throw new StaysBehind(`${plainText(name)} has no counterpart here, and the cost could be higher than what is left`);
}

/** Rounded up, but for the noise of a multiplication. */
function creditsOf(name: string, credits: number): number {
  const micro = credits * 1e6;
  const nearest = Math.round(micro);
  const rounded = (Math.abs(micro - nearest) <= nearest * 1e-12 ? nearest : Math.ceil(micro)) / 1e6;
  if (rounded <= MAX_COST) return rounded;
  throw new StaysBehind(`${plainText(name)} is no cost that can be booked`);
}
