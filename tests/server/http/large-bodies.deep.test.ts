import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { jsonOf } from '../../../server/inputs/prepare-input.ts';
import { expectCharged } from '../../setup/call-expectations.ts';
import { type CallPortal, makeAccount, startCallPortal } from '../../setup/call-portal.ts';
import { type IdleServer, startIdleServer } from '../../setup/idle-server.ts';
import { slowness } from '../../setup/machine-pace.ts';
import { openCall, readReply } from '../../setup/send-call.ts';
import { byUse } from '../../setup/test-catalogue.ts';

const mib = 1024 * 1024;
const limits = { bodyBytes: 32 * mib };
const schema = {
  type: 'object',
  properties: {
    size: { type: 'integer', minimum: 0, maximum: 1_000, default: 1 },
    script: { type: 'object' },
    text: { type: 'string' },
    keys: { type: 'object' },
    rows: { type: 'array', items: { type: 'object', additionalProperties: { type: 'string' } } },
  },
};

let portal: CallPortal;
let idle: IdleServer;
let key: string;
beforeAll(async () => {
  idle = await startIdleServer();
  portal = await startCallPortal({ FAREBOX_GUEST_CREDITS: '100000' }, [
    { slug: 'large', limits, schema },
    { slug: 'large-metered', limits, schema, lines: byUse },
    { slug: 'large-reply', limits: { responseBytes: 100 * mib }, lines: byUse },
  ]);
  ({ key } = await makeAccount(portal.dataFolder, 1_000));
});
afterAll(() => Promise.all([portal.stop(), idle.stop()]));

interface Reply {
  status: number;
  json: unknown;
}

const agent = new Agent({ keepAlive: true });

function send(method: string, path: string, body = ''): Promise<Reply> {
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  return new Promise((resolve, reject) => {
    const sent = request(new URL(path, portal.url), { method, headers, agent }, (response) => {
      json(response).then((answer) => resolve({ status: response.statusCode ?? 0, json: answer }), reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

const estimate = (body: string) => send('POST', '/api/product/credits/required/large?detail=full', body);

const manyKeys = Object.fromEntries(Array.from({ length: 60_000 }, (_, index) => [`key${index}`, index]));
const table = Array.from({ length: 10_000 }, (_, row) =>
  Object.fromEntries(Array.from({ length: 10 }, (_, column) => [`column ${column}`, `${row} ${column}`])),
);

describe('an input that a thread reads', () => {
  test('makes the same call and the same estimate as a small one', async () => {
    const small = await portal.call('large', { size: 7, text: 'a' });
    const large = await portal.call('large', { size: 7, text: 'a'.repeat(100_000), rows: table });
    expectCharged(small, 7);
    expectCharged(large, 7);
    const input = { script: { name: 'sent' }, size: 7, text: 'a'.repeat(100_000), rows: table };
    expectCharged(await portal.call('large', input), 7);
    const [sent] = (await portal.control.seen('sent')).requests;
    expect(JSON.parse(sent?.text ?? '')).toEqual(input);
    for (const text of ['a', 'a'.repeat(100_000)])
      expect(await estimate(JSON.stringify({ size: 7, text, unknown: 1 }))).toMatchObject({
        status: 200,
        json: { credits: 7, quote: expect.any(String), missing: [], invalid: [], ignored: ['unknown'] },
      });
  });

  test('is refused with the same problems', async () => {
    const filling = 'a'.repeat(100_000);
    const refused = async (body: string) =>
      (await send('POST', '/api/product/developer/call/large', body)).json;
    expect(await refused(`{"text":"${filling}","size":"x"}`)).toMatchObject({
      code: 'validation',
      errors: [{ pointer: '/size' }],
    });
    expect(await refused(`{"text":"${filling}","text":1}`)).toMatchObject({ code: 'duplicate-key' });
    expect(await refused(`["${filling}"]`)).toMatchObject({ code: 'not-an-object' });
  });

  test('is priced by what was used, and its answer comes again under the same key', async () => {
    const script = { name: 'metered', type: 'application/json', chunks: ['{"usage":{"used":3}}'] };
    const input = { script, size: 9, text: 'a'.repeat(100_000) };
    const again = { headers: { 'idempotency-key': 'large-1' } };
    expectCharged(await portal.call('large-metered', input, again), 3);
    const replayed = await portal.call('large-metered', input, again);
    expect(replayed.headers['idempotency-replayed']).toBe('true');
    expect(await portal.control.count('metered')).toBe(1);
    const other = await portal.call('large-metered', { ...input, size: 8 }, again);
    expect(other.json).toMatchObject({ code: 'idempotency-key-reused' });
  });
});

interface Waits {
  portalMs: number;
  /** What a server that has nothing else to do takes on the same machine at the same time. */
  idleMs: number;
}

/** The medians of some seconds in which others repeat a request that succeeds. */
async function waitsBeside(others: number, repeated: () => Promise<number>): Promise<Waits> {
  const ends = performance.now() + 4_000;
  const statuses = new Set<number>();
  const repeating = Array.from({ length: others }, async () => {
    while (performance.now() < ends) statuses.add(await repeated());
  });
  const portalMs: number[] = [];
  const idleMs: number[] = [];
  while (performance.now() < ends) {
    portalMs.push(await timeOf('/api/health'));
    idleMs.push(await timeOf(idle.url));
    await setTimeout(5);
  }
  await Promise.all(repeating);
  expect([...statuses]).toEqual([200]);
  return { portalMs: median(portalMs), idleMs: median(idleMs) };
}

async function timeOf(path: string): Promise<number> {
  const start = performance.now();
  expect(await send('GET', path)).toMatchObject({ status: 200 });
  return performance.now() - start;
}

const median = (times: number[]) => times.sort((a, b) => a - b)[times.length >> 1] ?? Number.NaN;

function expectAtOnce({ portalMs, idleMs }: Waits): void {
  expect(portalMs).toBeLessThanOrEqual(20 * slowness() + 2 * idleMs);
}

describe('nobody waits for somebody who sends much', () => {
  test.each([
    ['780 kB of small keys', JSON.stringify({ keys: manyKeys }), 2],
    ['28 MB of text', JSON.stringify({ text: 'a'.repeat(28_000_000) }), 1],
  ])('%s', async (_what, body, senders) => {
    await estimate(body);
    expectAtOnce(await waitsBeside(senders, async () => (await estimate(body)).status));
  });
});

describe('a large reply that a metered price reads', () => {
  const rows = (times: number, tail: string) => ({
    ...{ type: 'application/json', head: '{"rows":[', chunks: ['{"a":1},'.repeat(1_000)] },
    ...{ times, tail: `0]${tail}` },
  });

  test('is settled as a small one, and is free where it does not say what was used', async () => {
    for (const times of [1, 100]) {
      const call = (tail: string) =>
        portal.call('large-reply', { size: 9, script: rows(times, tail) }, { key });
      const reply = await call(',"usage":{"used":4}}');
      expectCharged(reply, 4);
      const receipt = await fetch(`${portal.url}/api/calls/${reply.callId}`, {
        headers: { authorization: `Bearer ${key}` },
      });
      expect(await receipt.json()).toMatchObject({
        charged: 4,
        usage: { used: 4 },
        priced: { by: 'settled', lines: [{ label: 'Use', quantity: '4', amount: '4' }] },
      });
      for (const tail of ['}', '']) {
        const unread = await call(tail);
        expect([unread.status, unread.charged, unread.json]).toEqual([
          502,
          0,
          expect.objectContaining({ code: 'upstream-unreadable' }),
        ]);
      }
    }
  });

  test('keeps nobody waiting', async () => {
    const script = rows(2_000, ',"usage":{"used":4}}');
    const { head, chunks, times, tail } = script;
    const body = Buffer.from(`${head}${chunks.join('').repeat(times)}${tail}`);
    const before = performance.now();
    expect(jsonOf(body)).toBeDefined();
    const parseMs = performance.now() - before;
    const calls = 3;
    const taken: number[] = [];
    let isOver = false;
    const calling = (async () => {
      for (let made = 0; made < calls; made += 1) {
        const reply = await openCall(portal.url, 'large-reply', { size: 9, script }, { key });
        expect([reply.statusCode, reply.headers['farebox-credits-charged']]).toEqual([200, '4']);
        await once(reply.resume(), 'close');
      }
    })().finally(() => (isOver = true));
    while (!isOver) {
      const start = performance.now();
      await send('GET', '/api/health');
      taken.push(performance.now() - start);
      await setTimeout(5);
    }
    await calling;
    // Where others wait for a reply to be parsed, one of the longest waits is for each call.
    expect(taken.sort((a, b) => b - a)[calls - 1]).toBeLessThan(parseMs / 3);
  });
});

test('a large metered reply takes room until its client has it, or is gone', async () => {
  const input = {
    size: 9,
    script: {
      ...{ type: 'application/json', head: '{"text":"', chunks: ['a'.repeat(100_000)] },
      ...{ times: 800, tail: '","usage":{"used":4}}' },
    },
  };
  const open = () => openCall(portal.url, 'large-reply', input, { key });
  const unread = await open();
  expect(unread.statusCode).toBe(200);
  const refused = await readReply(await open());
  expect([refused.status, refused.charged, refused.json]).toEqual([
    503,
    0,
    expect.objectContaining({ code: 'unavailable', detail: expect.stringContaining('large responses') }),
  ]);
  unread.destroy();
  const statusNow = async () => {
    const reply = await open();
    await once(reply.resume(), 'close');
    return reply.statusCode;
  };
  await expect.poll(statusNow).toBe(200);
  expect(await statusNow()).toBe(200);
});

describe('nobody waits for somebody who reads pages', () => {
  test('64 readers of a search', async () => {
    let turn = 0;
    const waits = await waitsBeside(64, async () => {
      const page = await fetch(`${portal.url}/?q=${(turn += 1)}`);
      await page.text();
      return page.status;
    });
    expectAtOnce(waits);
  });
});
