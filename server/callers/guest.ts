import ipaddr from 'ipaddr.js';
import { createHmac } from 'node:crypto';
import { type BlockList, isIP, isIPv4 } from 'node:net';
import { guestPrefix } from '../../lib/ledger/purse.ts';
import type { Cache } from '../cache.ts';
import type { PortalSecret } from '../portal/portal-secret.ts';
import { base32 } from '../call-id.ts';

/**
 * The address of the client. If the socket belongs to a trusted proxy, the proxy's header counts, and so on from right
 * to left. Everything left of the first untrusted address could be invented.
 */
export function clientAddress(
  socketAddress: string,
  forwardedFor: string | null | undefined,
  trustedProxies: BlockList,
): string {
  let address = plainAddress(socketAddress) ?? '';
  if (!forwardedFor || !isTrusted(address, trustedProxies)) return address;
  for (const said of forwardedFor.split(',').reverse()) {
    const next = plainAddress(withoutPort(said.trim()));
    if (next === undefined) return address;
    address = next;
    if (!isTrusted(address, trustedProxies)) return address;
  }
  return address;
}

/** The part of an address that a caller cannot freely change: an IPv4 address, or the /64 of an IPv6 address. */
export function clientNetwork(address: string): string {
  const plain = plainAddress(address);
  if (plain === undefined) return 'unknown';
  if (isIP(plain) === 4) return plain;
  const groups = ipaddr.IPv6.parse(plain).parts.slice(0, 4);
  return `${groups.map((group) => group.toString(16)).join(':')}::/64`;
}

/** The canonical form of an address, with IPv4-mapped IPv6 as IPv4; undefined if invalid. */
function plainAddress(text: string): string | undefined {
  const zoneAt = text.indexOf('%');
  const address = zoneAt === -1 ? text : text.slice(0, zoneAt);
  // Fast path: a dual-stack socket reports every IPv4 address like this.
  const mapped = address.startsWith('::ffff:') ? address.slice('::ffff:'.length) : '';
  if (isIPv4(mapped)) return mapped;
  const version = isIP(address);
  if (version === 0) return undefined;
  return version === 4 ? address : ipaddr.process(address).toString();
}

/** Some proxies write `192.0.2.1:4711` or `[2001:db8::1]:4711`. */
function withoutPort(text: string): string {
  return /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
}

function isTrusted(address: string, trustedProxies: BlockList): boolean {
  const version = isIP(address);
  return version !== 0 && trustedProxies.check(address, version === 4 ? 'ipv4' : 'ipv6');
}

/** The network of a call, and the purse of its guests. */
export interface Guest {
  network: string;
  purse: string;
}

/** The same guest for every address of a network. Addresses are not stored: a purse goes by a keyed hash. */
export function findGuest(
  { caches, secret }: { caches: { guests: Cache<string, Guest> }; secret: PortalSecret },
  address: string,
): Guest {
  const cached = caches.guests.get(address);
  if (cached) return cached;
  const network = clientNetwork(address);
  const guest = { network, purse: guestPurse(network, secret.naming) };
  caches.guests.set(address, guest, caches.guests.generation);
  return guest;
}

function guestPurse(network: string, secret: Buffer): string {
  const hash = createHmac('sha256', secret).update(`guest network ${network}`).digest();
  let letters = '';
  for (const byte of hash.subarray(0, 26)) letters += base32[byte & 31];
  return `${guestPrefix}${letters}`;
}
