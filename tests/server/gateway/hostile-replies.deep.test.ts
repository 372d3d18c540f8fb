import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectCharged, expectRefused, untilResolved } from '../../setup/call-expectations.ts';
import { type CallPortal, startCallPortal } from '../../setup/call-portal.ts';
import { publishProducts } from '../../setup/test-catalogue.ts';

const dear = { upstream5xx: 'quoted', timeout: 'quoted', partialStream: 'quoted' };

const password = 'pass/"word\\of\'é+operator';
const token = 'sk-live-0123456789/abc"def';
const mark = '[credential removed]';
const everyEscape = (text: string) =>
  [...text].map((one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
const spellings: [string, string][] = [
  ['as it is in JSON', JSON.stringify({ token }).slice(10, -2)],
  ['with every character escaped', everyEscape(token)],
  ['with slashes escaped', JSON.stringify({ token }).slice(10, -2).replaceAll('/', '\\/')],
  ['in an address', encodeURIComponent(token)],
  ['in base64', Buffer.from(token).toString('base64')],
];

let portal: CallPortal;

beforeAll(async () => {
  const variables = {
    FAREBOX_GUEST_CREDITS: '100000',
    FAREBOX_SECRET_BASIC: `operator:${password}`,
    FAREBOX_SECRET_BEARER: token,
  };
  portal = await startCallPortal(variables, [], { pages: false, toolbox: false });
  await publishProducts(portal.dataFolder, portal.upstream.url, [
    { slug: 'to-three-megabytes', limits: { responseBytes: limit }, charges: dear },
    { slug: 'basic', secrets: [{ name: 'BASIC', scheme: { type: 'http', scheme: 'basic' } }] },
    { slug: 'bearer', secrets: [{ name: 'BEARER', scheme: { type: 'http', scheme: 'bearer' } }] },
  ]);
});
afterAll(() => portal.stop());

describe('a credential of the operator that an upstream echoes is taken out', () => {
  it.each(['basic', 'bearer'])('of a reply that is the request itself: %s', async (slug) => {
    const reply = await portal.call(slug, { size: 2, script: { echo: true } });
    expectCharged(reply, 2);
    expect(reply.text).toContain(mark);
    expect(reply.text).not.toMatch(/b3BlcmF0b3I6|0123456789/);
    expect(reply.headers['content-length']).toBe(String(reply.body.length));
    const receipt = await fetch(`${portal.url}/api/calls/${reply.callId}`);
    const sha256 = createHash('sha256').update(reply.body).digest('base64url');
    expect(await receipt.json()).toMatchObject({ hashes: { reply: sha256 }, replyBytes: reply.body.length });
  });

  it.each(spellings)('of a reply, of a stream in pieces and of a rejection: %s', async (_how, written) => {
    const text = `{"key":"${written}","left":1}`;
    const pieces = [...text].map((one) => one);
    const clean = `{"key":"${mark}","left":1}`;
    const buffered = await portal.call('bearer', { script: { chunks: pieces } });
    expect([buffered.status, buffered.text]).toEqual([200, clean]);
    const script = { type: 'text/event-stream', chunks: ['data: ', ...pieces, '\n\n'] };
    const streamed = await portal.call('bearer', { script });
    expect(streamed.text).toMatch(/^data: .*\n\n: farebox-receipt /);
    expect(streamed.text.startsWith(`data: ${clean}\n\n`)).toBe(true);
    const rejected = await portal.call('bearer', { script: { status: 400, chunks: pieces } });
    expect(rejected.json).toMatchObject({ code: 'upstream-rejected', upstream: { body: JSON.parse(clean) } });
  });

  it('of a header, and of bytes that are no text', async () => {
    const headers = { 'content-disposition': `attachment; filename="${password}"` };
    const named = await portal.call('basic', { script: { headers } });
    expect(named.headers['content-disposition']).toBe(`attachment; filename="${mark}"`);
    const chunks = [Buffer.from(`\0${token}\0`).toString('base64')];
    const script = { type: 'image/png', encoding: 'base64', chunks };
    expect((await portal.call('bearer', { script })).text).toBe(`\0${mark}\0`);
  });

  it('and said in the log, without its value', async () => {
    const { callId } = await portal.call('bearer', { script: { echo: true } });
    await expect.poll(portal.output).toContain(`"event":"credential-echoed","callId":"${callId}"`);
    expect(portal.output()).toMatch(/"event":"credential-echoed".*"secrets":\["BEARER"\]/);
    expect(portal.output()).not.toMatch(/0123456789|(?:\+|%2B)operator/i);
  });
});

const limit = 3_000_000;
const piece = 'x'.repeat(100_000);
/** In chunks of which nobody says how many there are. */
const inChunks = (bytes: number) => ({ type: 'text/plain', chunks: [piece], times: bytes / piece.length });

describe('an answer just over the limit, of more than 1 MiB', () => {
  it.each([
    ['says so', { headers: { 'content-length': String(limit + 1) }, ending: 'stall' }],
    ['does not say so', inChunks(limit + piece.length)],
    ['is compressed', { headers: { 'content-encoding': 'gzip' }, bombBytes: limit + 1 }],
  ])('is 502, and costs nothing: it %s', async (_what, script) => {
    const reply = await portal.call('to-three-megabytes', { size: 5, script });
    expectRefused(reply, 502, 'upstream-too-large');
  });

  it('is 502, too, where it breaks off before it is whole', async () => {
    const script = { ...inChunks(limit - piece.length), ending: 'cut' };
    expectRefused(await portal.call('scripted', { script }), 502, 'upstream-failed');
  });

  it('is 502 at the limit that holds where a product sets none', async () => {
    const over = inChunks(105 * piece.length);
    expectRefused(await portal.call('scripted', { script: over }), 502, 'upstream-too-large');
  });

  it.each([
    ['in chunks', inChunks(limit)],
    ['compressed', { type: 'text/plain', headers: { 'content-encoding': 'gzip' }, bombBytes: limit }],
  ])('is served where it is not over it, and is settled at its end: %s', async (_how, script) => {
    const reply = await portal.call('to-three-megabytes', { size: 5, script });
    expect([reply.status, reply.complete, reply.body.length]).toEqual([200, true, limit]);
    expect(reply.headers).toMatchObject({ 'farebox-credits-held': '5' });
    expect(await untilResolved(portal.dataFolder, reply.callId)).toMatchObject({ quoted: 5, charged: 5 });
  });

  it('is read whole where it is metered', async () => {
    const chunks = [`{"usage":{"used":2},"text":"`, ...Array<string>(9).fill('y'.repeat(90_000)), '"}'];
    const small = await portal.call('metered', { size: 5, script: { chunks } });
    expectCharged(small, 2);
    const padded = { chunks: [' '.repeat(100_000)], times: 20 };
    expectRefused(await portal.call('metered', { size: 5, script: padded }), 502, 'upstream-unreadable');
  });
});

describe('JSON with a byte-order mark', () => {
  const marked = '\uFEFF{"usage":{"used":2}}';

  it('can be metered, and passes as it is', async () => {
    const reply = await portal.call('metered', { size: 5, script: { chunks: [marked] } });
    expectCharged(reply, 2);
    expect(reply.body.equals(Buffer.from(marked))).toBe(true);
  });

  it('is read in an event and in a rejection', async () => {
    const script = { type: 'text/event-stream', chunks: [`\uFEFFdata: ${marked}\n\n`] };
    const streamed = await portal.call('metered', { size: 5, script });
    expect(await untilResolved(portal.dataFolder, streamed.callId)).toMatchObject({ charged: 2 });
    const rejected = await portal.call('metered', { size: 5, script: { status: 400, chunks: [marked] } });
    expect(rejected.json).toMatchObject({ upstream: { body: { usage: { used: 2 } } } });
  });
});
