// Parses JSON that a customer, a model or a sandboxed program wrote: 4 MB of fields take seconds without a bound of their number.
import { refuseLargeShape } from './json-shape.ts';

/** Throws for text that is not JSON, and for more values, fields or levels than a request may have. */
export function parseBounded(json: string | Buffer): unknown {
  const bytes = typeof json === 'string' ? Buffer.from(json) : json;
  refuseLargeShape(bytes);
  return JSON.parse(typeof json === 'string' ? json : json.toString('utf8'));
}
