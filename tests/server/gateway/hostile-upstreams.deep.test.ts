import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  callRow,
  callsOf,
  expectCharged,
  expectRefused,
  untilResolved,
} from '../../setup/call-expectations.ts';
import { type CallPortal, makeAccount, startCallPortal } from '../../setup/call-portal.ts';
import { listenOnLoopback } from '../../setup/listen-on-loopback.ts';
import { openCall, readReply } from '../../setup/send-call.ts';
import { publishProducts } from '../../setup/test-catalogue.ts';

const falseNames = fileURLToPath(new URL('../../setup/false-names.cjs', import.meta.url));
/** Who is busy answers late; who has no limit of its own waits for half a minute and more. */
const slackMs = 20_000;

let portal: CallPortal;
/** Where no call may ever arrive. */
let private_: { port: number; connections: () => number; close: () => void };

beforeAll(async () => {
  private_ = await startPrivateService();
  const variables = { FAREBOX_GUEST_CREDITS: '1000000', NODE_OPTIONS: `--require ${falseNames}` };
  portal = await startCallPortal(variables, [], { pages: false, toolbox: false });
  const { dataFolder, upstream } = portal;
  await publishProducts(dataFolder, upstream.url, [
    { slug: 'long-and-hasty', limits: { totalMs: 2_000, responseBytes: 100_000_000 } },
    { slug: 'rebinds-to-loopback', server: `http://127.0.0.2.names.test:${private_.port}` },
    { slug: 'rebinds-in-part', server: `http://93.184.216.34.and.127.0.0.2.names.test:${private_.port}` },
    { slug: 'rebinds-to-link-local', server: 'http://169.254.169.254.names.test' },
    { slug: 'rebinds-to-private', server: 'http://10.0.0.1.names.test' },
  ]);
});

afterAll(async () => {
  private_.close();
  await portal.stop();
});

async function startPrivateService() {
  let connections = 0;
  const server = createServer(() => {
    connections += 1;
  });
  const port = await listenOnLoopback(server, { address: '127.0.0.2' });
  return { port, connections: () => connections, close: () => server.close() };
}

describe('a name that leads to a private address at the call', () => {
  it.each(['rebinds-to-loopback', 'rebinds-in-part', 'rebinds-to-link-local', 'rebinds-to-private'])(
    '%s',
    async (slug) => {
      expectRefused(await portal.call(slug), 502, 'egress-blocked');
      expect(private_.connections()).toBe(0);
    },
  );
});

/** Well-formed JSON that few programs can write again. */
const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

describe('an answer that is too much, or not what it should be', () => {
  it.each([
    ['more than the limit, as it says', { headers: { 'content-length': '2000000' }, ending: 'stall' }],
    ['more than the limit, without saying', { chunks: ['x'.repeat(1_000)], times: 200 }],
    ['a gzip bomb', { headers: { 'content-encoding': 'gzip' }, bombBytes: 5_000_000 }],
  ])('%s', async (_what, script) => {
    expectRefused(await portal.call('small', { script }), 502, 'upstream-too-large');
  });

  it.each([
    ['broken JSON', { chunks: ['{"usage":{"used":1'] }],
    ['no JSON', { chunks: ['<html>'], type: 'text/html' }],
    ['no usage', { chunks: ['{"done":true}'] }],
    ['a usage without the number', { chunks: ['{"usage":{}}'] }],
    ['a negative usage', { chunks: ['{"usage":{"used":-1}}'] }],
    ['a usage in words', { chunks: ['{"usage":{"used":"many"}}'] }],
    ['JSON too deep to read', { chunks: ['['.repeat(10_000)], times: 9 }],
    ['a usage too deep to keep', { chunks: [`{"usage":{"used":1,"more":${deep(20_000)}}}`] }],
  ])('%s where metering needs it', async (_what, script) => {
    expectRefused(await portal.call('metered', { size: 5, script }), 502, 'upstream-unreadable');
  });

  it('a rejection too deep to pass on is passed on as text', async () => {
    const script = { status: 400, chunks: [deep(20_000)] };
    const reply = await portal.call('scripted', { script });
    expectRefused(reply, 422, 'upstream-rejected');
    expect(reply.json).toMatchObject({ upstream: { status: 400, body: deep(20_000) } });
  });

  it('an event too deep to keep tells of no use', async () => {
    const chunks = [`data: {"usage":{"used":1,"more":${deep(20_000)}}}\n\n`];
    const reply = await portal.call('metered', { size: 5, script: { type: 'text/event-stream', chunks } });
    expect([reply.status, reply.complete]).toEqual([200, true]);
    expect(await untilResolved(portal.dataFolder, reply.callId)).toMatchObject({ quoted: 5, charged: 0 });
  });
});

describe('headers and pages of an upstream', () => {
  it('sets no cookie, no policy and nothing of one hop', async () => {
    const hostile = {
      'set-cookie': ['session=1', 'other=2'],
      'access-control-allow-origin': 'http://evil.example',
      'access-control-allow-credentials': 'true',
      'content-security-policy': "default-src *; script-src 'unsafe-inline'",
      'keep-alive': 'timeout=1',
      'proxy-authenticate': 'Basic',
      'www-authenticate': 'Basic',
      'strict-transport-security': 'max-age=1',
      'clear-site-data': '"*"',
      'service-worker-allowed': '/',
      refresh: '0;url=http://evil.example',
      link: '<http://evil.example>; rel=preload',
      'farebox-credits-charged': '0',
      'farebox-call-id': 'call_forged',
      server: 'secret-host',
      'x-powered-by': 'secret',
    };
    const chunks = ['<script>alert(document.domain)</script>'];
    const reply = await portal.call('scripted', {
      size: 3,
      script: { type: 'text/html', headers: hostile, chunks },
    });
    expectCharged(reply, 3);
    expect(reply.text).toBe(chunks[0]);
    expect(reply.headers).toMatchObject({
      'content-type': 'text/html',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(/^sandbox; default-src 'none'/),
      'access-control-allow-origin': '*',
      'cache-control': 'no-store',
    });
    expect(reply.headers['content-security-policy']).not.toMatch(
      /allow-scripts|allow-same-origin|script-src/,
    );
    expect(reply.callId).not.toBe('call_forged');
    const dropped = Object.keys(hostile).filter(
      (name) => !/^(?:content-security|access-control-allow-origin|farebox-|keep-alive)/.test(name),
    );
    expect(Object.keys(reply.headers).filter((name) => dropped.includes(name))).toEqual([]);
    expect(JSON.stringify(reply.headers)).not.toMatch(/evil\.example|secret|session/);
  });
});

const event = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`;
const receiptOf = (text: string): unknown =>
  JSON.parse(/: farebox-receipt (.*)\n\n$/.exec(text)?.[1] ?? 'null');

describe('an upstream that dies in mid-stream', () => {
  const chunks = [event({ text: 'a' }), event({ usage: { used: 2 } })];
  it.each([
    ['pays-nothing', 'reset', 0],
    ['pays-quoted', 'reset', 7],
    ['pays-settled', 'reset', 2],
    ['pays-nothing', 'cut', 0],
    ['pays-quoted', 'cut', 7],
    ['pays-settled', 'cut', 2],
    ['pays-nothing-soon', 'stall', 0],
    ['pays-quoted-soon', 'stall', 7],
    ['pays-settled-soon', 'stall', 2],
  ])('%s, by %s: charged %i', async (slug, ending, charged) => {
    const gate = `dies-${slug}-${ending}`;
    const script = { type: 'text/event-stream', chunks, endGate: gate, ending };
    const incoming = await openCall(portal.url, slug, { size: 7, script });
    await once(incoming, 'readable');
    await portal.control.release(gate);
    const reply = await readReply(incoming);
    expect([reply.status, reply.complete]).toEqual([200, true]);
    expect(reply.headers).toMatchObject({ 'content-type': 'text/event-stream', 'farebox-credits-held': '7' });
    expect(reply.headers).not.toHaveProperty('farebox-credits-charged');
    const code = ending === 'stall' ? 'upstream-timeout' : 'upstream-failed';
    expect(reply.text.startsWith(chunks.join(''))).toBe(true);
    expect(reply.text).toMatch(new RegExp(`\\n\\nevent: error\\ndata: \\{.*"code":"${code}"`));
    expect(receiptOf(reply.text)).toMatchObject({ callId: reply.callId, charged, quoted: 7 });
    expect(await callRow(portal.dataFolder, reply.callId)).toMatchObject({ quoted: 7, charged });
  });

  it('a large answer that is no event stream ends without its end', async () => {
    const script = {
      type: 'text/plain',
      headers: { 'content-length': '3000000' },
      chunks: ['x'.repeat(100_000)],
      times: 20,
      endGate: 'dies-large',
      ending: 'reset',
    };
    const incoming = await openCall(portal.url, 'scripted', { size: 4, script });
    await once(incoming, 'readable');
    await portal.control.release('dies-large');
    const reply = await readReply(incoming);
    expect([reply.status, reply.complete]).toEqual([200, false]);
    expect(await untilResolved(portal.dataFolder, reply.callId)).toMatchObject({ quoted: 4, charged: 0 });
  });
});

describe('a caller who goes away', () => {
  it.each([
    ['pays-nothing', 'aborted', 0],
    ['pays-quoted', 'aborted', 6],
    ['pays-settled', 'complete', 2],
  ])('in mid-call of %s: the upstream is %s, charged %i', async (slug, ending, charged) => {
    const { dataFolder, control, url } = portal;
    const account = await makeAccount(dataFolder, 100);
    const name = `gone-${slug}`;
    const script = { name, gate: name, chunks: ['{"usage":{"used":2}}'] };
    const leaving = new AbortController();
    const call = openCall(url, slug, { size: 6, script }, { key: account.key, signal: leaving.signal });
    await control.arrived(name);
    leaving.abort();
    await expect(call).rejects.toThrow(/abort/);
    const ended = ending === 'complete' ? control.release(name) : control.ended(name);
    await ended;
    expect((await control.ended(name)).endings).toEqual([ending]);
    const [{ id = '' } = {}] = await callsOf(dataFolder, account.id);
    expect(await untilResolved(dataFolder, id)).toMatchObject({ quoted: 6, charged });
    expect(await control.count(name)).toBe(1);
  });

  it.each([
    ['pays-nothing', 'aborted', 0],
    ['pays-quoted', 'aborted', 6],
    ['pays-settled', 'complete', 3],
  ])('in mid-stream of %s: the upstream is %s, charged %i', async (slug, ending, charged) => {
    const { dataFolder, control, url } = portal;
    const name = `left-${slug}`;
    const chunks = [event({ usage: { used: 3 } })];
    const script = { name, type: 'text/event-stream', chunks, endGate: name };
    const leaving = new AbortController();
    const incoming = await openCall(url, slug, { size: 6, script }, { signal: leaving.signal });
    await once(incoming, 'data');
    const callId = String(incoming.headers['farebox-call-id']);
    leaving.abort();
    const reply = await readReply(incoming);
    expect(reply.complete).toBe(false);
    if (ending === 'complete') await control.release(name);
    expect((await control.ended(name)).endings).toEqual([ending]);
    expect(await untilResolved(dataFolder, callId)).toMatchObject({ quoted: 6, charged });
  });

  it('in mid-stream of a large answer', async () => {
    const { dataFolder, control, url } = portal;
    const chunks = ['x'.repeat(100_000)];
    const headers = { 'content-length': '3000000' };
    const script = { name: 'left-large', type: 'text/plain', headers, chunks, times: 20, endGate: 'never' };
    const leaving = new AbortController();
    const incoming = await openCall(url, 'scripted', { size: 6, script }, { signal: leaving.signal });
    await once(incoming, 'data');
    leaving.abort();
    await readReply(incoming);
    expect((await control.ended('left-large')).endings).toEqual(['aborted']);
    const callId = String(incoming.headers['farebox-call-id']);
    expect(await untilResolved(dataFolder, callId)).toMatchObject({ quoted: 6, charged: 0 });
  });

  it('or stays and reads nothing: the hold is resolved soon after the longest that the call may take', async () => {
    const { dataFolder, control, url } = portal;
    const { id: accountId, key } = await makeAccount(dataFolder, 100);
    // More than the buffers of all sockets on the way hold.
    const headers = { 'content-length': '90000000' };
    const script = { name: 'unread', headers, chunks: ['x'.repeat(100_000)], times: 900 };
    const unread = await openCall(url, 'long-and-hasty', { script }, { key });
    expect((await control.ended('unread')).endings).toEqual(['aborted']);
    const states = async () =>
      (await callsOf(dataFolder, accountId)).map(({ state, charged }) => [state, charged]);
    await expect.poll(states, { timeout: slackMs }).toEqual([[2, 0]]);
    unread.destroy();
  });
});
