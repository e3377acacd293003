// Finds how many of the received frames can be forwarded byte for byte, without parsing any of them.
import { ONE_TOKEN_BYTES } from './token-estimate.ts';

const TEXT = '"[^"\\\\\\n]*(?:\\\\.[^"\\\\\\n]*)*"';
const SCALAR = `(?:null|true|false|-?\\d[\\d.eE+-]*|${TEXT})`;
/**
 * A member without meaning for us: not an error, a second model name, a finish reason, or text beside the delta. A
 * usage report is an object and never matches.
 */
const MEMBER = `"(?!(?:error|model|finish_reason|text)")\\w+": ?${SCALAR}`;
const UNFINISHED = `(?:${MEMBER}|"finish_reason": ?null)`;
const DELTA = `"delta": ?\\{((?:${MEMBER}(?:, ?${MEMBER})*)?)\\}`;
const CHOICE = `\\{(?:${UNFINISHED}, ?)*${DELTA}(?:, ?${UNFINISHED})*\\}`;

/** A delta of this length has a text that counts as one token: `"content":"…"`. */
const ONE_TOKEN_DELTA = ONE_TOKEN_BYTES + '"content":""'.length;

const SPECIAL = /[.*+?^${}()|[\]\\/]/g;
const MAX_MODELS = 1_000;
const patterns = new Map<string, RegExp>();

export interface PlainFrames {
  end: number;
  /** An upper bound of the tokens in them: no text has more tokens than bytes. */
  mostTokens: number;
}

/**
 * Returns where the plain frames end; from there on each frame is examined separately. Plain means one line of JSON as nearly
 * every server writes it: our model name and one choice with simple content that has not finished.
 */
export function findPlainFrames(bytes: Buffer, model: string): PlainFrames {
  const pattern = patternOf(model);
  // One character per byte keeps the offsets correct in any language.
  const text = bytes.toString('latin1');
  const plain = { end: 0, mostTokens: 0 };
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    plain.end = pattern.lastIndex;
    const { length } = match[1] ?? '';
    plain.mostTokens += length <= ONE_TOKEN_DELTA ? 1 : length;
  }
  return plain;
}

function patternOf(model: string): RegExp {
  const known = patterns.get(model);
  if (known) return known;
  if (patterns.size >= MAX_MODELS) patterns.clear();
  const name = Buffer.from(model).toString('latin1').replace(SPECIAL, '\\$&');
  const pattern = new RegExp(
    `data: \\{(?:${MEMBER}, ?)*"model": ?"${name}"(?:, ?${MEMBER})*, ?"choices": ?\\[${CHOICE}\\](?:, ?${MEMBER})*\\}\\n\\n`,
    'y',
  );
  patterns.set(model, pattern);
  return pattern;
}
