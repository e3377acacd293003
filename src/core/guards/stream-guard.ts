// Guards a text that comes in pieces: holds back only what may be the beginning of a value, and never more than a bound.
import { findValues } from './find.ts';
import { MAX_PRIVATE_KEY } from './find-secrets.ts';
import type { Finding } from './finding.ts';
import { JsonPlace } from './json-place.ts';
import { type NoteValue, placeholderOf } from './mask.ts';
import type { GuardRules } from './policy.ts';
import { MAX_UNDECIDED, MAX_WORD, startOfUndecided } from './undecided.ts';

/** What was sent before, which decides where a value begins and what a number is. */
const CONTEXT = 64;
/** What goes on after the bound belongs to the value as long as it consists of these. */
const REST_OF_WORD = /^[\w.~+/=%$!@#^*-]*/;
const END_OF_KEY = /-----END [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----/;
/** A last line that has begun to come. */
const MAX_END = 64;

const ENDS_SENTENCE = /^[^\n]{0,40}[.!?:;,)\]}"'`…»”]\s*$|^\s*$/;

type Swallowing = { until: 'word' } | { until: 'key'; left: number };

export class StreamGuard {
  readonly #rules: GuardRules;
  readonly #note: NoteValue;
  readonly #stops: boolean;
  readonly #place = new JsonPlace();
  #sent = '';
  #held = '';
  #swallowing: Swallowing | undefined;
  #isRefused = false;

  /** `stops`: nothing follows a value that is refused. */
  constructor(rules: GuardRules, note: NoteValue, { stops = false } = {}) {
    this.#rules = rules;
    this.#note = note;
    this.#stops = stops;
  }

  /** What may be sent now: nothing behind a value that is refused. */
  push(piece: string): string {
    if (this.#isRefused) return '';
    this.#held += piece;
    if (this.#swallowing && !this.#swallow(this.#swallowing)) return '';
    return this.#release(false);
  }

  /**
   * Something else is said before this text goes on, if it goes on: what is held goes out only if it ends like a sentence
   * and has hardly a beginning of a value in it. Nothing: it stays held.
   */
  pause(): string {
    const isSaid = !this.#swallowing && ENDS_SENTENCE.test(this.#held) && !/@|:\/\/|(?:\d.*){5}/s.test(this.#held);
    return isSaid && !this.#isRefused ? this.#release(true) : '';
  }

  /** The rest. */
  end(): string {
    if (this.#isRefused) return '';
    if (this.#swallowing?.until === 'key') this.#held = '';
    else if (this.#swallowing) this.#swallow(this.#swallowing);
    this.#swallowing = undefined;
    return this.#release(true);
  }

  #release(isEnd: boolean): string {
    const from = this.#sent.length;
    const text = this.#sent + this.#held;
    const found = findValues(text, this.#rules).filter(({ end }) => end > from);
    const { cut, open } = isEnd ? { cut: text.length, open: undefined } : cutOf(text, from, found);
    let out = '';
    let last = from;
    let masked = 0;
    for (const finding of found) {
      const { kind, start, end } = finding;
      if (start >= cut) break;
      const action = this.#rules[kind] ?? 'note';
      this.#note(kind, action);
      if (action === 'note') continue;
      this.#place.pass(text.slice(last, Math.max(start, last)));
      const put = this.#place.replace(placeholderOf(kind), text, { start, end });
      out += text.slice(last, Math.max(put.start, last)) + put.placeholder;
      last = put.end;
      masked = put.end;
      if (action === 'refuse' && this.#stops) {
        this.#isRefused = true;
        return out;
      }
      if (finding === open)
        this.#swallowing = finding.isOpen ? { until: 'key', left: MAX_PRIVATE_KEY } : { until: 'word' };
    }
    const next = Math.max(cut, last);
    this.#place.pass(text.slice(last, next));
    out += text.slice(last, next);
    this.#held = text.slice(next);
    // Without what was masked: its end must not become a part of another value.
    this.#sent = text.slice(Math.max(next - CONTEXT, masked), next);
    return out;
  }

  /** Drops what still belongs to a value that was masked; returns whether something else has come. */
  #swallow(swallowing: Swallowing): boolean {
    if (swallowing.until === 'word') {
      this.#held = this.#held.replace(REST_OF_WORD, '');
      if (this.#held === '') return false;
    } else {
      const end = END_OF_KEY.exec(this.#held);
      if (!end && this.#held.length < swallowing.left) {
        const dropped = Math.max(0, this.#held.length - MAX_END);
        this.#held = this.#held.slice(dropped);
        swallowing.left -= dropped;
        return false;
      }
      this.#held = this.#held.slice(end ? end.index + end[0].length : swallowing.left);
    }
    this.#swallowing = undefined;
    return true;
  }
}

/** Up to where the text is decided. `open` reaches beyond the bound: it is masked now, and its rest is dropped when it comes. */
function cutOf(text: string, from: number, found: readonly Finding[]): { cut: number; open: Finding | undefined } {
  const last = found.at(-1);
  if (last?.isOpen) return { cut: text.length, open: last };
  const undecided = Math.max(from, startOfUndecided(text));
  const crossing = found.find(({ start, end }) => start < undecided && end > undecided);
  const cut = crossing ? Math.max(from, crossing.start) : undecided;
  if (text.length - cut <= MAX_UNDECIDED) return { cut: withoutHalf(text, cut), open: undefined };
  if (last?.end === text.length) return { cut: text.length, open: last };
  return { cut: withoutHalf(text, Math.max(text.length - MAX_WORD, crossing?.end ?? 0)), open: undefined };
}

/** Never between the halves of a character. */
function withoutHalf(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at - 1 : at;
}
