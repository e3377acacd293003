// Connections of guarded calls: checks every resolved address while connecting, and the connected address again.
import { lookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, buildConnector } from 'undici';
import { ServiceError } from '../core/errors.ts';
import { isPublicAddress } from './address-guard.ts';

/** Resolves a host name to all of its addresses. */
export type Resolve = (hostname: string) => Promise<readonly { address: string; family: number }[]>;

export const systemResolve: Resolve = (hostname) => lookup(hostname, { all: true });

const CONNECT_LIMIT_MS = 10_000;

export function createGuardedAgent(resolve: Resolve, allowPrivate: boolean): Agent {
  const isAllowed = (address: string): boolean => allowPrivate || isPublicAddress(address);
  const dial = buildConnector({
    timeout: CONNECT_LIMIT_MS,
    lookup: guardedLookup(resolve, isAllowed),
  } as buildConnector.BuildOptions);
  return new Agent({
    connect: (options, callback) => {
      // A host that is an IP address skips the lookup. It is refused before a connection could reveal whether the port
      // is open.
      const literal = options.hostname.replace(/^\[|\]$/g, '');
      if (isIP(literal) && !isAllowed(literal)) return callback(refusal(options.hostname), null);
      return dial(options, (error, socket) => {
        if (error || !socket) return callback(error ?? new Error('no connection'), null);
        const address = socket.remoteAddress ?? '';
        if (isAllowed(address)) return callback(null, socket);
        socket.destroy();
        return callback(refusal(options.hostname), null);
      });
    },
    headersTimeout: 0,
    bodyTimeout: 0,
  });
}

/** One private address refuses the whole host, because we cannot control which of its addresses the connection uses. */
function guardedLookup(resolve: Resolve, isAllowed: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname).then(
      (addresses) => {
        const [first] = addresses;
        if (!first) return callback(new Error(`${hostname} has no address`), '', 4);
        if (!addresses.every(({ address }) => isAllowed(address))) return callback(refusal(hostname), '', 4);
        if (options.all) return callback(null, [...addresses]);
        return callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, '', 4),
    );
  };
}

function refusal(hostname: string): ServiceError {
  return new ServiceError('unsafe_url', `${hostname} does not resolve to a public address.`, { param: 'url' });
}
