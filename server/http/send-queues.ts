import { createReadStream, existsSync } from 'node:fs';
import type { Socket } from 'node:net';
import { endianness } from 'node:os';
import ipaddr from 'ipaddr.js';

/** The tables of Linux in which each TCP connection stands with the bytes that its other side has not taken yet. */
const tables = { IPv4: '/proc/net/tcp', IPv6: '/proc/net/tcp6' };

const row = /^ *\d+: ([0-9A-F]+:[0-9A-F]{4} [0-9A-F]+:[0-9A-F]{4}) [0-9A-F]{2} ([0-9A-F]{8}):/;

/**
 * How many bytes wait in the kernel for the other side of each connection. Node counts them as sent, and has no name for
 * them. Undefined where the system has no such table; a connection is absent where the table missed it this time.
 */
export async function readSendQueues(sockets: Iterable<Socket>): Promise<Map<Socket, number> | undefined> {
  if (!existsSync(tables.IPv4)) return undefined;
  const wanted = new Map<string, Socket>();
  const files = new Set<string>();
  for (const socket of sockets) {
    const { localAddress, localPort, remoteAddress, remotePort, remoteFamily } = socket;
    if (!localAddress || !remoteAddress) continue;
    wanted.set(`${tableAddress(localAddress, localPort)} ${tableAddress(remoteAddress, remotePort)}`, socket);
    files.add(remoteFamily === 'IPv6' ? tables.IPv6 : tables.IPv4);
  }
  const queues = new Map<Socket, number>();
  for (const file of files)
    for await (const lines of linesOf(file)) {
      for (const line of lines) {
        const [, ends = '', waiting = ''] = row.exec(line) ?? [];
        const socket = wanted.get(ends);
        if (socket) queues.set(socket, Number.parseInt(waiting, 16));
      }
    }
  return queues;
}

/** In pieces: with tens of thousands of connections the table has megabytes, and others are served meanwhile. */
async function* linesOf(file: string): AsyncGenerator<string[]> {
  let rest = '';
  for await (const piece of createReadStream(file, 'latin1')) {
    const lines = (rest + String(piece)).split('\n');
    rest = lines.pop() ?? '';
    yield lines;
  }
}

/** As the tables write it: each word of the address as a number of this machine, in hexadecimal. */
function tableAddress(address: string, port = 0): string {
  const bytes = ipaddr.parse(address).toByteArray();
  const words: string[] = [];
  for (let start = 0; start < bytes.length; start += 4) {
    const word = bytes.slice(start, start + 4);
    if (endianness() === 'LE') word.reverse();
    words.push(word.map((byte) => hex(byte, 2)).join(''));
  }
  return `${words.join('')}:${hex(port, 4)}`;
}

function hex(value: number, digits: number): string {
  return value.toString(16).toUpperCase().padStart(digits, '0');
}
