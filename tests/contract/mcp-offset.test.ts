import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { z } from 'zod';
import { makeAccount, type TestAccount } from '../setup/call-portal.ts';
import { UpstreamControl } from '../setup/upstream-control.ts';
import { ask } from './ask.ts';

let account: TestAccount;
let agent: Client;
beforeAll(async () => {
  account = await makeAccount(inject('dataFolder'), 1_000);
  agent = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  const headers = { authorization: `Bearer ${account.key}` };
  const address = new URL('/mcp?products=scripted&ask-above=2', inject('portalUrl'));
  await agent.connect(new StreamableHTTPClientTransport(address, { requestInit: { headers } }));
});
afterAll(() => agent.close());

const result = z.object({
  content: z.array(z.looseObject({ type: z.string(), text: z.string().optional() })),
  isError: z.boolean().optional(),
  _meta: z.record(z.string(), z.unknown()).optional(),
});

async function run(name: string, given: Record<string, unknown>) {
  const { isError, content, _meta } = result.parse(await agent.callTool({ name, arguments: given }));
  return { isError, text: content.map(({ text }) => text ?? '').join('\n'), meta: _meta ?? {} };
}

async function quoteFor(input: object): Promise<string> {
  const { meta } = await run('quote_call', { product: 'scripted', input });
  return z.object({ quote: z.string() }).parse(meta['dev.farebox/quote']).quote;
}

async function available(): Promise<number> {
  const { json } = await ask('/api/credits', { headers: { authorization: `Bearer ${account.key}` } });
  return z.object({ available: z.int() }).parse(json).available;
}

describe('an offset', () => {
  const refused = { isError: true, text: expect.stringContaining('(nothing-at-offset)') };

  it.each([
    ['without a quote', { size: 1, script: { name: 'offset-bare' } }, async () => undefined, 'offset-bare'],
    ['with a quote that was not spent', { script: { name: 'offset-new' } }, quoteFor, 'offset-new'],
    ['with a price to ask for', { size: 5, script: { name: 'offset-dear' } }, quoteFor, 'offset-dear'],
    ['with a quote of nobody', { script: { name: 'offset-forged' } }, async () => 'fbq_a.b', 'offset-forged'],
  ])('%s is refused, and nobody is called', async (_what, input, quoteOf, name) => {
    const quote = await quoteOf(input);
    const before = await available();
    const given = { product: 'scripted', input, quote, max_credits: 9, offset: 10 };
    expect(await run('call_product', given)).toMatchObject(refused);
    const pinned = { ...input, farebox_quote: quote, farebox_max_credits: 9, farebox_offset: 10 };
    expect(await run('scripted', pinned)).toMatchObject(refused);
    expect(await available()).toBe(before);
    expect(await new UpstreamControl(inject('upstreamUrl')).count(name)).toBe(0);
  });

  it('of 0 is the beginning: the call is made', async () => {
    const call = await run('call_product', { product: 'scripted', input: {}, max_credits: 2, offset: 0 });
    expect([call.isError, call.meta['dev.farebox/charge']]).toEqual([
      undefined,
      expect.objectContaining({ charged: 1 }),
    ]);
  });

  it('reads on in a call that was made, not past its end, and not in that of another input', async () => {
    const input = { script: { type: 'text/plain', chunks: ['0123456789'] } };
    const quote = await quoteFor(input);
    const call = { product: 'scripted', input, quote };
    await run('call_product', call);
    const before = await available();
    expect((await run('call_product', { ...call, offset: 7 })).text).toMatch(/^789\n/);
    for (const offset of [10, 11, 1e9])
      expect(await run('call_product', { ...call, offset })).toMatchObject({
        ...{ ...refused, text: expect.stringContaining('10 characters') },
      });
    expect(await run('call_product', { ...call, input: {}, offset: 7 })).toMatchObject({
      ...{ isError: true, text: expect.stringContaining('idempotency-key-reused') },
    });
    expect(await available()).toBe(before);
  });
});
