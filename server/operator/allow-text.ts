import type { BlockList } from 'node:net';
import type { EgressAllow } from '../gateway/egress-allow.ts';

/** A list of hosts, addresses and networks, as a person writes it. */
export function allowText({ names, networks }: EgressAllow): string {
  const withPort = (text: string, port: number | null) => (port === null ? text : `${text} port ${port}`);
  const all = [
    ...names.map(({ name, port }) => withPort(name, port)),
    ...networks.map(({ network: [address, bits], port }) => withPort(`${address.toString()}/${bits}`, port)),
  ];
  return all.join(', ') || 'none';
}

/** Node describes each network as "Subnet: IPv4 10.0.0.0/8". */
export function networksText({ rules }: BlockList): string {
  return rules.map((rule) => rule.replace(/^.*IPv[46] /, '')).join(', ') || 'none';
}
