import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { JsonObject } from '../../../lib/json/json.ts';
import { callsOf, expectRefused, expectSoundLedger } from '../../setup/call-expectations.ts';
import { type CallPortal, makeAccount, startCallPortal } from '../../setup/call-portal.ts';
import { readRows } from '../../setup/rows.ts';
import { openCall, readReply } from '../../setup/send-call.ts';
import { byUse } from '../../setup/test-catalogue.ts';

const shortStop = fileURLToPath(new URL('../../setup/short-stop.cjs', import.meta.url));

const everyRow = (charge: string) => ({
  ...{ success: 'settled', upstream4xx: charge, upstream5xx: charge, timeout: charge },
  ...{ clientGone: charge, partialStream: charge },
});
const charges = ['nothing', 'quoted', 'settled'];
const flatProducts = charges.map((charge) => ({ slug: `flat-${charge}`, charges: everyRow(charge) }));
const metered = charges.map((charge) => ({
  slug: `by-use-${charge}`,
  lines: byUse,
  charges: everyRow(charge),
}));
const products = [...flatProducts, ...metered];

let portal: CallPortal;
beforeEach(async () => {
  portal = await startCallPortal({ NODE_OPTIONS: `--require ${shortStop}` }, products, {
    pages: false,
    toolbox: false,
  });
});
afterEach(() => portal.stop());

async function endingsOf(dataFolder: string): Promise<unknown[]> {
  const rows = await readRows<{ ending: string }>(dataFolder, 'SELECT ending FROM CallEnding');
  return rows.map(({ ending }) => JSON.parse(ending));
}

const usage = 'data: {"usage":{"used":2}}\n\n';
const stopped = { outcome: 'refused', problem: 'portal-stopped', charge: 'nothing' };

async function stopPortal(): Promise<void> {
  process.kill(portal.pid, 'SIGTERM');
  expect(await portal.exited).toEqual({ code: 0, signal: null });
}

it('buffered calls that the stop cuts get a problem document, and cost nothing', async () => {
  const { control, dataFolder } = portal;
  const { key, id } = await makeAccount(dataFolder, 1_000);
  const waiting = { name: 'buffered', gate: 'never' };
  const halfway = { name: 'buffered', chunks: ['{"usage":{"used":2}'], endGate: 'never' };
  const calls = products.flatMap(({ slug }) =>
    [waiting, halfway].map((script) => portal.call(slug, { size: 9, script }, { key })),
  );
  await control.arrived('buffered', calls.length);
  await stopPortal();
  for (const reply of await Promise.all(calls)) {
    expectRefused(reply, 503, 'portal-stopped');
    expect(reply.json).toMatchObject({ detail: expect.stringContaining('Nothing was charged.') });
  }
  await expectSoundLedger(dataFolder);
  expect((await callsOf(dataFolder, id)).map(({ charged }) => charged)).toEqual(calls.map(() => 0));
  expect(await endingsOf(dataFolder)).toEqual(calls.map(() => expect.objectContaining(stopped)));
  await expect.poll(portal.output).toMatch(/"event":"call".*"outcome":"refused","problem":"portal-stopped"/);
});

it('event streams that the stop cuts close with an error event and a receipt of nothing', async () => {
  const { control, dataFolder, url } = portal;
  const { key, id } = await makeAccount(dataFolder, 1_000);
  const script = { name: 'stream', type: 'text/event-stream', chunks: [usage], endGate: 'never' };
  const open = ({ slug }: { slug: string }) => openCall(url, slug, { size: 9, script }, { key });
  const streams = await Promise.all(products.map(open));
  await Promise.all(streams.map((stream) => once(stream, 'readable')));
  await control.arrived('stream', streams.length);
  const replies = streams.map(readReply);
  await stopPortal();
  for (const reply of await Promise.all(replies)) {
    expect([reply.status, reply.complete]).toEqual([200, true]);
    expect(reply.text.startsWith(usage)).toBe(true);
    expect(reply.text).toMatch(/event: error\ndata: .*"code":"portal-stopped","charged":0/);
    expect(reply.text).toMatch(/: farebox-receipt .*"charged":0,/);
  }
  await expectSoundLedger(dataFolder);
  expect((await callsOf(dataFolder, id)).map(({ charged }) => charged)).toEqual(products.map(() => 0));
  expect(await endingsOf(dataFolder)).toEqual(products.map(() => expect.objectContaining(stopped)));
});

it('a client that does not read, or left for good, changes nothing about what the stop cuts', async () => {
  const { control, dataFolder, url } = portal;
  const { key, id } = await makeAccount(dataFolder, 1_000);
  const large: JsonObject = {
    type: 'text/event-stream',
    chunks: [`data: ${'x'.repeat(100_000)}\n\n`],
    times: 90,
  };
  const unread = await Promise.all(
    products.map(({ slug }) => openCall(url, slug, { size: 9, script: large }, { key })),
  );
  const leaving = new AbortController();
  const left = { name: 'left', gate: 'never' };
  const caller = { key, signal: leaving.signal };
  const call = openCall(url, 'flat-settled', { size: 9, script: left }, caller);
  await control.arrived('left');
  leaving.abort();
  await expect(call).rejects.toThrow(/abort/);
  await stopPortal();
  for (const stream of unread) stream.destroy();
  await expectSoundLedger(dataFolder);
  expect((await callsOf(dataFolder, id)).map(({ charged }) => charged)).toEqual(
    [...products, 'left'].map(() => 0),
  );
  expect(await endingsOf(dataFolder)).toEqual(
    [...products, 'left'].map(() => expect.objectContaining(stopped)),
  );
});

it('a client that left before the cut pays what its charge table says', async () => {
  const { control, dataFolder, url } = portal;
  const { key, id } = await makeAccount(dataFolder, 1_000);
  const leaving = new AbortController();
  const script = { name: 'gone', gate: 'never' };
  const call = openCall(url, 'flat-quoted', { size: 9, script }, { key, signal: leaving.signal });
  await control.arrived('gone');
  process.kill(portal.pid, 'SIGTERM');
  leaving.abort();
  await expect(call).rejects.toThrow(/abort/);
  expect(await portal.exited).toEqual({ code: 0, signal: null });
  expect((await callsOf(dataFolder, id)).map(({ charged }) => charged)).toEqual([9]);
  expect(await endingsOf(dataFolder)).toMatchObject([{ outcome: 'clientGone', problem: 'client-gone' }]);
});
