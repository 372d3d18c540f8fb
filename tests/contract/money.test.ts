import { afterAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import type { JsonObject } from '../../lib/json/json.ts';
import { givenSecrets } from '../../server/env.ts';
import { readSecrets } from '../../server/portal/read-secrets.ts';
import { signQuote } from '../../server/inputs/quote.ts';
import { callsOf, expectCharged, expectRefused, expectSoundLedger } from '../setup/call-expectations.ts';
import { makeAccount, makeAccounts, sharedPortal } from '../setup/call-portal.ts';
import { placeOf, placeVariables } from '../setup/data-place.ts';
import type { CallReply } from '../setup/send-call.ts';

const portal = sharedPortal();
afterAll(() => vi.waitFor(() => expectSoundLedger(portal.dataFolder), 60_000));

const estimate = z.object({ credits: z.int(), quote: z.string() });

async function quoteFor(product: string, input: JsonObject) {
  const answer = await fetch(`${portal.url}/api/product/credits/required/${product}?detail=full`, {
    method: 'POST',
    body: JSON.stringify(input),
  });
  return estimate.parse(await answer.json());
}

describe('credits short by one', () => {
  it('are said, with what is there and what is needed', async () => {
    const { key, id } = await makeAccount(portal.dataFolder, 6);
    const script = { name: 'short-by-one' };
    const reply = await portal.call('scripted', { size: 7, script }, { key });
    expectRefused(reply, 402, 'insufficient-credits');
    expect(reply.json).toMatchObject({ balance: 6, required: 7, shortfall: 1 });
    expect(reply.headers['farebox-credits-balance']).toBe('6');
    expect(await portal.control.count('short-by-one')).toBe(0);
    expect(await callsOf(portal.dataFolder, id)).toEqual([]);
    expectCharged(await portal.call('scripted', { size: 6, script }, { key }), 6);
    expectRefused(await portal.call('scripted', { size: 1 }, { key }), 402, 'insufficient-credits');
    expectCharged(await portal.call('scripted', { size: 0 }, { key }), 0);
  });
});

/** Each repeat is an account of its own. One at a time: the portal lets some two hundred calls wait for an upstream. */
describe('a hundred calls at once, with funds for some of them', () => {
  const calls = 100;
  const repeats = 5;

  it(`lets exactly those through that are paid for, ${repeats} times`, async () => {
    const funds = Array.from({ length: repeats }, (_, repeat) => (repeat * 23) % (calls + 1));
    const accounts = await makeAccounts(
      portal.dataFolder,
      funds.map((count) => count * 2 + (count % 2)),
    );
    const race = async (repeat: number) => {
      const { key = '', id = '' } = accounts[repeat] ?? {};
      const product = repeat % 2 === 0 ? 'scripted' : 'scripted-too';
      const name = `race-${repeat}`;
      // A busy portal says so: its callers ask again.
      const call = async () => {
        for (;;) {
          const reply = await portal.call(product, { size: 2, script: { name } }, { key });
          if (reply.status !== 503) return reply;
        }
      };
      const replies = await Promise.all(Array.from({ length: calls }, call));
      const served = replies.filter(({ status }) => status === 200);
      for (const reply of replies.filter(({ status }) => status !== 200))
        expectRefused(reply, 402, 'insufficient-credits');
      for (const reply of served) expect(reply.charged).toBe(2);
      const rows = await callsOf(portal.dataFolder, id);
      return [served.length, rows.length, await portal.control.count(name)];
    };
    for (const [repeat, count] of funds.entries())
      expect([repeat, ...(await race(repeat))]).toEqual([repeat, count, count, count]);
  });
});

describe('an idempotency key', () => {
  const keyed = (value: string) => ({ headers: { 'idempotency-key': value } });

  it('with another input is 422, and of another account or product is another key', async () => {
    const [one, two] = await makeAccounts(portal.dataFolder, [100, 100]);
    const caller = { key: one?.key ?? '', ...keyed('shared') };
    const reply = await portal.call('scripted', { size: 2 }, caller);
    expectCharged(reply, 2);
    expectRefused(await portal.call('scripted', { size: 3 }, caller), 422, 'idempotency-key-reused');
    const others = await portal.call('scripted', { size: 3 }, { ...caller, key: two?.key ?? '' });
    expectCharged(others, 3);
    expect(others.callId).not.toBe(reply.callId);
    expectCharged(await portal.call('scripted-too', { size: 3 }, caller), 3);
    const replay = await portal.call('scripted', { size: 2 }, caller);
    expect(replay.callId).toBe(reply.callId);
  });

  it('is free again where the call was refused before it began', async () => {
    const { key } = await makeAccount(portal.dataFolder, 5);
    const caller = { key, ...keyed('refused') };
    expectRefused(await portal.call('scripted', { size: -1 }, caller), 422, 'validation');
    expectRefused(await portal.call('scripted', { size: 6 }, caller), 402, 'insufficient-credits');
    expectCharged(await portal.call('scripted', { size: 5 }, caller), 5);
  });

  it.each([
    ['a stream', { type: 'text/event-stream', chunks: ['data: 1\n\n'] }],
    ['an answer over 1 MiB', { type: 'text/plain', chunks: ['x'.repeat(100_000)], times: 11 }],
  ])('cannot give %s again: 409 with the receipt', async (what, given) => {
    const { key } = await makeAccount(portal.dataFolder, 50);
    const script = { ...given, name: what };
    const caller = { key, ...keyed('once') };
    const first = await portal.call('scripted', { size: 2, script }, caller);
    expect([first.status, first.complete]).toEqual([200, true]);
    const again = await portal.call('scripted', { size: 2, script }, caller);
    expect([again.status, again.json]).toMatchObject([
      409,
      { code: 'replay-unavailable', callId: first.callId, charged: 2, receipt: `/api/calls/${first.callId}` },
    ]);
    expect([again.callId, again.charged]).toEqual([first.callId, 2]);
    expect(await portal.control.count(what)).toBe(1);
  });

  it('sent by many at once is dialled once', async () => {
    const { key, id } = await makeAccount(portal.dataFolder, 500);
    const script = { name: 'stampede', gate: 'stampede' };
    const call = () => portal.call('scripted', { size: 5, script }, { key, ...keyed('stampede') });
    const replies: CallReply[] = [];
    const calls = Array.from({ length: 40 }, async () => {
      replies.push(await call());
    });
    // All but the one that is under way for as long as the gate is shut.
    await expect.poll(() => replies.length).toBe(39);
    await portal.control.release('stampede');
    await Promise.all(calls);
    expect(await portal.control.count('stampede')).toBe(1);
    expect(await callsOf(portal.dataFolder, id)).toHaveLength(1);
    const made = replies.pop();
    for (const reply of replies)
      expect(reply).toMatchObject({ status: 409, json: { code: 'call-in-flight', callId: made?.callId } });
    expect(made).toMatchObject({ status: 200, charged: 5 });
    expect(await call()).toMatchObject({ status: 200, callId: made?.callId });
  });

  it('of guests belongs to their network', async () => {
    const script = { name: 'of-networks' };
    const from = (address: string) =>
      portal.call('scripted', { script }, { from: address, ...keyed('of-guests') });
    const [one, two, again] = [await from('127.0.0.1'), await from('127.0.0.9'), await from('127.0.0.9')];
    expect(two.callId).not.toBe(one.callId);
    expect(again.callId).toBe(two.callId);
    expect(await portal.control.count('of-networks')).toBe(2);
  });

  it('of a browser that got its cookie with the first call is the same with the cookie', async () => {
    const script = { name: 'of-browsers' };
    const browser = (cookie?: string) => ({
      'idempotency-key': 'of-browser',
      'sec-fetch-site': 'same-origin',
      ...(cookie !== undefined && { cookie }),
    });
    const first = await portal.call('scripted', { script }, { headers: browser() });
    const cookie = first.headers['set-cookie']?.split(';', 1)[0];
    const again = await portal.call('scripted', { script }, { headers: browser(cookie) });
    expect([again.callId, again.headers['idempotency-replayed']]).toEqual([first.callId, 'true']);
    // Somebody else behind the same address, with a cookie of another call, has keys of their own.
    const other = await portal.call('scripted', {}, { headers: { 'sec-fetch-site': 'same-origin' } });
    const others = other.headers['set-cookie']?.split(';', 1)[0];
    const theirs = await portal.call('scripted', { script }, { headers: browser(others) });
    expect(theirs.callId).not.toBe(first.callId);
    expect(await portal.control.count('of-browsers')).toBe(2);
  });
});

describe('what is no idempotency key', () => {
  it.each([
    ['of no characters', ''],
    ['of 256', 'k'.repeat(256)],
    ['with a space', 'two words'],
    ['with a letter beyond ASCII', 'cl\u00e9'],
    ['with a tab', 'a\tb'],
  ])('%s', async (_what, key) => {
    const reply = await portal.call('scripted', {}, { headers: { 'idempotency-key': key } });
    expectRefused(reply, 400, 'idempotency-key-invalid');
  });

  it('one of 255 is', async () => {
    const headers = { 'idempotency-key': 'k'.repeat(255) };
    expectCharged(await portal.call('scripted', {}, { headers }), 1);
  });
});

describe('a price that the caller does not agree to', () => {
  it('has a quote that has ended, is forged, or is of another input or product', async () => {
    const input = { size: 5 };
    const { quote, credits } = await quoteFor('scripted', input);
    expect(credits).toBe(5);
    const call = (value: string, given: JsonObject = input, product = 'scripted') =>
      portal.call(product, given, { headers: { 'farebox-quote': value } });
    const [text = '', signature = ''] = quote.slice('fbq_'.length).split('.');
    const [versionHash, inputHash] = z
      .tuple([z.string(), z.string(), z.int(), z.int()])
      .parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
    const [secret] = readSecrets(placeOf(portal.dataFolder), givenSecrets(placeVariables(portal.dataFolder)));
    const ended = signQuote({ versionHash, inputHash, credits: 5, expiresAtMs: Date.now() - 1 }, secret);
    expectRefused(await call(ended), 409, 'quote-expired');
    const cheaper = Buffer.from(JSON.stringify([versionHash, inputHash, 0, Date.now() + 60_000]));
    const another = signQuote(
      { versionHash, inputHash, credits: 0, expiresAtMs: Date.now() + 60_000 },
      Buffer.alloc(32, 'x'),
    );
    const forged = [
      `fbq_${cheaper.toString('base64url')}.${signature}`,
      `${quote.slice(0, -2)}${quote.endsWith('A') ? 'BB' : 'AA'}`,
      `${quote}x`,
      text,
      '',
      'fbq_.',
      another,
    ];
    for (const token of forged) expectRefused(await call(token), 400, 'quote-invalid');
    expectRefused(await call(quote, { size: 6 }), 409, 'quote-mismatch');
    expectRefused(await call(quote, { size: 4 }), 409, 'quote-mismatch');
    expectRefused(await call(quote, input, 'metered'), 409, 'quote-mismatch');
    expectCharged(await call(quote), 5);
  });
});
