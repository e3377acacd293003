// Finds how many of the frames at hand can go to the customer byte for byte, without making an object of any of them.

const TEXT = '"[^"\\\\\\n]*(?:\\\\.[^"\\\\\\n]*)*"';
const SCALAR = `(?:null|true|false|-?\\d[\\d.eE+-]*|${TEXT})`;
/** A member that means nothing to us: not an error, no second name, no reason to end. A usage report is an object and none of these. */
const MEMBER = `"(?!(?:error|model|finish_reason)")\\w+": ?${SCALAR}`;
const UNFINISHED = `(?:${MEMBER}|"finish_reason": ?null)`;
const DELTA = `"delta": ?\\{(?:${MEMBER}(?:, ?${MEMBER})*)?\\}`;
const CHOICE = `\\{(?:${UNFINISHED}, ?)*${DELTA}(?:, ?${UNFINISHED})*\\}`;

const SPECIAL = /[.*+?^${}()|[\]\\/]/g;
const MOST_MODELS = 1_000;
const patterns = new Map<string, RegExp>();

/**
 * Where the plain frames end; from there on each frame is looked at by itself. Plain is one line of JSON as nearly every server
 * writes it: our name of the model and one choice that says something simple and has not ended.
 */
export function findPlainFrames(bytes: Buffer, model: string): number {
  const pattern = patternOf(model);
  // One character per byte keeps the places, whatever the customer's language.
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
