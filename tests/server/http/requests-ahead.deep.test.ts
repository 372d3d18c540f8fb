import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { JsonObject } from '../../../lib/json/json.ts';
import { type CallPortal, makeAccount, startCallPortal } from '../../setup/call-portal.ts';
import { callsOf } from '../../setup/call-expectations.ts';

let portal: CallPortal;

beforeAll(async () => {
  portal = await startCallPortal({}, [], { pages: false, toolbox: false });
});

// It looks whether anything is held still.
afterAll(() => portal.stop());

const stream = { type: 'text/event-stream', chunks: [`data: ${'x'.repeat(1_000)}\n\n`], times: 5_000 };

it('makes a call that was sent ahead once the answer before it is out', async () => {
  const { key } = await makeAccount(portal.dataFolder, 10);
  const socket = sendAhead(key, [
    { name: 'ahead-first', gate: 'ahead-first' },
    { name: 'ahead-second', chunks: ['"the second"'] },
  ]);
  await portal.control.arrived('ahead-first');
  // This call comes later, and is answered.
  await portal.call('scripted', {}, { key });
  expect(await portal.control.count('ahead-second')).toBe(0);
  await portal.control.release('ahead-first');
  await portal.control.arrived('ahead-second');
  await untilReceived(socket, '"the second"');
  socket.destroy();
});

it('holds nothing for a stream that was sent ahead by a client who went away', async () => {
  const { id, key } = await makeAccount(portal.dataFolder, 10);
  const socket = sendAhead(key, [{ name: 'left-first', gate: 'left-first' }, stream]);
  await portal.control.arrived('left-first');
  await portal.call('scripted', {}, { key });
  socket.destroy();
  await portal.control.ended('left-first');
  await expect
    .poll(async () => (await callsOf(portal.dataFolder, id)).filter(({ state }) => state === 0))
    .toEqual([]);
});

/** Calls on one connection, without waiting for an answer. */
function sendAhead(key: string, scripts: readonly JsonObject[]): Socket {
  const { hostname, port } = new URL(portal.url);
  const socket = connect(Number(port), hostname);
  for (const script of scripts) {
    const body = JSON.stringify({ script });
    socket.write(
      `POST /api/product/developer/call/scripted HTTP/1.1\r\nHost: portal\r\nAuthorization: Bearer ${key}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
  }
  return socket;
}

async function untilReceived(socket: Socket, text: string): Promise<void> {
  let received = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    received += chunk;
  });
  while (!received.includes(text)) await once(socket, 'data');
}
