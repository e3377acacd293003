// Checks the address of an upstream that an operator names while the service runs. Private addresses are allowed: local model servers live there.
import { BlockList, isIPv6 } from 'node:net';
import { literalAddress } from './address-guard.ts';

/** Never a model server: this host without a name, link-local addresses with the metadata services of clouds, multicast. */
const refused = new BlockList();
refused.addSubnet('0.0.0.0', 8, 'ipv4');
refused.addSubnet('169.254.0.0', 16, 'ipv4');
refused.addAddress('168.63.129.16', 'ipv4');
refused.addSubnet('224.0.0.0', 3, 'ipv4');
refused.addAddress('::', 'ipv6');
refused.addSubnet('fe80::', 10, 'ipv6');
refused.addSubnet('ff00::', 8, 'ipv6');

/** What is wrong with the address; undefined if it can be used. `own` are origins of this service, which would call itself. */
export function refuseUpstreamAddress(address: string, own: readonly string[]): string | undefined {
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol)) return 'base_url must be an http or https URL.';
  if (url.username || url.password) return 'base_url must not contain a password. Send the key as api_key.';
  if (url.search || url.hash) return 'base_url must not have a query or a fragment.';
  const literal = literalAddress(url);
  if (literal && refused.check(literal, isIPv6(literal) ? 'ipv6' : 'ipv4'))
    return 'base_url names an address at which no model server can be.';
  if (own.includes(url.origin)) return 'base_url is the address of this service itself.';
  return undefined;
}
