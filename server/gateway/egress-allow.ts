import ipaddr from 'ipaddr.js';

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

export function allowsAddress({ networks }: EgressAllow, address: Address, port: number): boolean {
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
  return ipaddr.isValid(literal) && allowsAddress(allow, ipaddr.process(literal), port);
}

/** The port of an http or https URL. */
export function portOf({ protocol, port }: URL): number {
  if (port !== '') return Number(port);
  return protocol === 'https:' ? 443 : 80;
}

/** In lower case, without a trailing dot. */
export function plainName(hostname: string): string {
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
