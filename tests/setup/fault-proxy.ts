import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { freePort } from './free-port.ts';
import { listenOnLoopback } from './listen-on-loopback.ts';

/** What goes wrong between the portal and an upstream. */
export const faults = ['refuse', 'reset', 'stall', 'trickle', 'truncate', 'flood', 'garble'] as const;
export type Fault = (typeof faults)[number];

export interface FaultProxy {
  port: number;
  close: () => Promise<void>;
}

const trickleMs = 100;

/** A TCP proxy before an upstream, with one fault. */
export async function startFaultProxy(fault: Fault, upstreamPort: number): Promise<FaultProxy> {
  // Nobody listens there: connecting is refused.
  if (fault === 'refuse') return { port: await freePort(), close: async () => {} };
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    socket.once('data', (request) => misbehave[fault](socket, request, upstreamPort));
  });
  const port = await listenOnLoopback(server);
  return {
    port,
    async close() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}

type Misbehave = (socket: Socket, request: Buffer, upstreamPort: number) => void;

const misbehave: Record<Exclude<Fault, 'refuse'>, Misbehave> = {
  reset: (socket) => socket.resetAndDestroy(),
  stall: (socket) => socket.resume(),
  garble: (socket) => socket.end('This is not HTTP.\r\n\r\n'),
  flood: (socket) => flood(socket),
  truncate: (socket, request, port) =>
    void answerOf(request, port).then((answer) => socket.end(answer.subarray(0, -5))),
  trickle: (socket, request, port) => void answerOf(request, port).then((answer) => trickle(socket, answer)),
};

/** An answer without end. */
function flood(socket: Socket): void {
  const chunk = Buffer.alloc(64 * 1024, 'x');
  socket.write('HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nConnection: close\r\n\r\n');
  const more = () => {
    while (!socket.destroyed && socket.write(chunk));
  };
  socket.on('drain', more);
  more();
}

function trickle(socket: Socket, answer: Buffer): void {
  let sent = 0;
  const timer = setInterval(() => {
    if (socket.destroyed || sent === answer.length) clearInterval(timer);
    else {
      socket.write(answer.subarray(sent, sent + 1));
      sent += 1;
    }
  }, trickleMs);
}

/** What the upstream answers, whole. */
async function answerOf(request: Buffer, port: number): Promise<Buffer> {
  const upstream = connect(port, '127.0.0.1');
  upstream.write(request.toString('latin1').replace(/^connection: .*$/im, 'connection: close'), 'latin1');
  return Buffer.concat(await upstream.toArray());
}
