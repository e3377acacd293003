// Parses JSON that a customer, a model or a sandboxed program wrote. Without a limit on the number of fields, 4 MB can
// take seconds.
import { refuseLargeShape, type ShapeLimits } from './json-shape.ts';

/** Throws if the text is not JSON, or if it exceeds the limits on values, fields or nesting. */
export function parseBounded(json: string | Buffer): unknown {
  const bytes = typeof json === 'string' ? Buffer.from(json) : json;
  refuseLargeShape(bytes);
  return JSON.parse(typeof json === 'string' ? json : json.toString('utf8'));
}

/** Room for the log probabilities of a long answer. */
const OF_ANSWERS: ShapeLimits = { depth: 64, values: 1_000_000, keys: 300_000 };
/** A shorter text has no shape that takes long. */
const SMALL = 2_048;

/** Parses what another server sent, within limits of its own. Throws a SyntaxError or a RangeError. */
export function parseAnswer(json: string | Buffer, limits: Partial<ShapeLimits> = {}): unknown {
  if (json.length > SMALL) refuseLargeAnswer(typeof json === 'string' ? Buffer.from(json) : json, limits);
  return JSON.parse(typeof json === 'string' ? json : json.toString('utf8'));
}

/** For what a package parses: throws a RangeError if that would take long. */
export function refuseLargeAnswer(json: Buffer, limits: Partial<ShapeLimits>): void {
  try {
    refuseLargeShape(json, { ...OF_ANSWERS, ...limits });
  } catch (cause) {
    throw new RangeError('The answer of the server has too many values, or is nested too deeply.', { cause });
  }
}
