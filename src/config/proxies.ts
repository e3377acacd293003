// Reads TRUST_PROXY: the addresses and networks of the proxies whose X-Forwarded-For the service believes.
import { isIP } from 'node:net';
import { ConfigError, commaList } from './values.ts';

/**
 * What `1` means: a proxy on this machine, or in a network that no stranger connects from. Carrier-grade NAT addresses
 * belong to strangers.
 */
const PRIVATE_NETWORKS: readonly string[] = [
  '127.0.0.0/8',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '169.254.0.0/16',
  '::1/128',
  'fc00::/7',
  'fe80::/10',
];

const OFF = new Set(['', '0']);

/** Networks as "address/bits"; empty: no header is trusted. */
export function proxiesOf(text: string | null): readonly string[] {
  if (text === null || OFF.has(text.trim())) return [];
  if (text.trim() === '1') return PRIVATE_NETWORKS;
  return commaList(text).map(networkOf);
}

function networkOf(given: string): string {
  const [address = '', bits, ...rest] = given.split('/');
  const most = { 4: 32, 6: 128 }[isIP(address)];
  if (most === undefined || rest.length > 0 || (bits !== undefined && !isPrefix(bits, most)))
    throw new ConfigError(
      `TRUST_PROXY must be 1, or addresses and networks of your proxies such as 192.0.2.10,10.20.0.0/16,fd00::/64, not "${given}".`,
    );
  return `${address}/${bits ?? most}`;
}

/** A prefix of 0 would trust everyone. */
function isPrefix(bits: string, most: number): boolean {
  return /^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= most;
}
