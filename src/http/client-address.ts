// Finds the client's IP address: the connection's, or the one that a trusted proxy reports.
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv6 } from 'node:net';

export type IsProxy = (address: string) => boolean;

/** `networks`: "address/bits", checked when the settings are read. */
export function proxiesIn(networks: readonly string[]): IsProxy {
  if (networks.length === 0) return () => false;
  const trusted = new BlockList();
  for (const network of networks) {
    const [address = '', bits = ''] = network.split('/');
    trusted.addSubnet(address, Number(bits), familyOf(address));
  }
  return (address) => {
    // A link-local address contains its interface.
    const [bare = ''] = address.split('%');
    return isIP(bare) !== 0 && trusted.check(bare, familyOf(bare));
  };
}

/**
 * Behind a proxy it is the last entry of X-Forwarded-For, which the proxy itself wrote: earlier entries came from the
 * client and can be forged. The header is ignored on connections from other addresses.
 */
export function clientAddress(request: IncomingMessage, isProxy: IsProxy): string {
  const direct = request.socket.remoteAddress ?? '';
  if (!isProxy(direct)) return direct;
  const last = String(request.headers['x-forwarded-for'] ?? '')
    .split(',')
    .at(-1)
    ?.trim();
  return last && isIP(last) ? last : direct;
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv6(address) ? 'ipv6' : 'ipv4';
}
