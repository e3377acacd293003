// Checks the address of an upstream that an operator names while the service runs. Private addresses are allowed: local model servers live there.
import { BlockList, isIPv6 } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';
import { embeddedIPv4, literalAddress } from './address-guard.ts';

/**
 * Addresses that are never a model server: the unspecified address, link-local addresses (cloud metadata), multicast.
 */
const refused = new BlockList();
refused.addSubnet('0.0.0.0', 8, 'ipv4');
refused.addSubnet('169.254.0.0', 16, 'ipv4');
refused.addAddress('168.63.129.16', 'ipv4');
refused.addAddress('100.100.100.200', 'ipv4');
refused.addSubnet('224.0.0.0', 3, 'ipv4');
refused.addAddress('::', 'ipv6');
refused.addSubnet('fe80::', 10, 'ipv6');
refused.addSubnet('ff00::', 8, 'ipv6');
refused.addAddress('fd00:ec2::254', 'ipv6');
refused.addAddress('fd20:ce::254', 'ipv6');

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Names of metadata services, alone and below any domain that a resolver appends. */
const METADATA_NAME = /^(?:metadata|instance-data)(?:\.|$)/;

/**
 * What is wrong with the address; undefined if it is usable. `origins` and `port` are this service's own: it must not
 * call itself.
 */
export function refuseUpstreamAddress(
  address: string,
  { origins, port }: { origins: readonly string[]; port: number },
): string | undefined {
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol)) return 'base_url must be an http or https URL.';
  if (url.username || url.password) return 'base_url must not contain a password. Send the key as api_key.';
  if (url.search || url.hash) return 'base_url must not have a query or a fragment.';
  const written = literalAddress(url);
  const literal = written && (embeddedIPv4(written) ?? written);
  if ((literal && isIn(refused, literal)) || METADATA_NAME.test(url.hostname))
    return 'base_url names an address at which no model server can be.';
  const isOwnPort = Number(url.port || (url.protocol === 'https:' ? 443 : 80)) === port;
  if (origins.includes(url.origin) || (isOwnPort && isThisMachine(url, literal)))
    return 'base_url is the address of this service itself.';
  return undefined;
}

function isThisMachine(url: URL, literal: string | undefined): boolean {
  const name = url.hostname.replace(/\.$/, '');
  if (literal === undefined) return /(?:^|\.)localhost$/.test(name) || name === hostname().toLowerCase();
  if (isIn(loopback, literal)) return true;
  return Object.values(networkInterfaces()).some((all) => all?.some(({ address: own }) => own === literal));
}

function isIn(list: BlockList, address: string): boolean {
  return list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}
