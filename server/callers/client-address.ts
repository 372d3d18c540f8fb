import { type BlockList, isIP, isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * Who asks: what the socket says, unless that is a proxy that is trusted. Then it is what the proxy says, and so on
 * from right to left, since whatever stands left of the first that is not trusted is that one's own invention.
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

/** What a caller cannot change at will: an IPv4 address, or the /64 that an IPv6 address is taken from. */
export function clientNetwork(address: string): string {
  const plain = plainAddress(address);
  if (plain === undefined) return 'unknown';
  if (isIP(plain) === 4) return plain;
  const groups = ipaddr.IPv6.parse(plain).parts.slice(0, 4);
  return `${groups.map((group) => group.toString(16)).join(':')}::/64`;
}

/** An address in its one spelling, IPv4 in IPv6 as the IPv4 that it is; undefined where it is none. */
function plainAddress(text: string): string | undefined {
  const zoneAt = text.indexOf('%');
  const address = zoneAt === -1 ? text : text.slice(0, zoneAt);
  // How a socket that listens to both writes an IPv4 address: every request of one asks for it.
  const mapped = address.startsWith('::ffff:') ? address.slice('::ffff:'.length) : '';
  if (isIPv4(mapped)) return mapped;
  const version = isIP(address);
  if (version === 0) return undefined;
  return version === 4 ? address : ipaddr.process(address).toString();
}

/** Some proxies write `192.0.2.1:4711` and `[2001:db8::1]:4711`. */
function withoutPort(text: string): string {
  return /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
}

function isTrusted(address: string, trustedProxies: BlockList): boolean {
  const version = isIP(address);
  return version !== 0 && trustedProxies.check(address, version === 4 ? 'ipv4' : 'ipv6');
}
