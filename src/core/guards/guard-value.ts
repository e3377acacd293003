// Guards every text in a JSON value: members, their names, and parts of one message that a value is split over.
import { isLonger, MAX_DEPTH } from './measure.ts';
import type { GuardAction, GuardedKind, GuardRules } from './policy.ts';
import { EACH, type Read, readText } from './read-text.ts';
import { splitValues, withoutSplit } from './split-values.ts';
import { Budget, inTurns, type Work } from './turns.ts';

/** Told of each value; `at` is its place, such as `messages[0].content`. */
export type NotePlace = (kind: GuardedKind, action: GuardAction, at: string) => void;

export interface ValueTerms {
  rules: GuardRules;
  note: NotePlace;
  /** Texts that this call has already guarded: they are not read again. Gets those of `value`. */
  known: Set<string>;
}

/** A shorter text is read again faster than it is looked up. */
const MIN_KNOWN = 32;
/** No value is shorter. */
const MIN_NAME = 6;
/** Of a name in a place that a refusal tells. */
const MAX_SHOWN = 64;
const LEAST_CARD = 1e12;

/** The same value if nothing was found. Throws what `note` throws. */
export async function guardValue<T>(value: T, terms: ValueTerms): Promise<T> {
  return (await inTurns(new Walk(terms).walk(value))) as T;
}

/** Whether a guard would read more than this many characters in texts and names. Pictures and sounds are not read. */
export function isTooLong(value: unknown, most: number, known: ReadonlySet<string>): Promise<boolean> {
  return inTurns(isLonger(value, { known, most, budget: new Budget() }));
}

class Walk {
  readonly #terms: ValueTerms;
  readonly #budget = new Budget();
  readonly #names = new Map<string, Read | undefined>();
  /** What this call need not read again. */
  readonly #guarded: string[] = [];

  constructor(terms: ValueTerms) {
    this.#terms = terms;
  }

  /** Texts become texts and names become names: a value keeps its type. */
  *walk(value: unknown): Work<unknown> {
    const guarded = yield* this.#walk(value, '', 0);
    for (const text of this.#guarded) {
      if (this.#budget.spend(EACH)) yield;
      this.#terms.known.add(text);
    }
    return guarded;
  }

  *#walk(value: unknown, at: string, depth: number): Work<unknown> {
    if (this.#budget.spend(1)) yield;
    if (typeof value === 'string') return yield* this.#text(value, at);
    if (typeof value === 'number')
      return depth > 1 && Math.abs(value) >= LEAST_CARD ? yield* this.#number(value, at) : value;
    if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return value;
    if (Array.isArray(value)) return yield* this.#list(yield* this.#joined(value, at), at, depth);
    return yield* this.#object(value, at, depth);
  }

  *#text(text: string, at: string): Work<string> {
    const { known, rules } = this.#terms;
    if (known.has(text)) return text;
    const read = yield* readText(text, rules, this.#budget);
    const masked = read?.text ?? text;
    // A value that is only noted is counted once.
    if (read || masked.length >= MIN_KNOWN) this.#guarded.push(masked);
    this.#tell(read, at);
    return masked;
  }

  /** A card number in the arguments of a tool. */
  *#number(value: number, at: string): Work<unknown> {
    // Without its sign, which belongs to no card.
    const digits = String(Math.abs(value));
    const text = yield* this.#text(digits, at);
    return text === digits ? value : text;
  }

  #tell(read: Read | undefined, at: string): void {
    for (const [kind, action] of read?.noted ?? []) this.#terms.note(kind, action, at);
  }

  *#list(list: readonly unknown[], at: string, depth: number): Work<readonly unknown[]> {
    let copy: unknown[] | undefined;
    for (const [index, item] of list.entries()) {
      const guarded = yield* this.#walk(item, `${at}[${index}]`, depth + 1);
      if (guarded === item) continue;
      copy ??= [...list];
      copy[index] = guarded;
    }
    return copy ?? list;
  }

  *#object(value: object, at: string, depth: number): Work<object> {
    let hasChanged = false;
    const taken = new Map<string, number>();
    const members: [string, unknown][] = [];
    for (const [name, member] of Object.entries(value)) {
      const read = yield* this.#name(name);
      this.#tell(read, at);
      const shown = read ? free(read.text, taken) : name;
      const place = shown.slice(0, MAX_SHOWN);
      const guarded = yield* this.#walk(member, at === '' ? place : `${at}.${place}`, depth + 1);
      hasChanged ||= shown !== name || guarded !== member;
      members.push([shown, guarded]);
    }
    return hasChanged ? Object.fromEntries(members) : value;
  }

  *#name(name: string): Work<Read | undefined> {
    if (name.length < MIN_NAME || this.#names.has(name)) return this.#names.get(name);
    const read = yield* readText(name, this.#terms.rules, this.#budget);
    this.#names.set(name, read);
    return read;
  }

  /** Parts of a message, in which a model reads one text. */
  *#joined(list: readonly unknown[], at: string): Work<readonly unknown[]> {
    const texts: string[] = [];
    let parts = 0;
    for (const part of list) {
      if (this.#budget.spend(1)) yield;
      texts.push(isPart(part) ? part.text : '');
      if (texts.at(-1) !== '') parts += 1;
    }
    if (parts < 2) return list;
    const split = yield* splitValues(texts, this.#terms.rules, this.#budget);
    if (split.length === 0) return list;
    for (const { kind, action, part } of split) this.#terms.note(kind, action, `${at}[${part}].text`);
    const kept = yield* withoutSplit(texts, split, this.#budget);
    return list.map((part, index) =>
      isPart(part) && kept[index] !== part.text ? { ...part, text: kept[index] } : part,
    );
  }
}

/** Two masked names stay two. */
function free(name: string, taken: Map<string, number>): string {
  const count = (taken.get(name) ?? 0) + 1;
  taken.set(name, count);
  return count === 1 ? name : `${name}_${count}`;
}

function isPart(part: unknown): part is { text: string } {
  return typeof part === 'object' && part !== null && 'text' in part && typeof part.text === 'string';
}
