import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { JsonObject } from '../../../lib/json/json.ts';
import { type CallPortal, makeAccount, startCallPortal } from '../../setup/call-portal.ts';
import { openCall } from '../../setup/send-call.ts';

/** They end after half a minute. On a busy machine it takes its time until nothing more can be written to them. */
const patienceMs = 600_000;
/** What is under way may take 25 s, of which those who read take 4. Waiting for the others would take the rest. */
const stopLimitMs = 15_000;

let portal: CallPortal;
let key: string;
const sockets: Socket[] = [];
beforeEach(async () => {
  portal = await startCallPortal({}, [], { toolbox: false });
  ({ key } = await makeAccount(portal.dataFolder, 1_000));
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await portal.stop();
});

const kib = 'x'.repeat(1_023);
/** One that is kept, and comes again under its key for nothing. */
const replay = { type: 'text/plain', chunks: [`${kib}\n`], times: 900 };
const large = { ...replay, times: 9_000 };
const events = { type: 'text/event-stream', chunks: [`data: ${kib}\n\n`], times: 9_000 };

function callText(script: JsonObject, headers = ''): string {
  const body = JSON.stringify({ script });
  return `POST /api/product/developer/call/scripted HTTP/1.1\r\nHost: portal\r\nAuthorization: Bearer ${key}\r\n${headers}Content-Length: ${body.length}\r\n\r\n${body}`;
}

const getText = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\nHost: portal\r\n${headers}\r\n`;

function largestBuildFile(): string {
  const folder = '.next/static/chunks';
  const sizeOf = (name: string) => statSync(`${folder}/${name}`).size;
  const [largest = ''] = readdirSync(folder).sort((one, other) => sizeOf(other) - sizeOf(one));
  return `/_next/static/chunks/${largest}`;
}

/** A client that asks, and reads nothing of what it gets. */
function askWithoutReading(request: string): Socket {
  const socket = connect({ port: Number(new URL(portal.url).port), host: '127.0.0.1' });
  socket.on('error', () => {}).pause();
  socket.write(request);
  sockets.push(socket);
  return socket;
}

/** It does not read, and so hears of its end only where it writes. An empty line before a request means nothing. */
async function untilEnded(socket: Socket, message: string): Promise<number> {
  const before = performance.now();
  const hasEnded = () => {
    if (!socket.destroyed) socket.write('\r\n');
    return socket.destroyed;
  };
  await expect.poll(hasEnded, { timeout: patienceMs, interval: 250, message }).toBe(true);
  return performance.now() - before;
}

/** Reads so many bytes at a time, so often, and then the rest at once. */
async function readSlowly(incoming: IncomingMessage, bytes: number, pauseMs: number, times: number) {
  // What is cut says so by its length.
  incoming.on('error', () => {});
  let length = 0;
  for (let turn = 0; turn < times; turn += 1) {
    length += Object(incoming.read(bytes) ?? incoming.read()).length ?? 0;
    await setTimeout(pauseMs);
  }
  incoming.on('data', (chunk: Buffer) => {
    length += chunk.length;
  });
  await once(incoming, 'close');
  return { length, complete: incoming.complete };
}

it(
  'the connection of a client that never reads its answer ends, and a slow reader’s does not',
  async () => {
    const idempotent = 'Idempotency-Key: unread\r\n';
    await portal.call('scripted', { script: replay }, { key, headers: { 'idempotency-key': 'unread' } });
    const slow = readSlowly(
      await openCall(portal.url, 'scripted', { script: large }, { key }),
      64 * 1024,
      5_000,
      10,
    );
    const requests = {
      replay: callText(replay, idempotent),
      'replay, closing': callText(replay, `${idempotent}Connection: close\r\n`),
      'large reply': callText(large),
      'event stream': callText(events),
      // More than the buffers of a connection hold.
      pages: getText('/docs/operators-accounts').repeat(20),
      'build file': getText(largestBuildFile(), 'Accept-Encoding: identity\r\n'),
      problems: getText('/api/nope').repeat(1_000),
    };
    const ended = Object.entries(requests).map(async ([kind, request]) => {
      const socket = askWithoutReading(request);
      const seconds = (await untilEnded(socket, kind)) / 1_000;
      expect(seconds, kind).toBeGreaterThan(20);
    });
    await Promise.all(ended);
    await expect.poll(() => portal.output().split('"answer-not-read"').length - 1).toBe(ended.length);
    expect(await slow).toEqual({ length: 9_000 * 1_024, complete: true });
  },
  2 * patienceMs,
);

it('a stop does not wait for whoever reads nothing, and lets the others finish', async () => {
  await portal.call('scripted', { script: replay }, { key, headers: { 'idempotency-key': 'unread' } });
  for (const request of [
    callText(large),
    callText(events),
    getText('/docs/operators-accounts').repeat(20),
    callText(replay, 'Idempotency-Key: unread\r\n'),
  ])
    await once(askWithoutReading(request), 'readable');
  const streamed = await openCall(portal.url, 'scripted', { script: large }, { key });
  const whole = await new Promise<IncomingMessage>((resolve) =>
    get(`${portal.url}/docs/operators-accounts`, resolve),
  );
  const honest = [readSlowly(streamed, 512 * 1024, 500, 8), readSlowly(whole, 8 * 1024, 500, 8)];
  process.kill(portal.pid, 'SIGTERM');
  const [call, page] = await Promise.all(honest);
  const before = performance.now();
  expect(await portal.exited).toEqual({ code: 0, signal: null });
  expect(performance.now() - before).toBeLessThan(stopLimitMs);
  expect(call).toEqual({ length: 9_000 * 1_024, complete: true });
  expect(page?.complete).toBe(true);
});
