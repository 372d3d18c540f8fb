import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { z } from 'zod';
import { makeAccount, type TestAccount } from '../setup/call-portal.ts';
import { publishProducts } from '../setup/test-catalogue.ts';
import { UpstreamControl } from '../setup/upstream-control.ts';
import { problem } from '../setup/problems.ts';
import { ask } from './ask.ts';

const file = { type: 'string', contentEncoding: 'base64' };
const filed = {
  slug: 'filed',
  limits: { bodyBytes: 4_000_000 },
  schema: {
    type: 'object',
    properties: {
      picture: { ...file, contentMediaType: 'image/png' },
      pages: { type: 'array', items: file },
      link: { type: 'string', format: 'uri' },
      size: { type: 'integer', default: 1 },
      script: { type: 'object' },
    },
  },
};

/** Larger than what a request to `/mcp` may have. */
const picture = Buffer.alloc(1_500_000, 'picture');
let files: Server;
let filesUrl: string;
let isGone = false;
const waiting: (() => void)[] = [];
let account: TestAccount;
let agent: Client;

beforeAll(async () => {
  files = createServer(({ url }, outgoing) => {
    if (url === '/moved') return void outgoing.writeHead(302, { location: '/picture' }).end();
    if (url === '/inside') return void outgoing.writeHead(302, { location: 'http://10.0.0.1/' }).end();
    if (url === '/slow') return void waiting.push(() => outgoing.writeHead(200).end('slow'));
    if (url === '/large') return void outgoing.writeHead(200).end(Buffer.alloc(5_000_000));
    if (url !== '/picture' || isGone) return void outgoing.writeHead(404).end();
    outgoing.writeHead(200, { 'content-type': 'image/png; q=1' }).end(picture);
  });
  await new Promise<void>((resolve) => files.listen(0, '127.0.0.1', resolve));
  const address = z.object({ port: z.int() }).parse(files.address());
  filesUrl = `http://127.0.0.1:${address.port}`;
  await publishProducts(inject('dataFolder'), inject('upstreamUrl'), [filed]);
  account = await makeAccount(inject('dataFolder'), 1_000);
  agent = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  const headers = { authorization: `Bearer ${account.key}` };
  await agent.connect(
    new StreamableHTTPClientTransport(new URL('/mcp', inject('portalUrl')), { requestInit: { headers } }),
  );
});
afterAll(async () => {
  await agent.close();
  await new Promise((resolve) => files.close(resolve));
});

const content = z.looseObject({ type: z.string(), text: z.string().optional(), uri: z.string().optional() });
const result = z.object({
  content: z.array(content),
  isError: z.boolean().optional(),
  _meta: z.record(z.string(), z.unknown()).optional(),
});
const charge = z.object({ charged: z.int(), callId: z.string(), isReplayed: z.boolean() });
const chargeOf = ({ _meta }: z.output<typeof result>) => charge.parse(_meta?.['dev.farebox/charge']);

async function run(name: string, given: Record<string, unknown>) {
  return result.parse(await agent.callTool({ name, arguments: given }));
}

async function quoteFor(product: string, input: Record<string, unknown>): Promise<string> {
  const { _meta } = await run('quote_call', { product, input });
  return z.object({ quote: z.string() }).parse(_meta?.['dev.farebox/quote']).quote;
}

async function available(): Promise<number> {
  const { json } = await ask('/api/credits', { headers: { authorization: `Bearer ${account.key}` } });
  return z.object({ available: z.int() }).parse(json).available;
}

const textOf = ({ content: parts }: z.output<typeof result>) =>
  parts.map(({ text }) => text ?? '').join('\n');

describe('a file that an input names by its address', () => {
  it.each(['/picture', '/moved'])('is fetched from %s, larger than a request may be', async (path) => {
    const name = `fetched${path}`;
    const input = { picture: `${filesUrl}${path}`, link: `${filesUrl}/picture`, script: { name } };
    const quote = await quoteFor('filed', input);
    const call = await run('call_product', { product: 'filed', input, quote });
    expect(chargeOf(call)).toMatchObject({ charged: 1, isReplayed: false });
    const { requests } = await new UpstreamControl(inject('upstreamUrl')).seen(name);
    const sent = z
      .object({ picture: z.string(), link: z.string() })
      .parse(JSON.parse(requests[0]?.text ?? ''));
    expect(Buffer.from(sent.picture, 'base64').equals(picture)).toBe(true);
    expect(sent.link).toBe(`${filesUrl}/picture`);
  });

  it('is not needed again for the result of a call that was made', async () => {
    const input = { picture: `${filesUrl}/picture` };
    const quote = await quoteFor('filed', input);
    const first = await run('call_product', { product: 'filed', input, quote });
    isGone = true;
    const again = await run('call_product', { product: 'filed', input, quote });
    isGone = false;
    expect(chargeOf(again)).toMatchObject({ callId: chargeOf(first).callId, isReplayed: true });
  });

  it.each([
    ['the network of the portal', () => 'http://10.0.0.1/secret', 'is not on the public internet'],
    ['the machine by name', () => 'http://localhost/secret', 'is this machine'],
    ['a redirection into the network', () => `${filesUrl}/inside`, 'is not on the public internet'],
    ['what is not there', () => `${filesUrl}/nothing`, 'It answers with 404.'],
    ['more than the product takes', () => `${filesUrl}/large`, 'It is larger than'],
  ])('is refused from %s, with its field, before anything is held', async (_what, url, reason) => {
    const before = await available();
    const refused = await run('call_product', {
      ...{ product: 'filed', max_credits: 9 },
      input: { pages: ['aGk=', url()], script: { name: 'never' } },
    });
    expect(refused.isError).toBe(true);
    expect(textOf(refused)).toContain('- /pages/1: ');
    expect(textOf(refused)).toContain(reason);
    expect(textOf(refused)).not.toContain('FAREBOX_');
    expect(await available()).toBe(before);
    expect(await new UpstreamControl(inject('upstreamUrl')).count('never')).toBe(0);
    expect(textOf(await run('quote_call', { product: 'filed', input: { pages: [url()] } }))).toContain(
      reason,
    );
  });
});

describe('files that are slow', () => {
  it('are fetched for no more than ten inputs of a network at once', async () => {
    const input = { picture: `${filesUrl}/slow` };
    const quotes = Array.from({ length: 12 }, () => run('quote_call', { product: 'filed', input }));
    expect(textOf(await Promise.race(quotes))).toContain('Too many files at once.');
    await expect.poll(() => waiting.length).toBe(10);
    for (const answer of waiting) answer();
    const all = await Promise.all(quotes);
    expect(all.filter(({ isError }) => isError === true)).toHaveLength(2);
  });
});

describe('a response that is a file', () => {
  const bytes = (length: number) => Buffer.alloc(length, Buffer.from([0, 255, 1, 254]));
  const replying = (type: string, length: number) => ({
    size: 2,
    script: { type, encoding: 'base64', chunks: [bytes(1_000).toString('base64')], times: length / 1_000 },
  });

  it('and large has an address, for whoever has it, and the same quote gives it again', async () => {
    const input = replying('application/pdf', 2_000_000);
    const quote = await quoteFor('scripted', input);
    const call = { product: 'scripted', input, quote };
    const first = await run('call_product', call);
    const again = await run('call_product', call);
    expect(chargeOf(first)).toMatchObject({ charged: 2, isReplayed: false });
    expect(chargeOf(again)).toEqual({ ...chargeOf(first), isReplayed: true });
    for (const { content: parts } of [first, again]) {
      expect(parts[0]).toMatchObject({
        ...{ type: 'resource_link', mimeType: 'application/pdf', size: 2_000_000 },
      });
      const { uri = '' } = parts[0] ?? {};
      const reply = await fetch(uri);
      expect(reply.headers.get('content-type')).toBe('application/pdf');
      expect(reply.headers.get('content-security-policy')).toContain('sandbox');
      const body = Buffer.from(await reply.arrayBuffer());
      const hashOf = (of: Buffer) => createHash('sha256').update(of).digest('hex');
      expect(hashOf(body)).toBe(hashOf(bytes(2_000_000)));
      const { pathname, searchParams } = new URL(uri);
      searchParams.set('expires', String(Number(searchParams.get('expires')) + 1));
      expect(await ask(`${pathname}?${searchParams}`)).toMatchObject({
        ...problem(404, 'not-found'),
      });
    }
  });

  it.each([
    ['image/png', 1_000, 'image'],
    ['audio/mpeg', 1_000, 'audio'],
    ['application/pdf', 1_000, 'resource'],
    ['image/png', 800_000, 'resource_link'],
  ])('%s of %d bytes is content of the type %s', async (type, length, expected) => {
    const input = replying(type, length);
    const call = await run('call_product', { product: 'scripted', input, max_credits: 2 });
    expect(call.content[0]?.type).toBe(expected);
  });

  it('of text is cut, with a way to the rest', async () => {
    const input = { script: { type: 'text/plain', chunks: ['0123456789'], times: 150_000 } };
    const quote = await quoteFor('scripted', input);
    const parts: string[] = [];
    for (const offset of [0, 24_000, 1_480_000]) {
      const call = await run('call_product', { product: 'scripted', input, quote, offset });
      parts.push(call.content[0]?.text ?? '');
    }
    expect(parts.map((text) => [text.length, text.slice(0, 3)])).toEqual([
      ...[
        [24_000, '012'],
        [24_000, '012'],
        [20_000, '012'],
      ],
    ]);
  });

  it('of text that is cut without a quote, which nothing could repeat, is whole at an address', async () => {
    const input = { script: { type: 'text/plain', chunks: ['0123456789'], times: 5_000 } };
    const { content: parts } = await run('call_product', { product: 'scripted', input, max_credits: 2 });
    expect(parts[0]?.text).toHaveLength(24_000);
    const words = parts[1]?.text ?? '';
    expect(words).not.toContain('quote');
    const [address = ''] = /https?:\S+/.exec(words) ?? [];
    expect(await (await fetch(address)).text()).toBe('0123456789'.repeat(5_000));
  });

  it.each([
    ['文字'.repeat(40_000), 'text/plain'],
    [Buffer.alloc(60_000, 'noise').toString('base64'), 'application/json'],
  ])('is never more than 25,000 bytes of text', async (chunk, type) => {
    const input = { script: { type, chunks: [chunk] } };
    const call = await run('call_product', { product: 'scripted', input, max_credits: 2 });
    expect(Buffer.byteLength(JSON.stringify(call.content))).toBeLessThan(25_000);
  });

  it('as a small file is never more than 25,000 bytes of base64', async () => {
    const sizes = [16_000, 17_000, 32_000];
    for (const size of sizes) {
      const input = replying('application/pdf', size);
      const call = await run('call_product', { product: 'scripted', input, max_credits: 2 });
      expect(JSON.stringify(call.content).length).toBeLessThan(25_000);
    }
  });

  const events = (times: number) => ({
    script: { type: 'text/event-stream', chunks: [`data: ${'word '.repeat(200)}\n\n`], times },
  });

  it('that streams is stored: the same quote reads on, and is charged once', async () => {
    const input = events(100);
    const quote = await quoteFor('scripted', input);
    const before = await available();
    const first = await run('call_product', { product: 'scripted', input, quote });
    const sent = `data: ${'word '.repeat(200)}\n\n`.repeat(100);
    const whole = 'word '.repeat(20_000);
    const read = first.content[0]?.text ?? '';
    expect([read.length < whole.length, whole.startsWith(read)]).toEqual([true, true]);
    const again = await run('call_product', { product: 'scripted', input, quote });
    expect(chargeOf(again)).toEqual({ ...chargeOf(first), isReplayed: true });
    expect(again.content[0]?.text).toBe(read);
    const next = await run('call_product', { product: 'scripted', input, quote, offset: read.length });
    expect(whole.startsWith(`${read}${next.content[0]?.text}`)).toBe(true);
    const [address = ''] = /https?:\S+/.exec(textOf(first)) ?? [];
    expect(await (await fetch(address)).text()).toBe(sent);
    expect(await available()).toBe(before - 1);
  });

  it('that streams and breaks off is no result, and costs nothing', async () => {
    const input = { script: { ...events(3).script, ending: 'cut' } };
    const quote = await quoteFor('scripted', input);
    const before = await available();
    for (const call of [1, 2].map(() => ({ product: 'scripted', input, quote }))) {
      const broken = await run('call_product', call);
      expect([broken.isError, textOf(broken)]).toEqual([true, expect.stringContaining('upstream-failed')]);
    }
    expect(await available()).toBe(before);
  });

  const usage = `data: ${JSON.stringify({ usage: { used: 7 } })}\n\n`;

  it.each([
    ['at its end', { tail: usage, times: 100 }],
    ['far from its end, in a large one', { head: usage, times: 2_000 }],
  ])('that streams is charged by the usage that it says %s', async (_where, place) => {
    const input = { size: 9, script: { ...events(1).script, ...place } };
    const quote = await quoteFor('metered', input);
    const call = await run('call_product', { product: 'metered', input, quote });
    expect(chargeOf(call)).toMatchObject({ charged: 7, isReplayed: false });
    const again = await run('call_product', { product: 'metered', input, quote });
    expect(chargeOf(again)).toEqual({ ...chargeOf(call), isReplayed: true });
  });

  it.each(['text/event-stream', 'application/json'])(
    'of %s that is too large to be stored is refused before it is charged',
    async (type) => {
      const input = { script: { type, chunks: ['x'.repeat(1_000_000)], times: 17 } };
      const before = await available();
      const call = await run('call_product', { product: 'scripted', input, max_credits: 2 });
      expect([call.isError, textOf(call)]).toEqual([true, expect.stringContaining('upstream-too-large')]);
      expect(await available()).toBe(before);
    },
  );
});
