import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { readSendQueues } from '../../../server/http/send-queues.ts';
import { UnreadResponses } from '../../../server/http/unread-responses.ts';
import { listenOnLoopback } from '../../setup/listen-on-loopback.ts';

const mib = 1024 * 1024;
/** So long that nothing in a test takes it, unless it is what the test is about. */
const never = 1_000_000;
const limits = { stalledMs: never, crowdedMs: never, unseenMs: never, stoppingMs: never, lookMs: 50 };

let server: Server;
let port: number;
const clients: Socket[] = [];
afterEach(() => {
  for (const client of clients.splice(0)) client.destroy();
  server.closeAllConnections();
  server.close();
});

/** Answers with as many bytes as the address says. */
async function serve(
  changed: Partial<typeof limits>,
  read?: typeof readSendQueues,
): Promise<UnreadResponses> {
  server = createServer((incoming, outgoing) => outgoing.end(Buffer.alloc(Number(incoming.url?.slice(1)))));
  const unread = new UnreadResponses(server, { ...limits, ...changed }, read);
  port = await listenOnLoopback(server);
  return unread;
}

/** The server's side of the connection of a client that asks for so many bytes and reads none. */
async function askWithoutReading(bytes: number, headers = ''): Promise<Socket> {
  const client = connect({ port, host: '127.0.0.1' });
  client.on('error', () => {}).pause();
  clients.push(client);
  const connected = once(server, 'connection');
  client.write(`GET /${bytes} HTTP/1.1\r\nHost: portal\r\n${headers}\r\n`);
  const [socket] = await connected;
  return socket;
}

const waiting = async (socket: Socket) => (await readSendQueues([socket]))?.get(socket);
/** An end that is no reset would leave a connection to whoever does not read. */
const untilReset = () =>
  expect.poll(() => Promise.all(clients.map(waiting))).toEqual(clients.map(() => undefined));
const untilClosed = (socket: Socket) => expect.poll(() => socket.destroyed).toBe(true);

describe.runIf(process.platform === 'linux')('what waits in the kernel', () => {
  it('is seen, though Node counts it as sent', async () => {
    await serve({});
    const socket = await askWithoutReading(mib);
    await expect.poll(() => socket.writableLength).toBe(0);
    await expect.poll(() => waiting(socket)).toBeGreaterThan(mib / 2);
    clients[0]?.resume();
    await expect.poll(() => waiting(socket)).toBe(0);
  });

  it('ends with its connection when none of it is taken', async () => {
    await serve({ stalledMs: 200 });
    await untilClosed(await askWithoutReading(mib));
    await untilReset();
  });

  it('ends so where the answer is the last one of its connection, too', async () => {
    await serve({ stalledMs: 200 });
    const socket = await askWithoutReading(mib, 'Connection: close\r\n');
    await expect.poll(() => socket.writableFinished).toBe(true);
    expect(socket.destroyed).toBe(false);
    await untilClosed(socket);
    await untilReset();
  });

  it('ends sooner where much waits in all', async () => {
    await serve({ crowdedMs: 200 });
    const sockets = [await askWithoutReading(60 * mib), await askWithoutReading(60 * mib)];
    await expect.poll(() => sockets.some(({ destroyed }) => destroyed)).toBe(true);
  });

  it('ends sooner while the portal stops', async () => {
    const unread = await serve({ stoppingMs: 200, lookMs: 60_000 });
    const socket = await askWithoutReading(mib);
    unread.hurry();
    await untilClosed(socket);
  });
});

it('a client that takes some now and then keeps its connection', async () => {
  await serve({ stalledMs: 1_000, unseenMs: 1_000 });
  const socket = await askWithoutReading(20 * mib);
  const [client] = clients;
  const before = performance.now();
  await expect
    .poll(() => client?.read(256 * 1024) && performance.now() - before, { interval: 100 })
    .toBeGreaterThan(3_000);
  expect(socket.destroyed).toBe(false);
});

it('a client that has read all keeps its connection', async () => {
  await serve({ stalledMs: 100, unseenMs: 100 });
  const socket = await askWithoutReading(mib);
  let received = 0;
  clients[0]?.on('data', (chunk: Buffer) => {
    received += chunk.length;
  });
  clients[0]?.resume();
  await expect.poll(() => received).toBeGreaterThan(mib);
  const looks = performance.now() + 500;
  await expect.poll(() => performance.now()).toBeGreaterThan(looks);
  expect(socket.destroyed).toBe(false);
});

it('where the system does not say what the kernel holds, what waits in Node has its end', async () => {
  await serve({ unseenMs: 200 }, () => Promise.resolve(undefined));
  await untilClosed(await askWithoutReading(20 * mib));
});
