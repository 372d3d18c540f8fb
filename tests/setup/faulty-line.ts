import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { listenOnLoopback } from './listen-on-loopback.ts';

/** What goes wrong on the way, after so many bytes of the answer (0 where it is not said). */
export type LineFault =
  | { kind: 'none' }
  /** No one listens. */
  | { kind: 'refuse' }
  /** The connection is reset. */
  | { kind: 'reset'; afterBytes?: number }
  /** It stays open, and nothing comes any more. */
  | { kind: 'stall'; afterBytes?: number }
  /** The rest comes byte by byte. */
  | { kind: 'trickle'; afterBytes?: number; everyMs: number }
  /** It ends as if all had come. */
  | { kind: 'truncate'; afterBytes?: number }
  /** It ends with what is no HTTP. */
  | { kind: 'garble' }
  /** The rest never ends, as fast as it is taken. */
  | { kind: 'flood'; afterBytes?: number };

export interface FaultyLine {
  url: string;
  /** Connections that were made to it. */
  readonly connections: number;
  /** Those that are open. */
  readonly open: number;
  /** Bytes that were written to its clients, or tried to be. */
  readonly answerBytes: number;
  /** Holds from the next connection on; `refuse` from now on. */
  setFault(fault: LineFault): Promise<void>;
  /** Ends the connections that are open. */
  endConnections(how: 'end' | 'reset'): Promise<void>;
  close(): Promise<void>;
}

/** A line to a server on loopback, which does to its answers what networks do. It can change its ways. */
export async function startFaultyLine(
  targetPort: number,
  first: LineFault = { kind: 'none' },
): Promise<FaultyLine> {
  let fault: LineFault = { kind: 'none' };
  const counts = { connections: 0, answerBytes: 0 };
  const open = new Set<Socket>();
  const server = createServer({ allowHalfOpen: false }, (client) => {
    counts.connections += 1;
    open.add(client);
    client.on('error', () => {});
    client.once('close', () => open.delete(client));
    relay(client, targetPort, fault, (bytes) => {
      counts.answerBytes += bytes.length;
      return client.write(bytes);
    });
  });
  const close = async () => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    for (const socket of open) socket.destroy();
    await closed;
  };
  const port = await listenOnLoopback(server);
  const line: FaultyLine = {
    close,
    url: `http://127.0.0.1:${port}`,
    get connections() {
      return counts.connections;
    },
    get open() {
      return open.size;
    },
    get answerBytes() {
      return counts.answerBytes;
    },
    async setFault(next) {
      fault = next;
      if (next.kind === 'refuse') await close();
      else if (!server.listening) await listenOnLoopback(server, { port });
    },
    async endConnections(how) {
      const closed = [...open].map((socket) => once(socket, 'close'));
      for (const socket of open) {
        if (how === 'reset') socket.resetAndDestroy();
        else socket.end();
      }
      await Promise.all(closed);
    },
  };
  await line.setFault(first);
  return line;
}

type Write = (bytes: Buffer) => boolean;

function relay(client: Socket, targetPort: number, fault: LineFault, write: Write): void {
  const target = connect(targetPort, '127.0.0.1');
  target.on('error', () => client.destroy());
  client.once('close', () => target.destroy());
  client.pipe(target);
  if (fault.kind === 'none' || fault.kind === 'refuse') {
    target.on('data', (chunk: Buffer) => {
      if (write(chunk)) return;
      target.pause();
      client.once('drain', () => target.resume());
    });
    target.once('end', () => client.end());
    return;
  }
  let left = 'afterBytes' in fault ? (fault.afterBytes ?? 0) : 0;
  const rest: Buffer[] = [];
  let isBroken = false;
  target.on('data', (chunk: Buffer) => {
    const passed = chunk.subarray(0, left);
    left -= passed.length;
    if (passed.length > 0) write(passed);
    rest.push(chunk.subarray(passed.length));
    if (left > 0 || isBroken) return;
    isBroken = true;
    breakOff(client, fault, rest, write);
  });
}

function breakOff(client: Socket, fault: LineFault, rest: Buffer[], write: Write): void {
  if (fault.kind === 'reset') client.resetAndDestroy();
  if (fault.kind === 'truncate') client.end();
  if (fault.kind === 'garble') client.end('This is not HTTP.\r\n\r\n');
  if (fault.kind === 'flood') flood(client, write);
  if (fault.kind === 'trickle') trickle(client, fault.everyMs, rest, write);
}

function flood(client: Socket, write: Write): void {
  const bytes = Buffer.alloc(64 * 1024, 'f');
  const more = () => {
    while (!client.destroyed && write(bytes));
  };
  client.on('drain', more);
  more();
}

function trickle(client: Socket, everyMs: number, rest: Buffer[], write: Write): void {
  const timer = setInterval(() => {
    const [first] = rest;
    if (first && first.length > 0) {
      write(first.subarray(0, 1));
      rest[0] = first.subarray(1);
    } else rest.shift();
  }, everyMs);
  client.once('close', () => clearInterval(timer));
}
