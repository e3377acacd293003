// Values that are split over the parts of one message, in which a model reads one text. Only what stands near a border is read.
import { findValues } from './find.ts';
import { MAX_PRIVATE_KEY } from './find-secrets.ts';
import { placeholderOf } from './mask.ts';
import type { GuardAction, GuardedKind, GuardRules } from './policy.ts';
import { EACH } from './read-text.ts';
import { type Budget, TURN, type Work } from './turns.ts';

interface SplitValue {
  kind: GuardedKind;
  action: GuardAction;
  start: number;
  end: number;
  /** The part in which it begins. */
  part: number;
}

/** Read on each side of a border: more than the longest value that is no private key. */
const REACH = 2048;
const STEP = TURN / 2;

interface Stretch {
  /** Where it begins in the whole text. */
  begin: number;
  pieces: string[];
}

/** The values that no part has whole, in order. */
export function* splitValues(texts: readonly string[], rules: GuardRules, budget: Budget): Work<SplitValue[]> {
  const reach = texts.some((text) => text.includes('-----')) ? MAX_PRIVATE_KEY : REACH;
  const split: SplitValue[] = [];
  const place = new Places(texts);
  for (const stretch of yield* stretchesOf(texts, reach, budget)) {
    const text = stretch.pieces.join('');
    let after = 0;
    for (let from = 0; from < text.length; from += STEP) {
      const begin = Math.max(0, from - reach);
      const window = text.slice(begin, from + STEP + reach);
      if (budget.spend(window.length)) yield;
      for (const found of findValues(window, rules)) {
        const [start, end] = [found.start + begin, found.end + begin];
        // The next window has these whole.
        if (start >= from + STEP) break;
        if (start < after || end <= from) continue;
        after = end;
        const part = place.crossedBy(start + stretch.begin, end + stretch.begin);
        if (part === undefined) continue;
        const { kind } = found;
        const action = rules[kind] ?? 'note';
        split.push({ kind, action, start: start + stretch.begin, end: end + stretch.begin, part });
      }
    }
  }
  return split;
}

/** What is read of the whole: the end of a long part, all short parts behind it, and the beginning of the next long part. */
function* stretchesOf(texts: readonly string[], reach: number, budget: Budget): Work<Stretch[]> {
  const stretches: Stretch[] = [];
  let open: Stretch = { begin: 0, pieces: [] };
  let at = 0;
  for (const text of texts) {
    if (budget.spend(EACH)) yield;
    if (text.length > 2 * reach) {
      open.pieces.push(text.slice(0, reach));
      stretches.push(open);
      open = { begin: at + text.length - reach, pieces: [text.slice(-reach)] };
    } else if (text !== '') open.pieces.push(text);
    at += text.length;
  }
  stretches.push(open);
  return stretches.filter(({ pieces }) => pieces.length > 1);
}

/** Goes from part to part: asked in order. */
class Places {
  readonly #texts: readonly string[];
  #part = 0;
  #begin = 0;

  constructor(texts: readonly string[]) {
    this.#texts = texts;
  }

  /** The part in which the value begins; undefined: it has it whole. */
  crossedBy(start: number, end: number): number | undefined {
    for (let length = this.#length(); length !== undefined && start >= this.#begin + length; length = this.#length()) {
      this.#begin += length;
      this.#part += 1;
    }
    return end > this.#begin + (this.#length() ?? 0) ? this.#part : undefined;
  }

  #length(): number | undefined {
    return this.#texts[this.#part]?.length;
  }
}

/** The texts as they may go on. The placeholder stands in the part in which the value begins. */
export function* withoutSplit(texts: readonly string[], split: readonly SplitValue[], budget: Budget): Work<string[]> {
  const hidden = split.filter(({ action }) => action !== 'note');
  const kept: string[] = [];
  let first = 0;
  let from = 0;
  for (const [index, text] of texts.entries()) {
    if (budget.spend(EACH)) yield;
    const until = from + text.length;
    let last = 0;
    let words = '';
    for (let value = hidden[first]; value && value.start < until; value = hidden[first]) {
      const { kind, start, end, part } = value;
      words += text.slice(last, Math.max(last, start - from)) + (part === index ? placeholderOf(kind) : '');
      last = Math.min(text.length, end - from);
      // It goes on in the next part.
      if (end > until) break;
      first += 1;
    }
    kept.push(words + text.slice(last));
    from = until;
  }
  return kept;
}
