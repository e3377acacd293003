// Rewrites JSON text with sensitive values masked. Stops at the first syntax error, so truncated text is kept up to
// there.
import type { RedactionRules } from '../../core/request-log-terms.ts';
import { type MaskText, textMask } from './mask-text.ts';

export interface Redacted {
  text: string;
  /** Whether something is missing apart from masked values. */
  isCut: boolean;
}

const MASKED = '"[masked]"';
const NOT_KEPT = '"[not kept]"';
const MAX_DEPTH = 64;
const MAX_STRING = 4096;
/** Not text but an image, a sound or another file: one long word of base64, or lines of it. */
const BASE64 = /^(?:[\w+/-]{200}|[\w+/-]{40,199}[\r\n]{1,2}[\w+/-]{40})/;
const FILE_IN_TEXT = /data:([\w/+.-]{1,100});base64,[\w+/=-]{64,}/g;
/** Tool arguments are JSON inside a string, and may contain such strings themselves. */
const MAX_TEXTS = 3;

class Stop extends Error {}

/** `apiKey`, `api_key` and `API-KEY` are the same name. */
function plainName(name: string): string {
  return name.toLowerCase().replace(/[-_]/g, '');
}

export function redactJson(text: string, rules: RedactionRules, maxCharacters: number): Redacted {
  const writer = new RedactingWriter(text, { rules, maxCharacters, within: 0 });
  try {
    writer.value(0, null);
    return { text: writer.out, isCut: writer.isShortened };
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    return { text: `${writer.out.slice(0, maxCharacters)}…`, isCut: true };
  }
}

interface Order {
  rules: RedactionRules;
  maxCharacters: number;
  /** The nesting depth of strings that contain JSON. */
  within: number;
}

class RedactingWriter {
  out = '';
  isShortened = false;
  readonly #text: string;
  readonly #mask: MaskText;
  readonly #maskFields: ReadonlySet<string>;
  readonly #keepFields: ReadonlySet<string> | null;
  readonly #maxCharacters: number;
  readonly #order: Order;
  #at = 0;

  constructor(text: string, order: Order) {
    const { rules, maxCharacters } = order;
    this.#text = text;
    this.#order = order;
    this.#mask = textMask(rules);
    this.#maskFields = new Set(rules.maskFields.map(plainName));
    this.#keepFields = rules.keepFields && new Set(rules.keepFields);
    this.#maxCharacters = maxCharacters;
  }

  get isAtEnd(): boolean {
    this.#skipSpace();
    return this.#at >= this.#text.length;
  }

  value(depth: number, replacement: string | null): void {
    if (this.out.length > this.#maxCharacters) throw new Stop();
    this.#skipSpace();
    const first = this.#text[this.#at];
    if (depth > MAX_DEPTH || replacement !== null) {
      this.#skipValue();
      if (replacement === null) this.isShortened = true;
      this.out += replacement ?? NOT_KEPT;
    } else if (first === '{') this.#members(depth);
    else if (first === '[') this.#items(depth);
    else if (first === '"') this.out += this.#shownString(this.#string());
    else this.out += this.#shownPlain(this.#plain());
  }

  #members(depth: number): void {
    this.out += '{';
    this.#at += 1;
    for (let isFirst = true; !this.#ends('}'); isFirst = false) {
      if (!isFirst) this.#expect(',');
      this.#skipSpace();
      const name = this.#string();
      this.#expect(':');
      this.out += `${isFirst ? '' : ','}${JSON.stringify(this.#mask(name).slice(0, 200))}:`;
      this.value(depth + 1, this.#replacementOf(name, depth));
    }
    this.out += '}';
  }

  #items(depth: number): void {
    this.out += '[';
    this.#at += 1;
    for (let isFirst = true; !this.#ends(']'); isFirst = false) {
      if (!isFirst) this.#expect(',');
      if (!isFirst) this.out += ',';
      this.value(depth + 1, null);
    }
    this.out += ']';
  }

  #replacementOf(name: string, depth: number): string | null {
    if (depth === 0 && this.#keepFields && !this.#keepFields.has(name)) return NOT_KEPT;
    return this.#maskFields.has(plainName(name)) ? MASKED : null;
  }

  #shownString(text: string): string {
    const [, type] = /^data:([\w/+.-]{1,100});base64,/.exec(text) ?? [];
    if (type !== undefined || BASE64.test(text)) {
      this.isShortened = true;
      return JSON.stringify(`[${type ?? 'no text'}, ${text.length} characters]`);
    }
    const masked = this.#maskedJson(text) ?? this.#mask(this.#withoutFiles(text));
    if (masked.length <= MAX_STRING) return JSON.stringify(masked);
    this.isShortened = true;
    return JSON.stringify(`${masked.slice(0, MAX_STRING)}… [${masked.length} characters]`);
  }

  #withoutFiles(text: string): string {
    return text.replace(FILE_IN_TEXT, (file, type: string) => {
      this.isShortened = true;
      return `[${type}, ${file.length} characters]`;
    });
  }

  /** Undefined unless the whole text is JSON: then it is treated as plain text. */
  #maskedJson(text: string): string | undefined {
    const { rules, maxCharacters, within } = this.#order;
    if (within >= MAX_TEXTS || !/^\s*[{[]/.test(text)) return undefined;
    const inner = new RedactingWriter(text, {
      rules: { ...rules, keepFields: null },
      maxCharacters,
      within: within + 1,
    });
    try {
      inner.value(0, null);
    } catch (error) {
      if (error instanceof Stop) return undefined;
      throw error;
    }
    if (!inner.isAtEnd) return undefined;
    this.isShortened ||= inner.isShortened;
    return inner.out;
  }

  /** A card number may be written as a number. */
  #shownPlain(text: string): string {
    const masked = this.#mask(text);
    return masked === text ? text : JSON.stringify(masked);
  }

  #skipValue(): void {
    const first = this.#text[this.#at];
    if (first === '"') this.#string();
    else if (first !== '{' && first !== '[') this.#plain();
    else this.#skipNested();
  }

  #skipNested(): void {
    let open = 0;
    do {
      const next = this.#text[this.#at];
      if (next === undefined) throw new Stop();
      if (next === '"') {
        this.#string();
        continue;
      }
      if (next === '{' || next === '[') open += 1;
      if (next === '}' || next === ']') open -= 1;
      this.#at += 1;
    } while (open > 0);
  }

  #string(): string {
    if (this.#text[this.#at] !== '"') throw new Stop();
    let end = this.#at + 1;
    for (; this.#text[end] !== '"'; end += this.#text[end] === '\\' ? 2 : 1)
      if (end >= this.#text.length) throw new Stop();
    const written = this.#text.slice(this.#at, end + 1);
    this.#at = end + 1;
    try {
      return JSON.parse(written) as string;
    } catch {
      throw new Stop();
    }
  }

  /** A number, true, false or null. One at the end of a cut text may be incomplete, so it is not kept. */
  #plain(): string {
    const [plain = ''] =
      /^(?:-?\d[\d.eE+-]{0,400}|true|false|null)/.exec(this.#text.slice(this.#at, this.#at + 410)) ?? [];
    this.#at += plain.length;
    if (plain === '' || (this.#at >= this.#text.length && this.out !== '')) throw new Stop();
    return plain;
  }

  #ends(closer: string): boolean {
    this.#skipSpace();
    if (this.#at >= this.#text.length) throw new Stop();
    if (this.#text[this.#at] !== closer) return false;
    this.#at += 1;
    return true;
  }

  #expect(character: string): void {
    this.#skipSpace();
    if (this.#text[this.#at] !== character) throw new Stop();
    this.#at += 1;
  }

  #skipSpace(): void {
    while (/^[ \t\r\n]$/.test(this.#text[this.#at] ?? '')) this.#at += 1;
  }
}
