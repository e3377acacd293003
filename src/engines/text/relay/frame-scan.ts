// Scans a chunk's JSON bytes without parsing: where a key's value starts, and whether billing must parse the frame.

const SPACE = 32;
const COLON = 58;
const QUOTE = 34;
const BRACE = 123;
const CLOSING_BRACE = 125;
const BACKSLASH = 92;

const DONE = Buffer.from('[DONE]');
const USAGE = Buffer.from('"usage"');
const FINISH = Buffer.from('"finish_reason"');
const ERROR = Buffer.from('"error"');
const CHOICES = Buffer.from('"choices"');
const MODEL = Buffer.from('"model"');

export interface FrameSigns {
  isDone: boolean;
  /** Usage, an error or an unusual shape: the frame must be parsed. */
  mustParse: boolean;
  /** At least one choice has a finish reason. */
  finishes: boolean;
}

/** Quotes inside JSON strings are escaped, so `"key"` followed by a colon is always a key and never a customer's text. */
export function scanFrame(data: Buffer): FrameSigns {
  if (data.length <= 8 && data.includes(DONE)) return { isDone: true, mustParse: false, finishes: false };
  const hasUsage = valueStartsWith(data, USAGE, BRACE);
  const hasError = data.includes(ERROR) && !isNull(data, ERROR);
  const hasChoices = data.includes(CHOICES);
  return {
    isDone: false,
    mustParse: hasUsage || hasError || !hasChoices || !looksWhole(data),
    finishes: valueStartsWith(data, FINISH, QUOTE),
  };
}

/** A truncated frame must not reach a client. */
function looksWhole(data: Buffer): boolean {
  let end = data.length - 1;
  while (end > 0 && data[end] === SPACE) end -= 1;
  return data[0] === BRACE && data[end] === CLOSING_BRACE;
}

/** Replaces the upstream's model name by ours and copies everything else. */
export function replaceModel(data: Buffer, model: Buffer): Buffer {
  const start = valueAt(data, MODEL, 0);
  if (start === -1 || data[start] !== QUOTE) return data;
  const end = closingQuote(data, start);
  if (end === -1 || data.compare(model, 0, model.length, start + 1, end) === 0) return data;
  return Buffer.concat([data.subarray(0, start + 1), model, data.subarray(end)]);
}

function valueStartsWith(data: Buffer, key: Buffer, byte: number): boolean {
  // A key may occur once per choice: one match is enough.
  for (let from = 0; ; ) {
    const value = valueAt(data, key, from);
    if (value === -1) return false;
    if (data[value] === byte) return true;
    from = value;
  }
}

function isNull(data: Buffer, key: Buffer): boolean {
  const value = valueAt(data, key, 0);
  return value === -1 || data[value] === 110;
}

function valueAt(data: Buffer, key: Buffer, from: number): number {
  for (let at = data.indexOf(key, from); at !== -1; at = data.indexOf(key, at + key.length)) {
    let next = at + key.length;
    while (data[next] === SPACE) next += 1;
    if (data[next] !== COLON) continue;
    next += 1;
    while (data[next] === SPACE) next += 1;
    return next;
  }
  return -1;
}

function closingQuote(data: Buffer, open: number): number {
  let at = data.indexOf(QUOTE, open + 1);
  while (at !== -1 && data[at - 1] === BACKSLASH) at = data.indexOf(QUOTE, at + 1);
  return at;
}
