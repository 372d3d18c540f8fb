import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { z } from 'zod';
import { makeAccount, type TestAccount } from '../setup/call-portal.ts';
import { ask } from './ask.ts';

let account: TestAccount;
beforeAll(async () => {
  account = await makeAccount(inject('dataFolder'), 5_000);
});

type Answer = 'accept' | 'decline' | 'cancel';

/** An agent with a person who answers so, or whose client cannot ask; and the questions that came. */
async function connect(
  answer: Answer | undefined,
  { query = '', mode = 'auto' }: { query?: string; mode?: 'auto' | 'legacy' } = {},
) {
  const asked: string[] = [];
  const client = new Client(
    { name: 'test', version: '1' },
    {
      versionNegotiation: { mode },
      capabilities: answer === undefined ? {} : { elicitation: { form: {} } },
    },
  );
  if (answer !== undefined)
    client.setRequestHandler('elicitation/create', ({ params }) => {
      asked.push(params.message);
      return answer === 'accept' ? { action: answer, content: {} } : { action: answer };
    });
  const headers = { authorization: `Bearer ${account.key}` };
  const address = new URL(`/mcp${query}`, inject('portalUrl'));
  await client.connect(new StreamableHTTPClientTransport(address, { requestInit: { headers } }));
  return { client, asked };
}

const result = z.object({
  content: z.array(z.looseObject({ text: z.string().optional() })),
  isError: z.boolean().optional(),
  _meta: z.record(z.string(), z.unknown()).optional(),
});

async function run(client: Client, name: string, given: Record<string, unknown>) {
  const { content, isError = false, _meta } = result.parse(await client.callTool({ name, arguments: given }));
  return { isError, text: content.map(({ text }) => text ?? '').join('\n'), meta: _meta };
}

const quoted = z.object({ quote: z.string() });
const charge = z.object({ charged: z.int(), callId: z.string(), isReplayed: z.boolean() });
const chargeOf = ({ meta }: Awaited<ReturnType<typeof run>>) => charge.parse(meta?.['dev.farebox/charge']);

async function quoteFor(client: Client, input: Record<string, unknown>): Promise<string> {
  const { meta } = await run(client, 'quote_call', { product: 'scripted', input });
  return quoted.parse(meta?.['dev.farebox/quote']).quote;
}

async function available(): Promise<number> {
  const { json } = await ask('/api/credits', { headers: { authorization: `Bearer ${account.key}` } });
  return z.object({ available: z.int() }).parse(json).available;
}

const dear = { size: 120 };

describe('a call above the threshold', () => {
  it('is made once its person agrees, and is not asked for again', async () => {
    const { client, asked } = await connect('accept');
    const before = await available();
    const call = { product: 'scripted', input: dear, quote: await quoteFor(client, dear) };
    const first = await run(client, 'call_product', call);
    expect(chargeOf(first)).toMatchObject({ charged: 120, isReplayed: false });
    expect(asked).toEqual([
      `A call of scripted costs up to 120 credits of the ${grouped(before)} that you can spend. Make it?`,
    ]);
    const again = await run(client, 'call_product', call);
    expect(chargeOf(again)).toMatchObject({ callId: chargeOf(first).callId, isReplayed: true });
    expect(asked).toHaveLength(1);
    expect(await available()).toBe(before - 120);
    await client.close();
  });

  it('with a limit alone is made at the price that was agreed', async () => {
    const { client, asked } = await connect('accept', { query: '?products=scripted' });
    const made = await run(client, 'scripted', { ...dear, farebox_max_credits: 500 });
    expect(chargeOf(made).charged).toBe(120);
    expect(asked).toHaveLength(1);
    const cheap = await run(client, 'scripted', { size: 3, farebox_max_credits: 500 });
    expect(chargeOf(cheap).charged).toBe(3);
    expect(asked).toHaveLength(1);
    await client.close();
  });

  it.each(['decline', 'cancel'] as const)('is not made where the person says %s', async (answer) => {
    const { client, asked } = await connect(answer);
    const before = await available();
    const quote = await quoteFor(client, dear);
    const refused = await run(client, 'call_product', { product: 'scripted', input: dear, quote });
    expect(refused).toMatchObject({ isError: true, text: expect.stringContaining('price-not-agreed') });
    expect(asked).toHaveLength(1);
    expect(await available()).toBe(before);
    await client.close();
  });

  it.each(['auto', 'legacy'] as const)(
    'is told the quote where the client cannot ask (%s), and is made with it',
    async (mode) => {
      const { client } = await connect(undefined, { mode });
      const before = await available();
      const call = { product: 'scripted', input: dear };
      const refused = await run(client, 'call_product', { ...call, max_credits: 500 });
      expect(refused).toMatchObject({ isError: true, text: expect.stringContaining('price-not-agreed') });
      expect(await available()).toBe(before);
      const { quote } = quoted.parse(refused.meta?.['dev.farebox/problem']);
      expect(refused.text).toContain(quote);
      expect(chargeOf(await run(client, 'call_product', { ...call, quote })).charged).toBe(120);
      await client.close();
    },
  );

  it('begins where the address says', async () => {
    const { client, asked } = await connect('accept', { query: '?ask-above=2' });
    for (const size of [2, 3])
      await run(client, 'call_product', { product: 'scripted', input: { size }, max_credits: 9 });
    expect(asked.map((text) => /up to \d+/.exec(text)?.[0])).toEqual(['up to 3']);
    await client.close();
  });

  it('is not made with an agreement that the portal did not sign, or that is of another quote', async () => {
    const { client } = await connect('accept');
    const [first, second] = [await quoteFor(client, dear), await quoteFor(client, dear)];
    await client.close();
    const asking = await post(first);
    const { requestState } = z.object({ requestState: z.string() }).parse(asking.result);
    const before = await available();
    const accepted = { inputResponses: { price: { action: 'accept', content: {} } } };
    const forged = await post(first, { ...accepted, requestState: `${requestState.slice(0, -2)}AA` });
    expect(forged.error).toMatchObject({ code: -32602 });
    const other = await post(second, { ...accepted, requestState });
    expect(other.result).toMatchObject({ resultType: 'input_required' });
    expect((await post(second, accepted)).result).toMatchObject({ resultType: 'input_required' });
    expect(await available()).toBe(before);
    expect((await post(first, { ...accepted, requestState })).result).toMatchObject({
      _meta: { 'dev.farebox/charge': { charged: 120 } },
    });
  });
});

const grouped = (credits: number) => credits.toLocaleString('en');

/** One request of the newest revision, as it is on the wire. */
async function post(quote: string, more: Record<string, unknown> = {}) {
  const prefix = 'io.modelcontextprotocol';
  const reply = await ask('/mcp', {
    method: 'POST',
    headers: {
      authorization: `Bearer ${account.key}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': 'call_product',
    },
    body: JSON.stringify({
      ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
      params: {
        name: 'call_product',
        arguments: { product: 'scripted', input: dear, quote },
        _meta: {
          [`${prefix}/protocolVersion`]: '2026-07-28',
          [`${prefix}/clientInfo`]: { name: 'test', version: '1' },
          [`${prefix}/clientCapabilities`]: { elicitation: { form: {} } },
        },
        ...more,
      },
    }),
  });
  return z.looseObject({ result: z.unknown().optional(), error: z.unknown().optional() }).parse(reply.json);
}
