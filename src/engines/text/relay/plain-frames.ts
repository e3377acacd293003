// Finds how many of the received frames can be forwarded byte for byte, without parsing any of them.

const TEXT = '"[^"\\\\\\n]*(?:\\\\.[^"\\\\\\n]*)*"';
const SCALAR = `(?:null|true|false|-?\\d[\\d.eE+-]*|${TEXT})`;
/** A member without meaning for us: no error, no second model name, no finish reason. A usage report is an object and never matches. */
const MEMBER = `"(?!(?:error|model|finish_reason)")\\w+": ?${SCALAR}`;
const UNFINISHED = `(?:${MEMBER}|"finish_reason": ?null)`;
const DELTA = `"delta": ?\\{(?:${MEMBER}(?:, ?${MEMBER})*)?\\}`;
const CHOICE = `\\{(?:${UNFINISHED}, ?)*${DELTA}(?:, ?${UNFINISHED})*\\}`;

const SPECIAL = /[.*+?^${}()|[\]\\/]/g;
const MOST_MODELS = 1_000;
const patterns = new Map<string, RegExp>();

/**
 * Returns where the plain frames end; from there on each frame is examined separately. Plain means one line of JSON as nearly
 * every server writes it: our model name and one choice with simple content that has not finished.
 */
export function findPlainFrames(bytes: Buffer, model: string): number {
  const pattern = patternOf(model);
  // One character per byte keeps the offsets correct in any language.
  const text = bytes.toString('latin1');
  let end = 0;
  pattern.lastIndex = 0;
  while (pattern.test(text)) end = pattern.lastIndex;
  return end;
}

function patternOf(model: string): RegExp {
  const known = patterns.get(model);
  if (known) return known;
  if (patterns.size >= MOST_MODELS) patterns.clear();
  const name = Buffer.from(model).toString('latin1').replace(SPECIAL, '\\$&');
  const pattern = new RegExp(
    `data: \\{(?:${MEMBER}, ?)*"model": ?"${name}"(?:, ?${MEMBER})*, ?"choices": ?\\[${CHOICE}\\](?:, ?${MEMBER})*\\}\\n\\n`,
    'y',
  );
  patterns.set(model, pattern);
  return pattern;
}
