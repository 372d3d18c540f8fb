import ipaddr from 'ipaddr.js';
import { allowsAddress, allowsHost, type EgressAllow, plainName, portOf } from './egress-allow.ts';

/** Checks a URL without DNS. `addressProblem` checks resolved addresses and the peer of the socket. */
export function egressProblem(url: string, allow: EgressAllow): string | undefined {
  if (!URL.canParse(url)) return `${JSON.stringify(url)} is not a URL that can be called.`;
  const parsed = new URL(url);
  const { protocol, hostname } = parsed;
  if (protocol !== 'http:' && protocol !== 'https:')
    return `Only http and https are supported, not ${protocol}`;
  const port = portOf(parsed);
  if (allowsHost(allow, parsed)) return undefined;
  const literal = hostname.replace(/^\[|\]$/g, '');
  if (ipaddr.isValid(literal)) {
    const problem = addressProblem(literal, port, allow);
    if (problem !== undefined) return problem;
  } else if (isLocalName(hostname)) {
    return `The name ${hostname} is this machine. ${remedyIn(allow)}`;
  }
  return foreignPorts.has(port)
    ? `Port ${port} is reserved for a protocol other than HTTP. ${remedyIn(allow)}`
    : undefined;
}

/** Why an address must not be called: it is not public, and not allowed by the operator. */
export function addressProblem(text: string, port: number, allow: EgressAllow): string | undefined {
  if (!ipaddr.isValid(text)) return `${JSON.stringify(text)} is not an internet address.`;
  const address = ipaddr.process(text);
  if (isPublic(address) || allowsAddress(allow, address, port)) return undefined;
  return `The address ${address.toString()} is not on the public internet. ${remedyIn(allow)}`;
}

function remedyIn({ setting }: EgressAllow): string {
  return `To allow it, add it to ${setting}.`;
}

/** The same for somebody who cannot change the settings of the portal. */
export function outwardProblem(problem: string, allow: EgressAllow): string {
  return problem.replace(remedyIn(allow), 'Only the operator of this portal can allow it.');
}

const globalUnicast: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3];

/** Outside 2000::/3, no IPv6 address is public, even if no registry lists it. */
function isPublic(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  return address.range() === 'unicast' && (address.kind() === 'ipv4' || address.match(globalUnicast));
}

function isLocalName(hostname: string): boolean {
  return /(^|\.)(localhost|localdomain)$|^ip6-(localhost|loopback)$/.test(plainName(hostname));
}

/** Ports that the Fetch standard blocks in browsers, because their services could misread an HTTP request. */
const foreignPorts = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104,
  109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515,
  526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049,
  3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]);
