import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Problem } from '../../../lib/problem/problem.ts';
import { ClientConnection } from '../../../server/http/client-connection.ts';
import { listenOnLoopback } from '../../setup/listen-on-loopback.ts';
import { openPortalUnderTest, type PortalUnderTest } from '../../setup/portal-under-test.ts';

const mib = 1024 * 1024;
const chunk = Buffer.alloc(mib);

let portal: PortalUnderTest;
let port: number;
/** Says what became of the body, and leaves the answer open. */
const server = createServer((incoming, outgoing) => {
  new ClientConnection(portal.context, incoming, outgoing).body(1024 * mib).then(
    () => void outgoing.write('taken'),
    () => void outgoing.write('refused'),
  );
});

beforeAll(async () => {
  portal = await openPortalUnderTest({});
  port = await listenOnLoopback(server);
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await portal.close();
});

/** What becomes of a body of so many MiB; its connection stays. */
async function send(from: string, mebibytes: number): Promise<string> {
  const incoming = await new Promise<IncomingMessage>((resolve, reject) => {
    const outgoing = request({ port, method: 'POST', localAddress: from, agent: false }, resolve);
    outgoing.on('error', reject);
    for (let sent = 0; sent < mebibytes; sent += 1) outgoing.write(chunk);
    outgoing.end();
  });
  return new Promise((resolve) => incoming.setEncoding('utf8').once('data', resolve));
}

test('a listener hears once that a request is over: answered, left by its client, or over before', async () => {
  for (const ending of ['sent', 'left', 'over before'] as const) {
    let told = 0;
    await new Promise<void>((resolve) => {
      const one = createServer((incoming, outgoing) => {
        const arrival = new ClientConnection(portal.context, incoming, outgoing);
        const listen = () => arrival.whenOver(() => (told += 1));
        if (ending !== 'over before') listen();
        outgoing.once('close', () => {
          if (ending === 'over before') listen();
          one.close();
          resolve();
        });
        expect(told).toBe(0);
        if (ending === 'left') outgoing.write('half');
        else outgoing.end('whole');
      });
      void listenOnLoopback(one).then((at) => {
        const sent = request({ port: at, agent: false }, (answer) => {
          if (ending === 'left') sent.destroy();
          else answer.resume();
        });
        sent.on('error', () => {}).end();
      });
    });
    expect([ending, told]).toEqual([ending, 1]);
  }
});

/** Sends a request and cuts the connection, so that the other end finds both at once. */
const sendAndReset = `
  const { port, over } = require('node:worker_threads').workerData;
  const socket = require('node:net').connect(port, '127.0.0.1', () => {
    socket.write('GET / HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n', () => socket.resetAndDestroy());
  });
  socket.on('close', () => {
    Atomics.store(over, 0, 1);
    Atomics.notify(over, 0);
  });`;

test('a request whose connection was cut before it was read is nobody’s', async () => {
  const addresses: unknown[] = [];
  const one = createServer((incoming, outgoing) => {
    const arrival = new ClientConnection(portal.context, incoming, outgoing);
    try {
      addresses.push(arrival.address);
    } catch (error) {
      addresses.push(error);
    }
    one.close();
  });
  const at = await listenOnLoopback(one);
  const over = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(sendAndReset, { eval: true, workerData: { port: at, over } });
  // This thread accepts the connection when all of it is over.
  expect(Atomics.wait(over, 0, 0, 60_000)).not.toBe('timed-out');
  await once(one, 'close');
  expect(addresses).toEqual([new Problem('bad-request', 'The connection closed before the response.')]);
  await worker.terminate();
});

test('a body that is refused keeps nobody else out', async () => {
  expect(await send('127.0.0.1', 200)).toBe('refused');
  expect(await send('127.0.0.2', 100)).toBe('taken');
  // That one is held still: it leaves half of the rest.
  expect(await send('127.0.0.3', 100)).toBe('refused');
  expect(await send('127.0.0.3', 60)).toBe('taken');
});
