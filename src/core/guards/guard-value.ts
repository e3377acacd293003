// Guards every text in a JSON value: members, their names, and parts of one message that a value is split over.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { findValues } from './find.ts';
import { maskText, placeholderOf } from './mask.ts';
import type { GuardAction, GuardedKind, GuardRules } from './policy.ts';
import { StreamGuard } from './stream-guard.ts';

/** Told of each value; `at` is its place, such as `messages[0].content`. */
export type NotePlace = (kind: GuardedKind, action: GuardAction, at: string) => void;

export interface ValueTerms {
  rules: GuardRules;
  note: NotePlace;
  /** Texts that this call has already guarded: they are not read again. Gets those of `value`. */
  known: Set<string>;
}

/** Read between two turns of the event loop: a few milliseconds, and some ten for a hostile text. */
const TURN = 32 * 1024;
const PIECE = 16 * 1024;
/** A shorter text is read again faster than it is looked up. */
const MIN_KNOWN = 256;
/** Pictures, sounds and signatures: longer texts of these letters only are not read. */
const MIN_OPAQUE = 1024;
const OPAQUE_HEAD = /^data:[\w.+/;=-]{0,200},/;
const OPAQUE_PIECE = /^[A-Za-z0-9+/_-]*={0,2}$/;
const MAX_DEPTH = 200;
const LEAST_CARD = 1e12;
const LONGEST_NUMBER = 24;
/** Parts that are read as one text, so that no value is hidden by a border. */
const MAX_JOINED = 64 * 1024;

interface Read {
  text: string;
  noted: readonly (readonly [GuardedKind, GuardAction])[];
}

/** The same value if nothing was found. Throws what `note` throws. */
export async function guardValue<T>(value: T, { rules, note, known }: ValueTerms): Promise<T> {
  const texts = new Set<string>();
  if (gather(value, texts, 0) <= TURN) return new Walk({ rules, note, known }, undefined).walk(value);
  const read = new Map<string, Read>();
  let characters = 0;
  for (const text of texts) {
    if (known.has(text)) continue;
    characters += text.length;
    if (characters > TURN) {
      characters = text.length;
      await nextTurn();
    }
    const result = text.length > TURN ? await readLong(text, rules) : readShort(text, rules);
    if (result) read.set(text, result);
  }
  return new Walk({ rules, note, known }, read).walk(value);
}

/** Returns the number of characters. */
function gather(value: unknown, texts: Set<string>, depth: number): number {
  if (typeof value === 'string') {
    texts.add(value);
    return value.length;
  }
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return 0;
  let characters = 0;
  for (const name in value) {
    characters += name.length + gather((value as Record<string, unknown>)[name], texts, depth + 1);
  }
  return characters;
}

/** Undefined: nothing was found. */
function readShort(text: string, rules: GuardRules): Read | undefined {
  if (text.length >= MIN_OPAQUE && isOpaque(text.replace(OPAQUE_HEAD, ''))) return undefined;
  const noted: [GuardedKind, GuardAction][] = [];
  const masked = maskText(text, rules, (...found) => noted.push(found));
  return noted.length === 0 ? undefined : { text: masked, noted };
}

async function readLong(text: string, rules: GuardRules): Promise<Read | undefined> {
  if (await isLongOpaque(text)) return undefined;
  const noted: [GuardedKind, GuardAction][] = [];
  const guard = new StreamGuard(rules, (...found) => noted.push(found));
  const pieces: string[] = [];
  for (let at = 0; at < text.length; at += PIECE) {
    pieces.push(guard.push(text.slice(at, at + PIECE)));
    if (at % TURN === 0) await nextTurn();
  }
  pieces.push(guard.end());
  return noted.length === 0 ? undefined : { text: pieces.join(''), noted };
}

async function isLongOpaque(text: string): Promise<boolean> {
  const start = OPAQUE_HEAD.exec(text.slice(0, 256))?.[0].length ?? 0;
  for (let at = start; at < text.length; at += TURN) {
    if (!isOpaque(text.slice(at, at + TURN))) return false;
    if (at % (16 * TURN) === 0) await nextTurn();
  }
  return true;
}

function isOpaque(text: string): boolean {
  return OPAQUE_PIECE.test(text);
}

class Walk {
  readonly #terms: ValueTerms;
  /** What was found in the texts of a large value; undefined: each is read when it is met. */
  readonly #read: ReadonlyMap<string, Read> | undefined;
  readonly #names = new Map<string, Read | undefined>();
  /** What this call need not read again. */
  readonly #guarded: string[] = [];

  constructor(terms: ValueTerms, read: ReadonlyMap<string, Read> | undefined) {
    this.#terms = terms;
    this.#read = read;
  }

  /** Texts become texts and names become names: a value keeps its type. */
  walk<T>(value: T): T {
    const guarded = this.#walk(value, '', 0) as T;
    for (const text of this.#guarded) this.#terms.known.add(text);
    return guarded;
  }

  #walk(value: unknown, at: string, depth: number): unknown {
    if (typeof value === 'string') return this.#text(value, at);
    if (typeof value === 'number') return depth > 1 && value >= LEAST_CARD ? this.#number(value, at) : value;
    if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return value;
    if (Array.isArray(value)) return this.#list(this.#joined(value, at), at, depth);
    return this.#object(value, at, depth);
  }

  #text(text: string, at: string): string {
    const { known } = this.#terms;
    if (known.has(text)) return text;
    const read = this.#read && text.length > LONGEST_NUMBER ? this.#read.get(text) : readShort(text, this.#terms.rules);
    const masked = read?.text ?? text;
    // A value that is only noted is counted once.
    if (read || masked.length >= MIN_KNOWN) this.#guarded.push(masked);
    this.#tell(read, at);
    return masked;
  }

  /** A card number in the arguments of a tool. */
  #number(value: number, at: string): unknown {
    const text = this.#text(String(value), at);
    return text === String(value) ? value : text;
  }

  #tell(read: Read | undefined, at: string): void {
    for (const [kind, action] of read?.noted ?? []) this.#terms.note(kind, action, at);
  }

  #list(list: readonly unknown[], at: string, depth: number): readonly unknown[] {
    let copy: unknown[] | undefined;
    for (const [index, item] of list.entries()) {
      const guarded = this.#walk(item, `${at}[${index}]`, depth + 1);
      if (guarded === item) continue;
      copy ??= [...list];
      copy[index] = guarded;
    }
    return copy ?? list;
  }

  #object(value: object, at: string, depth: number): object {
    let hasChanged = false;
    const names = new Set<string>();
    const members: [string, unknown][] = [];
    for (const [name, member] of Object.entries(value)) {
      const shown = this.#name(name, at, names);
      const guarded = this.#walk(member, at === '' ? shown : `${at}.${shown}`, depth + 1);
      hasChanged ||= shown !== name || guarded !== member;
      members.push([shown, guarded]);
    }
    return hasChanged ? Object.fromEntries(members) : value;
  }

  /** Two masked names stay two. */
  #name(name: string, at: string, taken: Set<string>): string {
    let read = this.#names.get(name);
    if (name.length > 5 && !this.#names.has(name)) {
      read = readShort(name, this.#terms.rules);
      this.#names.set(name, read);
    }
    this.#tell(read, at);
    let shown = read?.text ?? name;
    for (let count = 2; read && taken.has(shown); count += 1) shown = `${read.text}_${count}`;
    taken.add(shown);
    return shown;
  }

  /** Parts of a message, in which a model reads one text. */
  #joined(list: readonly unknown[], at: string): readonly unknown[] {
    const texts = list.map((part) => (isPart(part) ? part.text : ''));
    if (texts.filter((text) => text !== '').length < 2) return list;
    const whole = texts.join('');
    if (whole.length > MAX_JOINED) return list;
    const split = splitValues(whole, texts, this.#terms.rules);
    if (split.length === 0) return list;
    for (const { kind, action, part } of split) this.#terms.note(kind, action, `${at}[${part}].text`);
    return withoutSplit(list, texts, split);
  }
}

function isPart(part: unknown): part is { text: string } {
  return typeof part === 'object' && part !== null && 'text' in part && typeof part.text === 'string';
}

interface SplitValue {
  kind: GuardedKind;
  action: GuardAction;
  start: number;
  end: number;
  /** The part in which it begins. */
  part: number;
}

/** The values that no part has whole. */
function splitValues(whole: string, texts: readonly string[], rules: GuardRules): SplitValue[] {
  const split: SplitValue[] = [];
  let part = 0;
  let begin = 0;
  for (const { kind, start, end } of findValues(whole, rules)) {
    while (start >= begin + (texts[part]?.length ?? Number.POSITIVE_INFINITY)) {
      begin += texts[part]?.length ?? 0;
      part += 1;
    }
    if (end > begin + (texts[part]?.length ?? 0)) split.push({ kind, action: rules[kind] ?? 'note', start, end, part });
  }
  return split;
}

/** The placeholder stands in the part in which the value begins. */
function withoutSplit(list: readonly unknown[], texts: readonly string[], split: readonly SplitValue[]): unknown[] {
  let begin = 0;
  return list.map((part, index) => {
    const text = texts[index] ?? '';
    const from = begin;
    begin += text.length;
    if (text === '' || !isPart(part)) return part;
    let kept = '';
    let last = 0;
    for (const { kind, action, start, end, part: first } of split) {
      if (action === 'note' || end <= from || start >= from + text.length) continue;
      kept += text.slice(last, Math.max(last, start - from)) + (first === index ? placeholderOf(kind) : '');
      last = Math.min(text.length, end - from);
    }
    kept += text.slice(last);
    return kept === text ? part : { ...part, text: kept };
  });
}
