import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openTestStore } from '../../setup/data-place.ts';
import type { JsonObject } from '../../../lib/json/json.ts';
import { callsOf, expectCharged, expectRefused } from '../../setup/call-expectations.ts';
import { type CallPortal, makeAccount, startCallPortal, type TestAccount } from '../../setup/call-portal.ts';
import type { CallReply } from '../../setup/send-call.ts';
import { publishProducts, type TestProduct } from '../../setup/test-catalogue.ts';

const preload = fileURLToPath(new URL('../../setup/set-clock.cjs', import.meta.url));
const withField = (field: JsonObject, required: string[] = []) => ({
  schema: {
    type: 'object',
    properties: { size: { type: 'integer', default: 1 }, script: { type: 'object' }, extra: field },
    required,
  },
});

const changes: [slug: string, change: Partial<TestProduct>][] = [
  ['gets-dearer', { lines: [{ label: 'Call', flat: 50 }] }],
  ['gets-limits', { limits: { totalMs: 5_000 } }],
  ['gets-default', withField({ type: 'string', default: 'new' })],
  ['gets-required', withField({ type: 'string' }, ['extra'])],
  ['loses-a-field', { schema: { type: 'object', properties: { script: { type: 'object' } } }, lines: [{ label: 'Call', flat: 1 }] }],
]; // biome-ignore format: a table

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

let folder: string;
let portal: CallPortal;
let account: TestAccount;
/** How far the portal's clock is ahead. */
const advanceClock = (ms: number) => writeFileSync(join(folder, 'clock'), String(ms));
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'farebox-clock-'));
  advanceClock(0);
  const variables = { NODE_OPTIONS: `--require ${preload}`, CLOCK_FILE: join(folder, 'clock') };
  portal = await startCallPortal(
    variables,
    changes.map(([slug]) => ({ slug })),
    { pages: false, toolbox: false },
  );
}, 100_000);
beforeEach(async () => {
  account = await makeAccount(portal.dataFolder, 100);
});
afterAll(async () => {
  await portal.stop();
  await rm(folder, { recursive: true });
}, 60_000);

const keyed = (headers: Record<string, string> = {}) => ({
  key: account.key,
  headers: { 'idempotency-key': 'once', ...headers },
});

async function setStatus(slug: string, status: 0 | 1): Promise<void> {
  const { writer, close } = await openTestStore(portal.dataFolder);
  await writer.run('set-status', { slugs: [slug], status, now: Date.now() });
  await close();
}

/** The same bytes of the same call, and nothing was made or charged again. */
async function expectReplayed(again: CallReply, first: CallReply, name: string): Promise<void> {
  expectCharged(again, first.charged);
  const { callId, headers, text } = again;
  expect([callId, headers['idempotency-replayed'], text]).toEqual([first.callId, 'true', first.text]);
  expect(await portal.control.count(name)).toBe(1);
}

describe('a call that is sent again with its idempotency key gets its answer', () => {
  it('after its quote has ended, for a day', async () => {
    const input = { size: 5, script: { name: 'ended-quote' } };
    const answer = await fetch(`${portal.url}/api/product/credits/required/scripted?detail=full`, {
      method: 'POST',
      body: JSON.stringify(input),
    });
    const { quote } = z.object({ quote: z.string() }).parse(await answer.json());
    const send = () => portal.call('scripted', input, keyed({ 'farebox-quote': quote }));
    const first = await send();
    expectCharged(first, 5);
    advanceClock(dayMs - minuteMs);
    await expectReplayed(await send(), first, 'ended-quote');
    advanceClock(dayMs + minuteMs);
    expectRefused(await send(), 409, 'quote-expired');
    advanceClock(0);
  });

  it('with a quote that this portal does not know any more, as after its secret changed', async () => {
    const input = { size: 5, script: { name: 'other-secret' } };
    const first = await portal.call('scripted', input, keyed());
    const again = await portal.call('scripted', input, keyed({ 'farebox-quote': 'fbq_x' }));
    await expectReplayed(again, first, 'other-secret');
  });

  it('after the product went offline and its credits are spent', async () => {
    const script = { name: 'spent' };
    const first = await portal.call('scripted', { script }, keyed());
    expectCharged(await portal.call('scripted', { size: 99 }, { key: account.key }), 99);
    await setStatus('scripted', 0);
    await expectReplayed(await portal.call('scripted', { script }, keyed()), first, 'spent');
    // The default that it left out, and a field that is ignored, make no other call.
    const same = { size: 1, script, unknown: 1 };
    await expectReplayed(await portal.call('scripted', same, keyed()), first, 'spent');
    await setStatus('scripted', 1);
  });

  it('after the product was published anew', async () => {
    const send = (slug: string) =>
      portal.call(slug, { size: 7, script: { name: slug } }, keyed({ 'farebox-max-credits': '7' }));
    const firsts = await Promise.all(changes.map(([slug]) => send(slug)));
    await publishProducts(
      portal.dataFolder,
      portal.upstream.url,
      changes.map(([slug, change]) => ({ slug, ...change })),
    );
    for (const first of firsts) expectCharged(first, 7);
    for (const [index, [slug]] of changes.entries()) {
      const first = firsts[index] ?? expect.fail(`There was no call of ${slug}.`);
      await expectReplayed(await send(slug), first, slug);
      const other = await portal.call(slug, { size: 8, script: { name: slug } }, keyed());
      expectRefused(other, 422, 'idempotency-key-reused');
    }
  });
});

describe('a call of a product that takes smaller bodies by now', () => {
  const taking = (bodyBytes: number) => [
    { slug: 'takes-less', limits: { bodyBytes }, ...withField({ type: 'string' }) },
  ];
  const ask = (extra: string, key: string, chunked: boolean) =>
    portal.call(
      'takes-less',
      { script: { name: 'takes-less' }, extra },
      { key: account.key, headers: { 'idempotency-key': key }, chunked },
    );

  it('gets its answer where it is sent again, and is refused where it is another', async () => {
    const publish = (bodyBytes: number) =>
      publishProducts(portal.dataFolder, portal.upstream.url, taking(bodyBytes));
    await publish(200_000);
    const texts = ['x'.repeat(5_000), 'x'.repeat(100_000)];
    const firsts = await Promise.all(texts.map((text, index) => ask(text, `less-${index}`, false)));
    await publish(1_000);
    for (const chunked of [false, true])
      for (const [index, first] of firsts.entries()) {
        const text = texts[index] ?? '';
        const again = await ask(text, `less-${index}`, chunked);
        expectCharged(again, 1);
        expect([again.callId, again.headers['idempotency-replayed']]).toEqual([first.callId, 'true']);
        expectRefused(await ask(text, 'less-new', chunked), 413, 'body-too-large');
        expectRefused(await ask(`${text}y`, `less-${index}`, chunked), 422, 'idempotency-key-reused');
        expectRefused(await ask('x'.repeat(300_000), `less-${index}`, chunked), 413, 'body-too-large');
      }
    expect(await portal.control.count('takes-less')).toBe(firsts.length);
  });
});

describe('a call that was told to come again', () => {
  it('is made when it does, and paid once, where it never left the portal', async () => {
    const accounts = await Promise.all([100, 100, 100, 100].map((n) => makeAccount(portal.dataFolder, n)));
    const input = { script: { name: 'full', gate: 'full' } };
    const before: Promise<CallReply>[] = [];
    // Each caller gets three quarters of what is left. They come one after the other, because places are given in the
    // order of the holds.
    for (const [index, count] of [48, 12, 3, 1].entries()) {
      const key = accounts[index]?.key ?? '';
      for (let call = 0; call < count; call += 1) before.push(portal.call('scripted', input, { key }));
      await portal.control.arrived('full', before.length);
    }
    const send = () => portal.call('scripted', { size: 6, script: { name: 'came-again' } }, keyed());
    expectRefused(await send(), 503, 'upstream-busy');
    await portal.control.release('full');
    await Promise.all(before);
    const made = await send();
    expectCharged(made, 6);
    await expectReplayed(await send(), made, 'came-again');
  });

  it('is not made again where the upstream heard of it', async () => {
    const script = { name: 'no-more', status: 429, headers: { 'retry-after': '1' } };
    const send = () => portal.call('scripted', { script }, keyed());
    const [first, again] = [await send(), await send()];
    for (const reply of [first, again]) expectRefused(reply, 503, 'upstream-busy');
    expect([again.callId, again.headers['idempotency-replayed']]).toEqual([first.callId, 'true']);
    expect(await portal.control.count('no-more')).toBe(1);
  });
});

describe('a call that is sent again while it would be refused', () => {
  it('is 409 as long as the first is under way, then its answer, and 422 with another input', async () => {
    const input = { size: 3, script: { name: 'gated-offline', gate: 'gated-offline' } };
    const open = portal.call('scripted', input, keyed());
    await portal.control.arrived('gated-offline');
    await setStatus('scripted', 0);
    const early = await portal.call('scripted', input, keyed());
    expectRefused(early, 409, 'call-in-flight');
    expect(early.headers).toHaveProperty('retry-after');
    await portal.control.release('gated-offline');
    const first = await open;
    await expectReplayed(await portal.call('scripted', input, keyed()), first, 'gated-offline');
    for (const size of [4, 'three']) {
      const refused = await portal.call('scripted', { ...input, size }, keyed());
      expectRefused(refused, 422, 'idempotency-key-reused');
      expect(refused.json).toMatchObject({ callId: first.callId });
    }
    await setStatus('scripted', 1);
  });

  it('is refused as any where nothing was made under the key, or by another account', async () => {
    const input = { script: { name: 'never-made' } };
    await setStatus('scripted', 0);
    expectRefused(await portal.call('scripted', input, keyed()), 409, 'product-offline');
    await setStatus('scripted', 1);
    await portal.call('scripted', input, keyed());
    await setStatus('scripted', 0);
    const { key } = await makeAccount(portal.dataFolder, 10);
    expectRefused(await portal.call('scripted', input, { ...keyed(), key }), 409, 'product-offline');
    await setStatus('scripted', 1);
  });

  it('is dialled once, however many are sent while the product goes offline and comes back', async () => {
    const input = { size: 2, script: { name: 'flapping' } };
    const replies: CallReply[] = [];
    let isOver = false;
    const sender = async () => {
      while (!isOver) replies.push(await portal.call('scripted', input, keyed()));
    };
    const senders = Array.from({ length: 8 }, sender);
    for (const status of [0, 1, 0, 1, 0, 1] as const) await setStatus('scripted', status);
    isOver = true;
    await Promise.all(senders);
    replies.push(await portal.call('scripted', input, keyed()));
    expect(await portal.control.count('flapping')).toBe(1);
    expect(await callsOf(portal.dataFolder, account.id)).toHaveLength(1);
    const served = replies.filter(({ status }) => status === 200);
    expect(new Set(served.map(({ callId, text }) => callId + text)).size).toBe(1);
    const refused = replies.filter(({ status }) => status !== 200);
    for (const { json } of refused)
      expect(['call-in-flight', 'product-offline']).toContain(Object(json).code);
  }, 30_000);
});
