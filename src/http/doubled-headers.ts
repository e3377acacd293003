// Refuses requests with ambiguous headers: repeated, or named in Connection.
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

/** Headers that proxies may drop or add per connection; all others belong to the whole request. */
const OF_THE_CONNECTION = new Set([
  'close',
  'keep-alive',
  'upgrade',
  'te',
  'trailer',
  'http2-settings',
  'proxy-connection',
]);

/** A proxy drops the headers that Connection names, so the request would mean something else behind it. */
export function refuseDroppedHeaders({ headers }: IncomingMessage): void {
  const { connection } = headers;
  if (connection === undefined || connection === 'keep-alive' || connection === 'close') return;
  for (const part of connection.split(',')) {
    const name = part.trim().toLowerCase();
    if (name === '' || OF_THE_CONNECTION.has(name) || headers[name] === undefined) continue;
    throw new ServiceError('invalid_parameter', 'The header Connection names a header that means the whole request.', {
      param: 'connection',
    });
  }
}

/** Two values for one of these mean an attack or a broken proxy: it is unclear which one was meant. */
export function refuseDoubledHeaders({ rawHeaders, headers }: IncomingMessage): void {
  // As many names as header lines: no header was sent twice.
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
