import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { callsOf, expectCharged, expectSoundLedger } from '../../setup/call-expectations.ts';
import { type CallPortal, makeAccount, startCallPortal } from '../../setup/call-portal.ts';
import { openCall, readReply } from '../../setup/send-call.ts';

/** What is under way may take so long. Nothing else may take it. */
const stopLimitMs = 25_000;

let portal: CallPortal;
afterEach(() => portal.stop());

/** A portal that is about to stop. */
async function start() {
  portal = await startCallPortal({}, [], { pages: false, toolbox: false });
  return { ...portal, ...(await makeAccount(portal.dataFolder, 100)) };
}

/** A request on a connection that is kept, and was opened before. */
function healthOn(agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    const outgoing = request(new URL('/api/health', portal.url), { agent }, (incoming) => {
      incoming.resume().once('end', () => resolve(incoming.statusCode ?? 0));
    });
    outgoing.on('error', reject).end();
  });
}

const refusedOr503 = (answer: Promise<number>) =>
  answer.then(
    (status) => status === 503,
    () => true,
  );

it('a stop lets calls and streams under way finish, refuses new ones, and waits for no idle connection', async () => {
  const { control, dataFolder, url, key, id } = await start();
  const kept = new Agent({ keepAlive: true, maxSockets: 1 });
  expect(await healthOn(kept)).toBe(200);
  const call = portal.call('scripted', { size: 3, script: { name: 'last-call', gate: 'last' } }, { key });
  const chunks = ['data: {"usage":{"used":4}}\n\n'];
  const script = { type: 'text/event-stream', chunks, endGate: 'last' };
  const stream = await openCall(url, 'metered', { size: 9, script }, { key });
  await once(stream, 'readable');
  await control.arrived('last-call');
  // A client who keeps its connection after its answer, and one that a browser opens ahead of what it may ask.
  const body = JSON.stringify({ size: 3, script: { name: 'kept', gate: 'last' } });
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  let answer = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    answer += text;
  });
  socket.write(
    `POST /api/product/developer/call/scripted HTTP/1.1\r\nhost: portal\r\nauthorization: Bearer ${key}\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  );
  await control.arrived('kept');
  const silent = connect(Number(new URL(url).port), '127.0.0.1');
  await once(silent, 'connect');

  process.kill(portal.pid, 'SIGTERM');
  await expect.poll(() => refusedOr503(healthOn(new Agent()))).toBe(true);
  expect(await refusedOr503(healthOn(kept))).toBe(true);
  await control.release('last');
  const before = performance.now();
  expectCharged(await call, 3);
  const streamed = await readReply(stream);
  expect([streamed.complete, streamed.text]).toEqual([
    true,
    expect.stringMatching(/farebox-receipt .*"charged":4/),
  ]);
  expect(await portal.exited).toEqual({ code: 0, signal: null });
  expect(performance.now() - before).toBeLessThan(stopLimitMs);
  expect(answer).toMatch(/^HTTP\/1.1 200 /);
  socket.destroy();
  silent.destroy();
  await expectSoundLedger(dataFolder);
  expect((await callsOf(dataFolder, id)).map(({ charged }) => charged).sort()).toEqual([3, 3, 4]);
});
