// Decides which IP addresses an outgoing call may reach: only those of the public Internet.
import { BlockList, isIP, isIPv4 } from 'node:net';

const PRIVATE_V4 = [
  '0.0.0.0/8', // this host
  '10.0.0.0/8',
  '100.64.0.0/10', // carrier-grade NAT; metadata service of Alibaba Cloud
  '127.0.0.0/8',
  '168.63.129.16/32', // Azure's host agent: internal although the range is public
  '169.254.0.0/16', // link-local; metadata services of AWS, Google, Azure
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16',
  '198.18.0.0/15', // benchmarking
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved and broadcast
];

/** Only 2000::/3 is public in IPv6, except for these ranges. */
const PRIVATE_V6 = [
  '2001::/23', // Teredo, ORCHID, benchmarking and other special purposes
  '2001:db8::/32',
  '2002::/16', // 6to4: contains an IPv4 address
  '3fff::/20',
];

const privateV4 = listOf(PRIVATE_V4, 'ipv4');
const privateV6 = listOf(PRIVATE_V6, 'ipv6');
const internetV6 = listOf(['2000::/3'], 'ipv6');
const nat64 = listOf(['64:ff9b::/96'], 'ipv6');
/** Ranges that end with an IPv4 address: mapped, compatible, NAT64 with the well-known and local prefixes. */
const embedding = listOf(['::ffff:0:0/96', '::/96', '64:ff9b::/96', '64:ff9b:1::/48'], 'ipv6');
const sixToFour = listOf(['2002::/16'], 'ipv6');

export function isPublicAddress(address: string): boolean {
  const bare = address.split('%')[0] ?? '';
  if (isIPv4(bare)) return !privateV4.check(bare, 'ipv4');
  if (isIP(bare) !== 6) return false;
  // On IPv6-only networks DNS64 embeds IPv4 addresses in this prefix: check the embedded address.
  if (nat64.check(bare, 'ipv6')) return isPublicAddress(lastFourBytes(bare));
  return internetV6.check(bare, 'ipv6') && !privateV6.check(bare, 'ipv6');
}

/** The IPv4 address that an IPv6 address stands for: mapped, compatible, or behind NAT64 or 6to4. */
export function embeddedIPv4(address: string): string | undefined {
  const bare = address.split('%')[0] ?? '';
  if (isIP(bare) !== 6 || bare === '::' || bare === '::1') return undefined;
  if (embedding.check(bare, 'ipv6')) return lastFourBytes(bare);
  if (!sixToFour.check(bare, 'ipv6')) return undefined;
  const [, high = '0', low = '0'] = bare.split(':');
  return dotted(Number.parseInt(high || '0', 16), Number.parseInt(low || '0', 16));
}

/** The URL's host if it is an IP address, without brackets. The URL parser has already normalised octal and decimal forms. */
export function literalAddress(url: URL): string | undefined {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return isIP(host) ? host : undefined;
}

function lastFourBytes(ipv6: string): string {
  const written = /(\d+\.\d+\.\d+\.\d+)$/.exec(ipv6)?.[1];
  if (written) return written;
  const [head = '', tail = ''] = ipv6.split('::');
  const groups = [...head.split(':'), ...Array(8).fill('0'), ...tail.split(':')].slice(-2);
  const [high = 0, low = 0] = groups.map((group) => Number.parseInt(group || '0', 16));
  return dotted(high, low);
}

function dotted(high: number, low: number): string {
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

function listOf(ranges: string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [network = '', prefix] = range.split('/');
    list.addSubnet(network, Number(prefix), family);
  }
  return list;
}
