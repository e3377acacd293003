// How much of a value a guard would read, known before anything is read.
import { EACH, isOpaque } from './read-text.ts';
import type { Budget, Work } from './turns.ts';

export const MAX_DEPTH = 200;
/** What a value or a name costs besides its characters. */
const NODE = 4;

interface Bounds {
  known: ReadonlySet<string>;
  most: number;
  budget: Budget;
}

/** Whether the texts and names to be read are longer than `most` characters in total. */
export function* isLonger(value: unknown, bounds: Bounds): Work<boolean> {
  return (yield* measure(value, { ...bounds, names: new Set() }, { characters: 0, depth: 0 })) > bounds.most;
}

/** Returns `characters` and those of `value`; stops where there are too many. */
function* measure(
  value: unknown,
  bounds: Bounds & { names: Set<string> },
  { characters, depth }: { characters: number; depth: number },
): Work<number> {
  const { known, most, budget, names } = bounds;
  if (budget.spend(EACH)) yield;
  if (typeof value === 'string') {
    const isRead = !known.has(value) && !(yield* isOpaque(value, budget));
    return characters + NODE + (isRead ? value.length : 0);
  }
  let sum = characters + NODE;
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return sum;
  const isList = Array.isArray(value);
  for (const name of isList ? value.keys() : Object.keys(value)) {
    if (sum > most) return sum;
    const member = (value as Record<string | number, unknown>)[name];
    if (typeof name === 'string' && !names.has(name)) {
      names.add(name);
      sum += NODE + name.length;
    }
    // Most values of a large body are short: they need no work of their own.
    if (typeof member === 'string' || (typeof member === 'object' && member !== null))
      sum = yield* measure(member, bounds, { characters: sum, depth: depth + 1 });
    else {
      sum += NODE;
      if (budget.spend(1)) yield;
    }
  }
  return sum;
}
