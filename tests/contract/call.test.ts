import { once } from 'node:events';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { z } from 'zod';
import type { JsonObject } from '../../lib/json/json.ts';
import { countOf } from '../../lib/text/numbers.ts';
import { makeAccount } from '../setup/call-portal.ts';
import {
  callRow,
  expectCharged,
  expectRefused,
  expectSoundLedger,
  untilResolved,
} from '../setup/call-expectations.ts';
import { type Caller, openCall, readReply, sendCall } from '../setup/send-call.ts';
import { publishProducts } from '../setup/test-catalogue.ts';
import { UpstreamControl } from '../setup/upstream-control.ts';
import { ask, post, send } from './ask.ts';

const control = new UpstreamControl(inject('upstreamUrl'));
const dataFolder = inject('dataFolder');
const call = (product: string, input: JsonObject | string | undefined = {}, caller?: Caller) =>
  sendCall(inject('portalUrl'), product, input, caller);
const upstreamStatus = { headers: { prefer: 'upstream-status' } };
const estimate = z.object({ credits: z.int(), quote: z.string() });
const quoteFor = async (product: string, input: JsonObject) =>
  estimate.parse((await post(`/api/product/credits/required/${product}?detail=full`, input)).json);

afterAll(() => expectSoundLedger(dataFolder));

describe('POST /api/product/developer/call/{api_id}', () => {
  it('answers with the reply of the upstream, and says what it cost', async () => {
    const script = { name: 'plain', chunks: ['{ "odd":\t[1.0, 1e2, "é\\u0000"] }\n'] };
    const reply = await call('scripted', { size: 4, script });
    expectCharged(reply, 4);
    expect(reply.text).toBe(script.chunks[0]);
    expect(reply.headers).toMatchObject({
      'content-type': 'application/json',
      'content-length': String(reply.body.length),
      'farebox-call-id': expect.stringMatching(/^call_[0-9a-z]{26}$/),
      'farebox-credits-balance': expect.stringMatching(/^\d+$/),
      'farebox-upstream-status': '200',
      'access-control-allow-origin': '*',
      'access-control-expose-headers': '*',
    });
    expect(await control.count('plain')).toBe(1);
  });

  it.each([200, 201, 202, 203, 206, 299])('answers 200 where the upstream says %i', async (status) => {
    const reply = await call('scripted', { script: { status } });
    expectCharged(reply, 1);
    expect(reply.headers['farebox-upstream-status']).toBe(String(status));
  });

  it.each([204, 205])('answers 200 and nothing where the upstream says %i', async (status) => {
    const reply = await call('scripted', { script: { status, chunks: [] } });
    expectCharged(reply, 1);
    expect([reply.body.length, reply.headers['farebox-upstream-status']]).toEqual([0, String(status)]);
  });

  it.each([201, 202, 203, 226, 299])(
    'answers %i as the upstream does, where that is preferred',
    async (status) => {
      const reply = await call('scripted', { script: { status } }, upstreamStatus);
      expect([reply.status, reply.charged]).toEqual([status, 1]);
      expect(reply.headers['preference-applied']).toBe('upstream-status');
    },
  );

  it.each([204, 205])('answers %i without a body, where that is preferred', async (status) => {
    const reply = await call('scripted', { script: { status, chunks: [] } }, upstreamStatus);
    expect([reply.status, reply.charged, reply.body.length]).toEqual([status, 1, 0]);
    expect(reply.headers).not.toHaveProperty('content-type');
    expectCharged(await call('scripted', {}), 1);
  });

  it('answers 200 where no such answer may be sent: a part of which nobody says which', async () => {
    const reply = await call('scripted', { script: { status: 206 } }, upstreamStatus);
    expectCharged(reply, 1);
    expect(reply.headers).not.toHaveProperty('preference-applied');
  });

  it('passes on the status of streams and of repeated calls, for each as it prefers', async () => {
    const script = { status: 201, type: 'text/event-stream', chunks: ['data: 1\n\n'] };
    expect((await call('scripted', { script }, upstreamStatus)).status).toBe(201);
    const key = { 'idempotency-key': 'status' };
    const send = (headers: Record<string, string> = {}) =>
      call('scripted', { script: { status: 201 } }, { headers: { ...key, ...headers } });
    const replies = [await send(), await send(upstreamStatus.headers), await send()];
    expect(replies.map(({ status }) => status)).toEqual([200, 201, 200]);
    expect(replies[1]?.headers).toMatchObject({
      'idempotency-replayed': 'true',
      'farebox-call-id': replies[0]?.callId,
    });
    expect((await call('scripted', { script: { status: 400 } }, upstreamStatus)).status).toBe(422);
  });

  it('names the fields that it does not know, in the answer, the receipt and the history', async () => {
    const { key } = await makeAccount(dataFolder, 100);
    const headers = { 'idempotency-key': 'ignored' };
    const send = () => call('scripted', { szie: 4, 'ü"': 1 }, { key, headers });
    const reply = await send();
    expectCharged(reply, 1);
    const ignored = '"szie";nearest="size", %"%c3%bc%22"';
    expect(reply.headers).toMatchObject({ 'farebox-ignored-fields': ignored });
    expect((await send()).headers).toMatchObject({
      'farebox-ignored-fields': ignored,
      'idempotency-replayed': 'true',
    });
    const own = { headers: { authorization: `Bearer ${key}` } };
    const receipt = await ask(`/api/calls/${reply.callId}`, own);
    expect(receipt.json).toMatchObject({ ignored: [{ name: 'szie', nearest: 'size' }, { name: 'ü"' }] });
    const history = await ask('/api/calls', own);
    expect(history.json).toMatchObject({ list: [{ id: reply.callId, ignored: ['szie', 'ü"'] }] });
    const failed = await call('scripted', { szie: 4, script: { status: 400 } });
    expect([failed.status, failed.headers['farebox-ignored-fields']]).toEqual([422, '"szie";nearest="size"']);
    const refused = await call('scripted', { szie: 4, size: 'large' });
    expectRefused(refused, 422, 'validation');
    expect(refused.headers['farebox-ignored-fields']).toBe('"szie";nearest="size"');
    const script = { type: 'text/event-stream', chunks: ['data: 1\n\n'] };
    const stream = await call('scripted', { script, szie: 1 });
    expect(stream.headers['farebox-ignored-fields']).toBe('"szie";nearest="size"');
  });

  it.each([
    ['small inputs', ''],
    ['large ones', 'x'.repeat(200_000)],
  ])('refuses fields that it does not know, where strictness is preferred: in %s', async (_, filling) => {
    const headers = { prefer: 'respond-async, handling="strict"' };
    const strict = await call('scripted', { szie: 4, size: 'large', colour: filling }, { headers });
    expectRefused(strict, 422, 'validation');
    expect(strict.headers['preference-applied']).toBe('handling=strict');
    expect(Object(strict.json).errors).toEqual([
      { pointer: '/size', detail: expect.stringContaining('must be') },
      { pointer: '/szie', detail: 'is not a field of this product. Did you mean "size"?' },
      { pointer: '/colour', detail: 'is not a field of this product' },
    ]);
    const known = await call('scripted', { size: 2 }, { headers });
    expectCharged(known, 2);
    expect(known.headers['preference-applied']).toBe('handling=strict');
  });

  it('repeats the answer to an earlier call, also to one who is strict now', async () => {
    const key = { 'idempotency-key': 'lenient' };
    const first = await call('scripted', { szie: 4 }, { headers: key });
    const again = await call('scripted', { szie: 4 }, { headers: { ...key, prefer: 'handling=strict' } });
    expect([again.status, again.callId, again.text]).toEqual([200, first.callId, first.text]);
    expect(again.headers).toHaveProperty('farebox-ignored-fields');
    expect(again.headers).not.toHaveProperty('preference-applied');
  });

  it('says the id of the call and that it costs nothing with every refusal', async () => {
    expectRefused(await call('no-such-product'), 404, 'not-found');
    expectRefused(await call('scripted-offline'), 409, 'product-offline');
    expectRefused(await call('scripted', { size: 'large' }), 422, 'validation');
    expectRefused(await call('scripted', '{"size":'), 400, 'malformed-json');
    expectRefused(await call('scripted', '[]'), 400, 'not-an-object');
    expectRefused(await call('scripted', '{"size":1,"size":2}'), 400, 'duplicate-key');
    expectRefused(await call('scripted?size=1&x=fb_0123456789abcdef0123'), 400, 'key-in-url');
    const gzip = { headers: { 'content-encoding': 'gzip' } };
    expectRefused(await call('scripted', '{}', gzip), 415, 'unsupported-media');
    const announced = { headers: { 'content-length': '2000000' } };
    expectRefused(await call('scripted', '{', announced), 413, 'body-too-large');
    expectRefused(await call('scripted', `"${'x'.repeat(1_100_000)}"`), 413, 'body-too-large');
  });

  it('names every place that is wrong', async () => {
    const reply = await call('scripted', { size: 1_001, note: 7, script: [] });
    expectRefused(reply, 422, 'validation');
    const pointers = Object(reply.json).errors.map(({ pointer }: { pointer: string }) => pointer);
    expect(pointers.sort()).toEqual(['/note', '/script', '/size']);
  });

  it.each<[string, string | undefined, Caller]>([
    ['nothing', undefined, {}],
    ['nothing, and says so', undefined, { headers: { 'content-length': '0' } }],
    ['text', '{"size":1}', { headers: { 'content-type': 'text/plain;charset=UTF-8' } }],
    [
      'a form, as curl says',
      '{"size":1}',
      { headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    ],
    ['another JSON', '{"size":1}', { headers: { 'content-type': 'application/vnd.api+json' } }],
    ['chunks', '{"size":1}', { chunked: true }],
    ['keys that nobody knows', '{"unknown":{"deep":[1]},"size":1}', {}],
  ])('takes %s', async (_what, body, caller) => {
    expectCharged(await sendCall(inject('portalUrl'), 'scripted', body, caller), 1);
  });

  it('sends on what the schema knows, with its defaults, and nothing else', async () => {
    const script = { echo: true };
    const reply = await call(
      'scripted',
      { unknown: 1, script },
      { headers: { cookie: 'a=1', 'x-mine': '1' } },
    );
    const { headers, text } = Object(reply.json);
    expect(JSON.parse(text)).toEqual({ size: 1, script });
    const names = Object.keys(headers).sort();
    for (const name of ['cookie', 'x-mine', 'authorization', 'x-forwarded-for', 'farebox-ticket'])
      expect(names).not.toContain(name);
  });

  it('is found by id and by slug', async () => {
    const { id } = Object((await send('/api/product/info?id=scripted', 'GET', {})).json);
    expectCharged(await call(String(id)), 1);
  });
});

describe('the form of an answer', () => {
  const bytes = Buffer.from(Array.from({ length: 1_000 }, (_, index) => (index * 7) % 256));
  const binary = { type: 'image/png', chunks: [bytes.toString('base64')], encoding: 'base64' };
  const words = 'caf\u00e9, \u4e2d\u6587\n';

  it.each([undefined, '*/*', 'image/png', 'image/*', 'image/png, application/json;q=0.5'])(
    'is bytes, as they are, for Accept: %s',
    async (accept) => {
      const reply = await call('scripted', { script: binary }, { headers: accept ? { accept } : {} });
      expectCharged(reply, 1);
      expect(reply.headers['content-type']).toBe('image/png');
      expect(reply.body.equals(bytes)).toBe(true);
    },
  );

  it.each([
    'application/json',
    'application/json, text/plain',
    'application/*',
    'text/html, application/json',
  ])('is JSON around them for Accept: %s', async (accept) => {
    const reply = await call('scripted', { script: binary }, { headers: { accept } });
    expectCharged(reply, 1);
    expect(reply.headers['content-type']).toBe('application/json');
    expect(reply.json).toEqual({
      contentType: 'image/png',
      encoding: 'base64',
      body: bytes.toString('base64'),
    });
  });

  it('is JSON around text as it reads, and JSON as it is', async () => {
    const headers = { accept: 'application/json' };
    const text = await call('scripted', { script: { type: 'text/plain', chunks: [words] } }, { headers });
    expect(text.json).toEqual({ contentType: 'text/plain', encoding: 'utf-8', body: words });
    const json = await call('scripted', { script: { chunks: ['[1]'] } }, { headers });
    expect(json.text).toBe('[1]');
    const problem = await call('scripted', { size: -1 }, { headers: { accept: 'image/png' } });
    expectRefused(problem, 422, 'validation');
  });

  it('is an event stream, byte for byte, and a comment at its end', async () => {
    const chunks = [': hello\n\n', 'event: x\nid: 1\ndata: a\ndata: b\n\n', 'data: {"usage":{"used":2}}\n\n'];
    const script = { type: 'text/event-stream; charset=utf-8', chunks };
    const reply = await call('metered', { size: 5, script });
    const [events = '', receipt = ''] = reply.text.split(': farebox-receipt ');
    expect([reply.status, reply.complete, events]).toEqual([200, true, chunks.join('')]);
    expect(reply.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'farebox-credits-held': '5',
      'farebox-call-id': reply.callId,
    });
    expect(reply.headers).not.toHaveProperty('farebox-credits-charged');
    expect(JSON.parse(receipt)).toMatchObject({ callId: reply.callId, charged: 2, quoted: 5 });
  });

  it('begins to arrive before the upstream has ended', async () => {
    const chunks = ['data: first\n\n'];
    const script = { type: 'text/event-stream', chunks, endGate: 'begins' };
    const incoming = await openCall(inject('portalUrl'), 'scripted', { script });
    const [first] = await once(incoming, 'data');
    expect(String(first)).toBe(chunks[0]);
    expect(await callRow(dataFolder, String(incoming.headers['farebox-call-id']))).toMatchObject({
      state: 0,
    });
    await control.release(script.endGate);
    expect((await readReply(incoming)).complete).toBe(true);
  });

  it('of more than 1 MiB is streamed, and settled at its end', async () => {
    const script = { type: 'text/plain', chunks: ['0123456789'.repeat(10_000)], times: 30 };
    const reply = await call('scripted', { size: 3, script });
    expect([reply.status, reply.complete, reply.body.length]).toEqual([200, true, 3_000_000]);
    expect(reply.text).toBe(script.chunks.join('').repeat(30));
    expect(reply.headers['farebox-credits-held']).toBe('3');
    expect(reply.headers).not.toHaveProperty('farebox-credits-charged');
    expect(await untilResolved(dataFolder, reply.callId)).toMatchObject({ charged: 3, quoted: 3 });
  });
});

describe('what a call agrees to pay', () => {
  it('is at most its quote, also once the price has gone up or down', async () => {
    const priced = (rate: number) => [{ label: 'Size', per: { quantity: 'input.size', rate, unit: 'unit' } }];
    /** Waits until the portal knows. */
    const publish = async (rate: number) => {
      await publishProducts(dataFolder, inject('upstreamUrl'), [{ slug: 'repriced', lines: priced(rate) }]);
      await expect.poll(async () => (await quoteFor('repriced', { size: 5 })).credits).toBe(5 * rate);
    };
    await publish(2);
    const { quote, credits } = await quoteFor('repriced', { size: 5 });
    expect(credits).toBe(10);
    const quoted = { headers: { 'farebox-quote': quote } };
    expectCharged(await call('repriced', { size: 5 }, quoted), 10);
    await publish(3);
    expectCharged(await call('repriced', { size: 5 }, quoted), 10);
    expectCharged(await call('repriced', { size: 5 }), 15);
    await publish(1);
    expectCharged(await call('repriced', { size: 5 }, quoted), 5);
    expectRefused(await call('repriced', { size: 6 }, quoted), 409, 'quote-mismatch');
  });

  it('holds for an input that is the same but for its spelling', async () => {
    const { quote } = await quoteFor('scripted', { size: 1, note: 'a' });
    const headers = { 'farebox-quote': quote };
    expectCharged(await call('scripted', { note: 'a' }, { headers }), 1);
    expectCharged(await call('scripted', '{"note":"\\u0061","size":1e0,"unknown":1}', { headers }), 1);
  });

  it('is at most Farebox-Max-Credits', async () => {
    const headers = { 'farebox-max-credits': '3' };
    expectCharged(await call('scripted', { size: 3 }, { headers }), 3);
    const refused = await call('scripted', { size: 4, script: { name: 'over-max' } }, { headers });
    expectRefused(refused, 402, 'over-max-credits');
    expect(refused.json).toMatchObject({ required: 4, maximum: 3 });
    expect(await control.count('over-max')).toBe(0);
    for (const nonsense of ['', '-1', '1.5', '1e3', 'five', '5, 5', ' '])
      expectRefused(
        await call('scripted', {}, { headers: { 'farebox-max-credits': nonsense } }),
        400,
        'invalid-parameter',
      );
  });

  it('is paid once for an Idempotency-Key, whose answer comes again', async () => {
    const headers = { 'idempotency-key': 'once' };
    const script = {
      name: headers['idempotency-key'],
      type: 'image/png',
      chunks: ['AAEC/w=='],
      encoding: 'base64',
    };
    const [first, again] = [
      await call('scripted', { size: 2, script }, { headers }),
      await call('scripted', { size: 2, script }, { headers }),
    ];
    expectCharged(first, 2);
    expectCharged(again, 2);
    expect(again.headers).toMatchObject({ 'idempotency-replayed': 'true', 'farebox-call-id': first.callId });
    expect(again.body.equals(first.body)).toBe(true);
    expect(await control.count(script.name)).toBe(1);
  });

  it('is paid once for the key of a call that fails, too, whose failure comes again', async () => {
    const script = { name: 'fails-once', status: 500 };
    const headers = { 'idempotency-key': script.name };
    const first = await call('pays-quoted', { size: 4, script }, { headers });
    const again = await call('pays-quoted', { size: 4, script }, { headers });
    expect([first.status, first.charged]).toEqual([502, 4]);
    expect([again.status, again.charged, again.text]).toEqual([502, 4, first.text]);
    expect(await control.count(script.name)).toBe(1);
  });
});

describe('what a call that fails costs', () => {
  const table = ['pays-nothing', 'pays-quoted', 'pays-settled'] as const;
  const failures: [string, JsonObject, number, string, readonly number[]][] = [
    ['a 400', { status: 400 }, 422, 'upstream-rejected', [0, 8, 0]],
    ['a 404', { status: 404 }, 422, 'upstream-rejected', [0, 8, 0]],
    ['a 400 that says what was used', { status: 400, chunks: ['{"usage":{"used":3}}'] }, 422, 'upstream-rejected', [0, 8, 3]],
    ['a 500', { status: 500 }, 502, 'upstream-failed', [0, 8, 0]],
    ['a 503', { status: 503 }, 502, 'upstream-failed', [0, 8, 0]],
    ['an end without an answer', { chunks: [], ending: 'reset' }, 502, 'upstream-failed', [0, 8, 0]],
    ['a 401', { status: 401 }, 502, 'upstream-auth', [0, 0, 0]],
    ['a 403', { status: 403 }, 502, 'upstream-auth', [0, 0, 0]],
    ['a 429', { status: 429, headers: { 'retry-after': '7' } }, 503, 'upstream-busy', [0, 0, 0]],
    ['a redirect', { status: 302 }, 502, 'upstream-redirect', [0, 0, 0]],
    ['too much', { chunks: ['x'.repeat(9_999)], times: 20 }, 502, 'upstream-too-large', [0, 0, 0]],
    ['what cannot be metered', { chunks: ['[]'] }, 502, 'upstream-unreadable', [0, 0, 0]],
  ]; // biome-ignore format: a table
  const timeOut = [{ gate: 'for ever' }, 504, 'upstream-timeout', [0, 8, 0]] as const;
  it.each([
    ...failures.map(([what, ...failure]) => [what, '', ...failure] as const),
    ['a time-out', '-soon', ...timeOut] as const,
  ])('%s', async (_what, suffix, script, status, code, charges) => {
    for (const [index, row] of table.entries()) {
      const slug = `${row}${suffix}`;
      const reply = await call(slug, { size: 8, script });
      expect([slug, reply.status, reply.json, reply.charged]).toMatchObject([
        slug,
        status,
        { code },
        charges[index],
      ]);
      expect(await callRow(dataFolder, reply.callId)).toMatchObject({ quoted: 8, charged: charges[index] });
      const words =
        charges[index] === 0 ? 'Nothing was charged.' : `${countOf(charges[index] ?? 0, 'credit')} w`;
      expect(Object(reply.json).detail).toContain(words);
    }
  });

  it('carries what the upstream says of a request that it rejects, and when to come again', async () => {
    const rejected = await call('scripted', { script: { status: 409, chunks: ['{"why":"taken"}'] } });
    expect(rejected.json).toMatchObject({
      upstream: { status: 409, contentType: 'application/json', body: { why: 'taken' } },
    });
    const text = { status: 400, type: 'text/html', chunks: ['<b>no</b>'] };
    expect((await call('scripted', { script: text })).json).toMatchObject({
      upstream: { body: '<b>no</b>' },
    });
    const busy = await call('scripted', { script: { status: 429, headers: { 'retry-after': '7' } } });
    expect(busy.headers['retry-after']).toBe('7');
    expect(busy.json).toMatchObject({ upstream: { status: 429, body: { done: true } } });
    const failed = await call('scripted', { script: { status: 500, chunks: ['out of memory'] } });
    expect(failed.json).toMatchObject({ upstream: { status: 500, body: 'out of memory' } });
    const moved = await call('scripted', { script: { status: 302 } });
    expect(Object(moved.json).upstream).toEqual({ status: 302 });
  });

  it('is never more than the quote, whatever the upstream says was used', async () => {
    const used = (number: number) => ({ chunks: [`{"usage":{"used":${number}}}`] });
    expectCharged(await call('metered', { size: 5, script: used(3) }), 3);
    expectCharged(await call('metered', { size: 5, script: used(0) }), 0);
    expectCharged(await call('metered', { size: 5, script: used(5.2) }), 5);
    expectCharged(await call('metered', { size: 5, script: used(1e15) }), 5);
  });
});
