// Refuses requests whose head can be read in two ways.
import { ServiceError } from '../core/errors.ts';

const SINGLE_HEADERS = new Set(['authorization', 'content-type', 'content-length', 'idempotency-key', 'host']);

/** Two values for one of these are an attack or a broken proxy: which one was meant nobody can know. */
export function refuseDoubledHeaders(rawHeaders: readonly string[]): void {
  let seen = '';
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] ?? '').toLowerCase();
    if (!SINGLE_HEADERS.has(name)) continue;
    if (seen.includes(`${name};`))
      throw new ServiceError('invalid_parameter', `The header ${name} was sent more than once.`, { param: name });
    seen += `${name};`;
  }
}
