import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, it } from 'vitest';
import { callsOf, expectCharged, expectSoundLedger } from '../../setup/call-expectations.ts';
import { type CallPortal, makeAccount, startCallPortal } from '../../setup/call-portal.ts';
import { openCall, readReply } from '../../setup/send-call.ts';

/** What is under way may take so long. Nothing else may take it. */
const stopLimitMs = 25_000;
const shortStop = fileURLToPath(new URL('../../setup/short-stop.cjs', import.meta.url));

/** A client that goes away pays for these. */
const dear = ['quoted', 'settled'].map((charge) => ({
  slug: `left-${charge}`,
  charges: { clientGone: charge, partialStream: charge },
}));

let portal: CallPortal;
afterEach(() => portal.stop());

/** A portal that is about to stop. `variables` may make its limit short. */
async function start(variables: Record<string, string> = {}) {
  portal = await startCallPortal(variables, dear, { pages: false, toolbox: false });
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

it('a call whose client does not read is cut before the limit of a stop, and costs nothing', async () => {
  const { dataFolder, url, key, id } = await start();
  const script = { type: 'text/event-stream', chunks: [`data: ${'x'.repeat(100_000)}\n\n`], times: 90 };
  const streams = await Promise.all(
    dear.map(({ slug }) => openCall(url, slug, { size: 3, script }, { key })),
  );
  await Promise.all(streams.map((stream) => once(stream, 'readable')));
  const before = performance.now();
  process.kill(portal.pid, 'SIGTERM');
  expect(await portal.exited).toEqual({ code: 0, signal: null });
  expect(performance.now() - before).toBeLessThan(stopLimitMs);
  for (const stream of streams) stream.destroy();
  await expectSoundLedger(dataFolder);
  expect((await callsOf(dataFolder, id)).map(({ charged }) => charged)).toEqual(dear.map(() => 0));
  expect(portal.output().match(/"event":"call".*"problem":"portal-stopped"/g)).toHaveLength(dear.length);
});

it('what does not finish in time is cut, given back, and does not keep the portal from its end', async () => {
  const { control, dataFolder, key, id } = await start({ NODE_OPTIONS: `--require ${shortStop}` });
  const calls = ['scripted', 'patient'].map((product) =>
    portal.call(product, { size: 3, script: { name: 'never', gate: 'never' } }, { key }).catch(String),
  );
  await control.arrived('never', 2);
  process.kill(portal.pid, 'SIGTERM');
  expect(await portal.exited).toEqual({ code: 0, signal: null });
  await Promise.all(calls);
  await expectSoundLedger(dataFolder);
  expect((await callsOf(dataFolder, id)).map(({ charged }) => charged)).toEqual([0, 0]);
});
