// Reads the end customer (X-Customer, `user` or `metadata.user_id`) and the run (X-Run) that a call names.
import type { IncomingHttpHeaders } from 'node:http';
import type { Caller, NamedRun } from '../core/caller.ts';
import { customerName } from '../core/customer-name.ts';
import { ServiceError } from '../core/errors.ts';
import { creditsToMicro } from '../core/money.ts';
import type { Route } from './route.ts';

const MAX_CUSTOMER_CHARACTERS = 512;
/** Safe in a URL and in a log. */
const RUN = /^([A-Za-z0-9][\w.:~-]{0,127})(?: *; *budget *= *(\d{1,9}(?:\.\d{1,6})?))?$/;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The caller itself if the call names neither. */
export function withNames(
  route: Pick<Route, 'method' | 'billed'>,
  caller: Caller,
  { headers, body }: { headers: IncomingHttpHeaders; body: unknown },
): Caller {
  if (route.method !== 'POST') return caller;
  const run = runOf(headers['x-run']);
  // The header of a batch or an MCP request takes precedence over the calls inside it, like the header of a call over
  // its body.
  const customer =
    customerOf(headers['x-customer']) ?? caller.customer ?? (route.billed ? customerIn(body) : undefined);
  if (!run && customer === caller.customer) return caller;
  return { ...caller, customer, run: run ?? caller.run };
}

function customerOf(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  try {
    // Node reads header bytes as Latin-1.
    return checked(utf8.decode(Buffer.from(String(header), 'latin1')), 'X-Customer');
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    throw new ServiceError('invalid_parameter', 'The header X-Customer is not valid UTF-8.', { param: 'X-Customer' });
  }
}

function customerIn(body: unknown): string | undefined {
  const { user, metadata } = (body ?? {}) as { user?: unknown; metadata?: { user_id?: unknown } | null };
  if (typeof user === 'string' && customerName(user) !== '') return checked(user, 'user');
  const id = metadata?.user_id;
  return typeof id === 'string' && customerName(id) !== '' ? checked(id, 'metadata.user_id') : undefined;
}

function checked(given: string, param: string): string {
  const id = customerName(given);
  if (id !== '' && id.length <= MAX_CUSTOMER_CHARACTERS) return id;
  const rule = `must name a customer in 1 to ${MAX_CUSTOMER_CHARACTERS} characters (it has ${id.length})`;
  throw new ServiceError('invalid_parameter', `"${param}" ${rule}.`, { param });
}

function runOf(header: string | string[] | undefined): NamedRun | undefined {
  if (header === undefined) return undefined;
  const [, id, credits] = RUN.exec(String(header).trim()) ?? [];
  const budget = credits === undefined ? null : creditsToMicro(Number(credits));
  if (id !== undefined && budget !== 0) return { id, budget };
  throw new ServiceError(
    'invalid_parameter',
    'The header X-Run must be an id of letters, digits and ._:~- (up to 128), and for the first call a budget in credits above 0: "X-Run: run-42; budget=50".',
    { param: 'X-Run' },
  );
}
