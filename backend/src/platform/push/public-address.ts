import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The name of a server leads into a private network, or to this machine. */
export class PrivateAddressError extends Error {
  override readonly name = 'PrivateAddressError';

  constructor(hostname: string) {
    super(`${hostname} has a private address.`);
  }
}

/** Networks with IPv6 only reach IPv4 addresses, which are the last 32 bits, by this prefix (NAT64, RFC 6052). */
const NAT64: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('64:ff9b::'), 96];
const IPV4_BYTES = 4;

/** Whether an IP address belongs to the public internet, also one that is written inside an IPv6 address. */
export function isPublicAddress(address: string): boolean {
  const ip = ipaddr.process(address);
  const isTranslated = ip instanceof ipaddr.IPv6 && ip.match(NAT64);
  const reached = isTranslated ? ipaddr.fromByteArray(ip.toByteArray().slice(-IPV4_BYTES)) : ip;
  return reached.range() === 'unicast';
}

/**
 * Resolves names of public servers, for `http.request`, so that what is checked is what is connected to. It is not
 * called for addresses.
 */
export const lookupPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses ?? [];
    if (error || !first) return callback(error ?? new Error(`${hostname} has no address.`), '');
    if (!addresses.every(({ address }) => isPublicAddress(address)))
      return callback(new PrivateAddressError(hostname), '');
    return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
  });
};
