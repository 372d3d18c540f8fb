import { Client } from '@modelcontextprotocol/client';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as EarlierClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as EarlierTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { z } from 'zod';
import { makeAccount, type TestAccount } from '../setup/call-portal.ts';
import { publishProducts } from '../setup/test-catalogue.ts';
import { problem } from '../setup/problems.ts';
import { ask, post } from './ask.ts';

const result = z.object({
  content: z.array(z.looseObject({ type: z.string(), text: z.string().optional() })),
  isError: z.boolean().optional(),
  _meta: z.record(z.string(), z.unknown()).optional(),
});
type Result = z.output<typeof result>;
const structured = result.extend({ structuredContent: z.unknown().optional() });

/** What a client is asked to do, whatever its era. */
interface Agent {
  listTools(): Promise<{ tools: { name: string; inputSchema: object; description?: string | undefined }[] }>;
  callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<unknown>;
  getInstructions(): string | undefined;
  close(): Promise<void>;
}

let account: TestAccount;
let headers: Record<string, string>;

beforeAll(async () => {
  const folder = inject('dataFolder');
  account = await makeAccount(folder, 1_000);
  headers = { authorization: `Bearer ${account.key}` };
  const reply = {
    ...{ type: 'object', required: ['done'], additionalProperties: false },
    properties: { done: { type: 'boolean', description: 'Whether it is.' }, left: { $ref: '#/$defs/Left' } },
  };
  const needsNote = {
    ...{ type: 'object', required: ['note'] },
    properties: {
      note: { type: 'string' },
      size: { type: 'integer', default: 3 },
      quote: { type: 'string' },
    },
  };
  const defs = { Left: { type: 'integer' } };
  await publishProducts(folder, inject('upstreamUrl'), [
    { slug: 'described', reply, defs },
    { slug: 'needs-note', schema: needsNote },
  ]);
});

const addressOf = (query: string) => new URL(`/mcp${query}`, inject('portalUrl'));
const named = { name: 'test', version: '1' };

async function modern(query: string, mode: 'auto' | 'legacy', key = account.key): Promise<Agent> {
  const client = new Client(named, { versionNegotiation: { mode } });
  const headers = { authorization: `Bearer ${key}` };
  await client.connect(new StreamableHTTPClientTransport(addressOf(query), { requestInit: { headers } }));
  return client;
}

async function earlier(query: string): Promise<Agent> {
  const client = new EarlierClient(named);
  await client.connect(new EarlierTransport(addressOf(query), { requestInit: { headers } }));
  return client;
}

const clients: Record<string, (query?: string) => Promise<Agent>> = {
  'of 2026-07-28': (query = '') => modern(query, 'auto'),
  'of 2025-11-25': (query = '') => modern(query, 'legacy'),
  'of the first SDK': (query = '') => earlier(query),
};

const run = async (agent: Agent, name: string, given: Record<string, unknown>): Promise<Result> =>
  result.parse(await agent.callTool({ name, arguments: given }));
const textOf = ({ content }: Result) => content.map(({ text }) => text ?? '').join('\n');
const quoted = z.object({ quote: z.string(), credits: z.int() });
const charged = z.object({ charged: z.int(), callId: z.string(), isReplayed: z.boolean() });
const quoteOf = ({ _meta }: Result) => quoted.parse(_meta?.['dev.farebox/quote']);
const chargeOf = ({ _meta }: Result) => charged.parse(_meta?.['dev.farebox/charge']);

async function balance(): Promise<number> {
  const { json } = await ask('/api/credits', { headers });
  return z.object({ available: z.int() }).parse(json).available;
}

describe.each(Object.entries(clients))('a client %s', (_era, connect) => {
  it('lists, quotes, calls, and is stopped at its budget', async () => {
    const agent = await connect('?max-credits=5');
    const { tools } = await agent.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      ...['search_products', 'get_product', 'quote_call', 'call_product'],
      ...['get_call', 'list_calls', 'get_credits'],
    ]);
    expect(textOf(await run(agent, 'search_products', { query: 'scripted' }))).toContain('- scripted: ');
    const read = await run(agent, 'get_product', { product: 'scripted' });
    expect(textOf(read)).toContain('"size"');
    const before = await balance();
    const input = { size: 3 };
    const quote = await run(agent, 'quote_call', { product: 'scripted', input });
    expect(quoteOf(quote).credits).toBe(3);
    const call = await run(agent, 'call_product', {
      product: 'scripted',
      input,
      quote: quoteOf(quote).quote,
    });
    expect(call.isError).toBeUndefined();
    expect(chargeOf(call).charged).toBe(3);
    expect(await balance()).toBe(before - 3);
    expect(textOf(await run(agent, 'get_call', { call_id: chargeOf(call).callId }))).toContain(
      'Charged 3 credits',
    );
    const over = await run(agent, 'call_product', {
      product: 'scripted',
      input: { size: 6 },
      max_credits: 100,
    });
    expect([over.isError, textOf(over)]).toEqual([true, expect.stringContaining('over-max-credits')]);
    expect(textOf(over)).toContain('the address of this server lets a call cost at most 5 credits');
    expect(textOf(over)).not.toMatch(/max_credits is|Quote:|repeat the call/);
    const dear = textOf(await run(agent, 'quote_call', { product: 'scripted', input: { size: 6 } }));
    expect(dear).toContain('lets a call cost at most 5 credits, and call_product refuses this call');
    expect(dear).not.toContain('Quote:');
    const wrong = await run(agent, 'quote_call', { product: 'scripted', input: { size: 'x' } });
    expect(textOf(wrong)).toContain('Correct these fields:\n- /size');
    expect(textOf(await run(agent, 'get_credits', {}))).toContain(`You can spend ${before - 3} credits.`);
    await agent.close();
  });

  it('pins products as tools of their own', async () => {
    const agent = await connect('?products=scripted');
    const { tools } = await agent.listTools();
    expect(tools.at(-1)).toMatchObject({
      name: 'scripted',
      description: expect.stringMatching(/^Costs .* credits a call\./),
      inputSchema: { type: 'object', properties: { size: {}, farebox_quote: {}, farebox_max_credits: {} } },
    });
    const call = await run(agent, 'scripted', { size: 2, farebox_max_credits: 2 });
    expect(chargeOf(call).charged).toBe(2);
    const unlimited = await run(agent, 'scripted', { size: 2 });
    expect([unlimited.isError, textOf(unlimited)]).toEqual([true, expect.stringContaining('quote-required')]);
    await agent.close();
  });

  it('names the arguments that a pinned product has', async () => {
    const agent = await connect('?products=needs-note');
    const call = async (given: object) => {
      const said = await run(agent, 'needs_note', { ...given });
      return { isError: said.isError, text: textOf(said), charge: said._meta?.['dev.farebox/charge'] };
    };
    const note = { note: 'a' };
    const bare = /(?<![/_])\b(?:max_credits|idempotency_key)\b|\bas quote\b/;
    expect((await call(note)).text).toContain(
      'send it as farebox_quote; or send the most that you will pay as farebox_max_credits.',
    );
    for (const name of ['max_credits', 'maxCredits', 'idempotency_key', 'offset'])
      expect((await call({ ...note, [name]: 9 })).text).toMatch(
        new RegExp(`/${name}: there is no such argument. Did you mean farebox_[a-z_]+\\?`),
      );
    // A field of the product has this name.
    expect((await call({ ...note, quote: 'x' })).text).toContain('(quote-required)');
    expect((await call({ ...note, farebox_max_credits: 2 })).text).toMatch(/farebox_max_credits is 2/);
    const far = await call({ ...note, farebox_max_credits: 9, farebox_offset: 5 });
    for (const { text } of [await call(note), await call({ ...note, farebox_max_credits: 2 }), far])
      expect(text).not.toMatch(bare);
    await agent.close();
  });

  it('calls a pinned product by its quote alone', async () => {
    const agent = await connect('?products=needs-note,scripted');
    const quoteFor = async (product: string, input: object) =>
      quoteOf(await run(agent, 'quote_call', { product, input })).quote;
    const given = { farebox_quote: await quoteFor('needs-note', { note: 'a', size: 4 }) };
    const first = await run(agent, 'needs_note', given);
    expect(chargeOf(first)).toMatchObject({ charged: 4, isReplayed: false });
    expect(chargeOf(await run(agent, 'needs_note', given))).toMatchObject({ isReplayed: true });
    // No field is required, and yet the input of the quote is meant.
    const sized = { farebox_quote: await quoteFor('scripted', { size: 5 }) };
    expect(chargeOf(await run(agent, 'scripted', sized)).charged).toBe(5);
    const other = { farebox_quote: await quoteFor('scripted', { size: 6 }) };
    expect(textOf(await run(agent, 'needs_note', other))).toContain('(quote-mismatch)');
    const unknown = { farebox_quote: `quote-${'x'.repeat(43)}` };
    expect(textOf(await run(agent, 'needs_note', unknown))).toContain('Send the input with it.');
    await agent.close();
  });

  it('says what a pinned product replies, and gives it as structured content, or else as a text', async () => {
    const agent = await connect('?products=described,scripted&max-credits=9');
    const { tools } = await agent.listTools();
    const [described, scripted] = tools.slice(-2);
    expect(scripted).not.toHaveProperty('outputSchema');
    const reply = {
      ...{ type: 'object', required: ['done'] },
      properties: { done: { type: 'boolean', description: 'Whether it is.' }, left: { type: 'integer' } },
    };
    const answer = { charged: { type: 'number' }, call_id: { type: 'string' }, text: { type: 'string' } };
    expect(described).toMatchObject({
      outputSchema: {
        ...{ type: 'object', required: ['charged', 'call_id'] },
        properties: { reply, ...answer, balance: { type: 'number' } },
      },
    });
    // Both SDKs refuse a result that is not as they were told.
    const call = async (script: object, others: object = {}) =>
      structured.parse(
        await agent.callTool({ name: 'described', arguments: { script, farebox_max_credits: 1, ...others } }),
      );
    const first = await call({});
    const { structuredContent, _meta } = first;
    const { callId, balance: left } = z
      .object({ callId: z.string(), balance: z.int() })
      .parse(_meta?.['dev.farebox/charge']);
    expect(structuredContent).toEqual({ reply: { done: true }, charged: 1, balance: left, call_id: callId });
    const more = await call({ chunks: ['{"done":false,"left":2,"more":[{}]}'] });
    expect(more.structuredContent).toMatchObject({ reply: { done: false, left: 2, more: [{}] } });
    const asText = { charged: 1, call_id: expect.any(String), balance: expect.any(Number) };
    for (const text of ['{"done":"perhaps"}', '{"left":2}', '[]', 'null', '{"done":'])
      expect((await call({ chunks: [text] })).structuredContent).toEqual({ text, ...asText });
    const plain = await call({ type: 'text/plain', chunks: ['Done.'] });
    expect(plain.structuredContent).toEqual({ text: 'Done.', ...asText });
    const key = { farebox_idempotency_key: `long-${callId}` };
    const long = { chunks: [JSON.stringify({ done: true, words: 'word '.repeat(50_000) })] };
    for (const offset of [{}, { farebox_offset: 20 }])
      expect((await call(long, { ...key, ...offset })).structuredContent).toEqual({
        ...{ ...asText, text: expect.stringContaining('This is not all: ') },
      });
    const refused = await call({}, { farebox_max_credits: 0 });
    expect(refused).toMatchObject({ isError: true });
    expect(refused.structuredContent).toBeUndefined();
    await agent.close();
  });

  it('has its other tools where a product to pin is unknown, and says which', async () => {
    const agent = await connect('?products=scripted,no-such-product');
    const { tools } = await agent.listTools();
    expect(tools.slice(6).map(({ name }) => name)).toEqual(['get_credits', 'scripted']);
    for (const parameter of ['sign-in=1', 'products=', 'max-credits=', 'ask-above='])
      expect(agent.getInstructions()).toContain(parameter);
    expect(agent.getInstructions()).toMatch(/pins products that do not exist: "no-such-product"\.$/);
    await agent.close();
  });
});

describe('/mcp', () => {
  it.each(['max-credits', 'ask-above', 'products', 'sign-in'])('refuses an empty %s', async (name) => {
    for (const value of ['', '%20'])
      expect(await post(`/mcp?${name}=${value}`, {}, headers)).toMatchObject(
        problem(400, 'invalid-parameter'),
      );
  });

  it('does not pass all products for what an unknown argument asks', async () => {
    const agent = await modern('', 'auto');
    const refused = textOf(await run(agent, 'search_products', { q: 'png' }));
    expect(refused).toContain('/q: there is no such argument. Send the words as query, or page 1');
    expect(textOf(await run(agent, 'search_products', {}))).toMatch(/^\d+ products; page 1 of /);
    await agent.close();
  });

  it('spends a quote once: the same request again gets the first result, and another quote is another call', async () => {
    const agent = await modern('', 'auto');
    const input = { size: 4 };
    const quotes = await Promise.all(
      [1, 2].map(() => run(agent, 'quote_call', { product: 'scripted', input })),
    );
    const [one, other] = quotes.map((quote) => quoteOf(quote).quote);
    const call = (quote: string | undefined) =>
      run(agent, 'call_product', { product: 'scripted', input, quote });
    const before = await balance();
    const first = await call(one);
    const again = await call(one);
    expect(chargeOf(again)).toEqual({ ...chargeOf(first), isReplayed: true });
    expect(await balance()).toBe(before - 4);
    expect(chargeOf(await call(other)).callId).not.toBe(chargeOf(first).callId);
    expect(await balance()).toBe(before - 8);
    await agent.close();
  });

  it('refuses fields that the product does not know, with the nearest ones, and quotes say so before', async () => {
    const agent = await modern('?products=scripted', 'auto');
    const input = { szie: 4 };
    const fault = '- /szie: is not a field of this product. Did you mean "size"?';
    const quote = await run(agent, 'quote_call', { product: 'scripted', input });
    expect(textOf(quote)).toContain(fault);
    const before = await balance();
    const refusals = [
      await run(agent, 'call_product', { product: 'scripted', input, quote: quoteOf(quote).quote }),
      await run(agent, 'scripted', { ...input, farebox_max_credits: 9 }),
    ];
    for (const refusal of refusals)
      expect([refusal.isError, textOf(refusal)]).toEqual([true, expect.stringContaining(fault)]);
    expect(await balance()).toBe(before);
    await agent.close();
  });

  it('takes a quote alone, by a short name, which is of its caller and spent once', async () => {
    const agent = await modern('', 'auto');
    const input = { size: 3 };
    const told = textOf(await run(agent, 'quote_call', { product: 'scripted', input }));
    const [, quote = ''] = /^Quote: (\S+)$/m.exec(told) ?? [];
    // Where portals share a database, the quote is told whole.
    expect(quote).toMatch(/^quote-[\w-]{43}$|^fbq_/);
    const before = await balance();
    const first = await run(agent, 'call_product', { quote });
    expect(chargeOf(first)).toMatchObject({ charged: 3, isReplayed: false });
    for (const given of [
      { quote },
      { product: 'scripted', input, quote },
      { product: '', input: null, quote },
    ])
      expect(chargeOf(await run(agent, 'call_product', given))).toEqual({
        ...chargeOf(first),
        isReplayed: true,
      });
    const other = await run(agent, 'call_product', { product: 'scripted', input: { size: 9 }, quote });
    expect(textOf(other)).toContain('idempotency-key-reused');
    expect(await balance()).toBe(before - 3);
    expect(textOf(await run(agent, 'call_product', { max_credits: 3 }))).toContain('A call needs a product');
    await agent.close();
  });

  it('asks for the input of a quote that it does not have, and makes no call with its name', async () => {
    const agent = await modern('', 'auto');
    const quote = `quote-${'a'.repeat(43)}`;
    const before = await balance();
    const asked = textOf(await run(agent, 'call_product', { quote }));
    expect(asked).toContain(
      'does not have your input for this quote. Send the product and the input with it.',
    );
    const other = await modern('', 'auto', (await makeAccount(inject('dataFolder'), 10)).key);
    const told = textOf(await run(other, 'quote_call', { product: 'scripted', input: { size: 3 } }));
    const [, foreign = ''] = /^Quote: (\S+)$/m.exec(told) ?? [];
    expect(textOf(await run(agent, 'call_product', { quote: foreign }))).toBe(asked);
    await other.close();
    const gone = await run(agent, 'call_product', { product: 'scripted', input: { size: 1 }, quote });
    expect([gone.isError, textOf(gone)]).toEqual([true, expect.stringContaining('quote-expired')]);
    expect(await balance()).toBe(before);
    await agent.close();
  });

  it('tells the response of a product with an example, and nothing about charges of a free one', async () => {
    const agent = await modern('', 'auto');
    const told = textOf(await run(agent, 'get_product', { product: 'public-holidays' }));
    expect(told).toMatch(/^Its JSON Schema: \{"type":"/m);
    expect(told).toMatch(/^(?:For example: [[{]|The beginning of an example: ")/m);
    await agent.close();
  });

  it('spends a quote once over HTTP, too', async () => {
    const agent = await modern('', 'auto');
    const input = { size: 4 };
    const { quote } = quoteOf(await run(agent, 'quote_call', { product: 'scripted', input }));
    const before = await balance();
    const call = () =>
      post('/api/product/developer/call/scripted', input, { ...headers, 'farebox-quote': quote });
    const [first, again] = [await call(), await call()];
    expect([first.status, again.status, again.json]).toEqual([200, 200, first.json]);
    expect(again.headers).toMatchObject({
      ...{ 'idempotency-replayed': 'true', 'farebox-call-id': first.headers['farebox-call-id'] },
    });
    const third = await run(agent, 'call_product', { product: 'scripted', input, quote });
    expect(chargeOf(third)).toMatchObject({ isReplayed: true, callId: first.headers['farebox-call-id'] });
    expect(await balance()).toBe(before - 4);
    await agent.close();
  });

  it('takes an input that is a text of JSON, and names the fields of a wrong one', async () => {
    const agent = await modern('', 'auto');
    const quote = await run(agent, 'quote_call', { product: 'scripted', input: '{"size":2}' });
    expect(quoteOf(quote).credits).toBe(2);
    const wrong = await run(agent, 'call_product', {
      product: 'scripted',
      input: { size: 'two' },
      max_credits: 9,
    });
    expect([wrong.isError, textOf(wrong)]).toEqual([true, expect.stringContaining('- /size: ')]);
    await agent.close();
  });

  it('has a list of tools that fits into 1,500 tokens', async () => {
    const agent = await modern('', 'auto');
    expect(JSON.stringify(await agent.listTools()).length / 4).toBeLessThan(1_500);
    await agent.close();
  });

  it('tells every product in 4,000 tokens at most', async () => {
    const agent = await modern('', 'auto');
    const slugs = new Set<string>();
    for (let page = 1, found = 1; found > 0; page += 1) {
      const listed = textOf(await run(agent, 'search_products', { page }));
      const lines = [...listed.matchAll(/^- ([^:]+): /gm)].flatMap(([, slug]) => slug ?? []);
      found = lines.length;
      for (const slug of lines) slugs.add(slug);
    }
    expect(slugs.size).toBeGreaterThan(20);
    for (const product of slugs) {
      const { content } = await run(agent, 'get_product', { product });
      expect([product, JSON.stringify(content).length / 4 <= 4_000]).toEqual([product, true]);
    }
    await agent.close();
  });

  it.each(['https://example.com', 'null'])('refuses a page of %s', async (origin) => {
    const reply = await ask('/mcp', {
      method: 'POST',
      headers: { ...headers, origin, 'content-type': 'application/json' },
      body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
    });
    expect(reply).toMatchObject(problem(403, 'cross-site'));
  });

  it.each([
    ['max_credits', 'max-credits'],
    ['maxCredits', 'max-credits'],
    ['Max-Credits', 'max-credits'],
    ['product', 'products'],
    ['ask_above', 'ask-above'],
    ['signin', 'sign-in'],
    ['budget', undefined],
  ])('refuses the unknown parameter %s of its address', async (name, nearest) => {
    const given = { product: 'scripted', input: { size: 1 }, max_credits: 9 };
    const params = { name: 'call_product', arguments: given };
    const reply = await ask(`/mcp?${name}=1`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
    });
    const meant = nearest === undefined ? '' : ` Did you mean "${nearest}"?`;
    const detail = `There is no parameter "${name}".${meant} This address takes products, max-credits, sign-in, ask-above.`;
    expect(reply).toMatchObject({
      status: 400,
      json: { code: 'invalid-parameter', detail, errors: [{ parameter: name, detail }] },
    });
  });

  it.each(['max-credits', 'ask-above'])('names the greatest value of %s', async (name) => {
    const reply = await ask(`/mcp?${name}=9007199254740992`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
    });
    expect(reply).toMatchObject(problem(400, 'invalid-parameter'));
    expect(reply.text).toContain('allowed is a whole number of credits from 0 to 9007199254740991');
  });

  it('refuses a wrong key', async () => {
    const reply = await ask('/mcp', {
      method: 'POST',
      headers: { authorization: 'Bearer fb_wrong', 'content-type': 'application/json' },
      body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
    });
    expect(reply).toMatchObject(problem(401, 'invalid-key'));
  });
});
