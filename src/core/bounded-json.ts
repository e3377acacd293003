// Parses JSON that a customer, a model or a sandboxed program wrote. Without a limit on the number of fields, 4 MB can
// take seconds.
import { refuseLargeShape } from './json-shape.ts';

/** Throws if the text is not JSON, or if it exceeds the limits on values, fields or nesting. */
export function parseBounded(json: string | Buffer): unknown {
  const bytes = typeof json === 'string' ? Buffer.from(json) : json;
  refuseLargeShape(bytes);
  return JSON.parse(typeof json === 'string' ? json : json.toString('utf8'));
}
