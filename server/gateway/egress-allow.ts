import ipaddr from 'ipaddr.js';
import { type Operation, serverAddress } from '../../lib/operation/operation.ts';
import { allowedByOwners } from '../../lib/operator/private-address.ts';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

interface AllowedName {
  name: string;
  /** Null for every port. */
  port: number | null;
}

interface AllowedNetwork {
  network: [Address, number];
  port: number | null;
}

/** Additional addresses that the operator allows. */
export interface EgressAllow {
  names: readonly AllowedName[];
  networks: readonly AllowedNetwork[];
  /** The name of the setting that has the list. */
  setting: string;
  /** What owners allow in the console. Absent where they cannot. */
  byOwners?: OwnersAllow;
}

/** Host names that owners allow: unlike those of the setting, only with addresses within the fence. */
interface OwnersAllow {
  names: readonly AllowedName[];
  fence: EgressFence;
}

/** The networks of which owners can allow addresses. */
export type EgressFence = Pick<EgressAllow, 'networks'>;

/** The private networks. Not in it: this machine, link-local addresses, and those that providers share. */
export const usualFence = '10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16, fc00::/7';

/** Where clouds give their machines credentials. Only a fence that names one of them as it is has it. */
const metadataAddresses = ['169.254.169.254', 'fd00:ec2::254', '100.100.100.200', 'fd20:ce::254'].map(
  (text) => ipaddr.process(text),
);

/** Parses networks and addresses, or `none`. Returns what is wrong as the end of a sentence. */
export function parseEgressFence(text: string): EgressFence | string {
  if (text.trim() === 'none') return { networks: [] };
  const parsed = parseEgressAllow(text);
  const wrong = typeof parsed === 'string' ? parsed : parsed.names[0]?.name;
  if (typeof parsed === 'string' || wrong !== undefined)
    return `must list networks and addresses, or be none; ${JSON.stringify(wrong)} is not one of these`;
  return { networks: parsed.networks };
}

function isInFence({ networks }: EgressFence, address: Address, port: number): boolean {
  const isMetadata = metadataAddresses.some((one) => one.toString() === address.toString());
  const isWhole = ({ network: [of, bits] }: AllowedNetwork) => bits === (of.kind() === 'ipv4' ? 32 : 128);
  const telling = isMetadata ? networks.filter(isWhole) : networks;
  return allowsAddress({ networks: telling }, address, port);
}

/** What the setting allows, and what owners do. An address that is outside of the fence by now is not allowed any more. */
export function withOwners(allow: EgressAllow, entries: readonly string[], fence: EgressFence): EgressAllow {
  const parsed = entries.map((entry) => parseEgressAllow(entry)).filter((one) => typeof one !== 'string');
  const networks = parsed
    .flatMap((one) => one.networks)
    .filter(({ network: [address], port }) => port !== null && isInFence(fence, address, port));
  return {
    ...allow,
    networks: [...allow.networks, ...networks],
    byOwners: { names: parsed.flatMap(({ names }) => names).filter(({ port }) => port !== null), fence },
  };
}

/** One host or address with its port as an owner allows it, in its usual spelling; or why that is impossible. */
export function ownersEntry(text: string, fence: EgressFence): { address: string } | { problem: string } {
  const parsed = /[\s,/]/.test(text) ? undefined : parseEgressAllow(text);
  const [name, network] =
    parsed === undefined || typeof parsed === 'string' ? [] : [parsed.names[0], parsed.networks[0]];
  const port = name?.port ?? network?.port ?? null;
  if (port === null || typeof parsed !== 'object')
    return {
      problem: 'Expected one host or address with its port, such as api.internal:8080 or 10.1.2.3:8080.',
    };
  if (foreignPorts.has(port))
    return {
      problem: `Port ${port} is reserved for a protocol other than HTTP. Only the environment allows it.`,
    };
  const address = network?.network[0];
  if (address && isPublic(address))
    return { problem: 'It is on the public internet, which calls may reach without this.' };
  const isHere = name !== undefined && isLocalName(name.name);
  const reached = isHere ? ipaddr.process('127.0.0.1') : address;
  if (reached && !isInFence(fence, reached, port))
    return {
      problem: `Owners cannot allow ${reached.toString()}: it is outside of what FAREBOX_EGRESS_OWNERS lets them allow.`,
    };
  return { address: egressAllowText(parsed) };
}

export const nothingAllowed: EgressAllow = {
  names: [],
  networks: [],
  setting: 'FAREBOX_EGRESS_ALLOW',
};

/** More than any network needs. Every new connection scans the list. */
const mostEntries = 1_000;

/** Parses hosts, addresses (each with an optional port) and networks. Returns an invalid entry as a string. */
export function parseEgressAllow(text: string, setting = nothingAllowed.setting): EgressAllow | string {
  const names: AllowedName[] = [];
  const networks: AllowedNetwork[] = [];
  const entries = text.split(/[\s,]+/).filter((entry) => entry !== '');
  if (entries.length > mostEntries) return `${entries.length} entries`;
  for (const entry of entries) {
    const network = parseNetwork(entry);
    const name = network ? undefined : parseName(entry);
    if (network) networks.push(network);
    else if (name) names.push(name);
    else return entry;
  }
  return { names, networks, setting };
}

/** The list as FAREBOX_EGRESS_ALLOW has it, for another process. */
export function egressAllowText({ names, networks }: EgressAllow): string {
  const ofNetwork = ({ network: [address, bits], port }: AllowedNetwork) => {
    if (port === null) return `${address.toString()}/${bits}`;
    return address.kind() === 'ipv4' ? `${address.toString()}:${port}` : `[${address.toString()}]:${port}`;
  };
  const ofName = ({ name, port }: AllowedName) => (port === null ? name : `${name}:${port}`);
  return [...names.map(ofName), ...networks.map(ofNetwork)].join(' ');
}

/** Whether the list has the host name. Then all its addresses are allowed, too. */
export function allowsName({ names }: EgressAllow, hostname: string, port: number): boolean {
  const wanted = plainName(hostname);
  return names.some((one) => one.name === wanted && (one.port === null || one.port === port));
}

/** Owners allow the host name, and the address is where the fence lets them. */
function allowsForOwners(
  { byOwners }: EgressAllow,
  hostname: string,
  address: Address,
  port: number,
): boolean {
  if (!byOwners) return false;
  const wanted = plainName(hostname);
  const isNamed = byOwners.names.some((one) => one.name === wanted && one.port === port);
  return isNamed && isInFence(byOwners.fence, address, port);
}

function allowsAddress({ networks }: EgressFence, address: Address, port: number): boolean {
  return networks.some(
    (one) =>
      (one.port === null || one.port === port) &&
      one.network[0].kind() === address.kind() &&
      address.match(one.network),
  );
}

/** Whether the operator named the host of a URL, or its network if the host is an address. */
export function allowsHost(allow: EgressAllow, url: URL): boolean {
  const { hostname } = url;
  const port = portOf(url);
  const literal = hostname.replace(/^\[|\]$/g, '');
  if (allowsName(allow, hostname, port)) return true;
  if (allow.byOwners?.names.some((one) => one.name === plainName(hostname) && one.port === port)) return true;
  return ipaddr.isValid(literal) && allowsAddress(allow, ipaddr.process(literal), port);
}

/** The port of an http or https URL. */
export function portOf({ protocol, port }: URL): number {
  if (port !== '') return Number(port);
  return protocol === 'https:' ? 443 : 80;
}

/** In lower case, without a trailing dot. */
function plainName(hostname: string): string {
  return hostname.toLowerCase().replace(/\.$/, '');
}

function parseNetwork(entry: string): AllowedNetwork | undefined {
  if (ipaddr.isValidCIDR(entry)) return { network: ipaddr.parseCIDR(entry), port: null };
  const [, bracketed, plain, port] =
    /^(?:\[([^\]]+)\]|([^:]+|[^:]*:[^:]*:.*?))(?::(\d+))?$/.exec(entry) ?? [];
  const text = bracketed ?? plain ?? '';
  const isWholeIpv6 = bracketed === undefined && ipaddr.IPv6.isValid(entry);
  const written = isWholeIpv6 ? entry : text;
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(written) || ipaddr.IPv6.isValid(written);
  const portNumber = isWholeIpv6 ? null : parsePort(port);
  if (!isAddress || portNumber === undefined) return undefined;
  const address = ipaddr.process(written);
  return { network: [address, address.kind() === 'ipv4' ? 32 : 128], port: portNumber };
}

function parseName(entry: string): AllowedName | undefined {
  const [, name, port] = /^([A-Za-z0-9_](?:[A-Za-z0-9_.-]*[A-Za-z0-9_.])?)(?::(\d+))?$/.exec(entry) ?? [];
  const portNumber = parsePort(port);
  // A name that ends in a number is an unusual spelling of an address, which would never match.
  if (name === undefined || portNumber === undefined || /(^|\.)(\d+|0x[0-9a-f]*)\.?$/i.test(name))
    return undefined;
  return { name: plainName(name), port: portNumber };
}

function parsePort(text: string | undefined): number | null | undefined {
  if (text === undefined) return null;
  const port = Number(text);
  return port >= 1 && port <= 65535 ? port : undefined;
}

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

/** Why an address must not be called: it is not public, and not allowed. `hostname`: that it was resolved from. */
export function addressProblem(
  text: string,
  port: number,
  allow: EgressAllow,
  hostname = '',
): string | undefined {
  if (!ipaddr.isValid(text)) return `${JSON.stringify(text)} is not an internet address.`;
  const address = ipaddr.process(text);
  if (isPublic(address) || allowsAddress(allow, address, port)) return undefined;
  if (allowsForOwners(allow, hostname, address, port)) return undefined;
  const { byOwners } = allow;
  const remedy = byOwners && isInFence(byOwners.fence, address, port) ? allowedByOwners : remedyIn(allow);
  return `The address ${address.toString()} is not on the public internet. ${remedy}`;
}

function remedyIn({ setting }: EgressAllow): string {
  return `To allow it, add it to ${setting}.`;
}

/** The same for somebody who cannot change the settings of the portal. */
export function outwardProblem(problem: string, allow: EgressAllow): string {
  const only = 'Only the operator of this portal can allow it.';
  return problem.replace(remedyIn(allow), only).replace(allowedByOwners, only);
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

/**
 * Why the gateway would never call the server of a template, as far as that is known without a call. The portal fills
 * in the port of the toolbox, which is always allowed.
 */
export function templateEgressProblem(operation: Operation, allow: EgressAllow): string | undefined {
  if (/^http:\/\/127\.0\.0\.1:\{toolboxPort\}(\/|$)/.test(operation.server.url)) return undefined;
  const problem = egressProblem(serverAddress(operation), allow);
  return problem === undefined ? undefined : `egress-blocked: ${problem}`;
}
