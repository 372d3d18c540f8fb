import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

interface AllowedName {
  name: string;
  /** Every port, where it is null. */
  port: number | null;
}

interface AllowedNetwork {
  network: [Address, number];
  port: number | null;
}

/** Where an operator lets the portal dial although the guard would not. */
export interface EgressAllow {
  names: readonly AllowedName[];
  networks: readonly AllowedNetwork[];
}

export const nothingAllowed: EgressAllow = { names: [], networks: [] };

/** More than any network needs; the list is looked through at every new connection. */
const mostEntries = 1_000;

/**
 * Reads a list of host, host:port, address, address:port, [address]:port and CIDR, between commas or spaces.
 * A string is the entry that is none of these.
 */
export function parseEgressAllow(text: string): EgressAllow | string {
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
  return { names, networks };
}

/** Whether the list names the host itself; its addresses are then the operator's choice, too. */
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

/** In lower case, without the dot that ends a name from the root. */
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
  // A name that ends in a number is an address in some spelling: it would be compared with what it never equals.
  if (name === undefined || portNumber === undefined || /(^|\.)(\d+|0x[0-9a-f]*)\.?$/i.test(name))
    return undefined;
  return { name: plainName(name), port: portNumber };
}

function parsePort(text: string | undefined): number | null | undefined {
  if (text === undefined) return null;
  const port = Number(text);
  return port >= 1 && port <= 65535 ? port : undefined;
}
