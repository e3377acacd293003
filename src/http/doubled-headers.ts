// Refuses requests with a repeated header that could be read in two ways.
import type { IncomingMessage } from 'node:http';
import { ServiceError } from '../core/errors.ts';

const SINGLE_HEADERS = new Set([
  'authorization',
  'content-type',
  'content-length',
  'idempotency-key',
  'host',
  'x-customer',
  'x-run',
]);

/** Two values for one of these mean an attack or a broken proxy: it is unclear which one was meant. */
export function refuseDoubledHeaders({ rawHeaders, headers }: IncomingMessage): void {
  // As many names as header lines: none was sent twice.
  if (Object.keys(headers).length * 2 === rawHeaders.length) return;
  let seen = '';
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] ?? '').toLowerCase();
    if (!SINGLE_HEADERS.has(name)) continue;
    if (seen.includes(`${name};`))
      throw new ServiceError('invalid_parameter', `The header ${name} was sent more than once. Send it once.`, {
        param: name,
      });
    seen += `${name};`;
  }
}
