import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { z } from 'zod';
import { makeAccount, type TestAccount } from '../setup/call-portal.ts';
import { runs } from '../setup/runs.ts';
import { ask } from './ask.ts';

let account: TestAccount;
let agent: Client;
beforeAll(async () => {
  account = await makeAccount(inject('dataFolder'), 1_000_000);
  agent = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  const headers = { authorization: `Bearer ${account.key}` };
  const address = new URL('/mcp?ask-above=100000', inject('portalUrl'));
  await agent.connect(new StreamableHTTPClientTransport(address, { requestInit: { headers } }));
});
afterAll(() => agent.close());

const quoted = z.object({
  _meta: z.object({ 'dev.farebox/quote': z.object({ quote: z.string(), credits: z.int() }) }),
});
const charged = z.object({ callId: z.string(), charged: z.int(), isReplayed: z.boolean().optional() });
const called = z.object({
  isError: z.boolean().optional(),
  _meta: z.union([
    z.object({ 'dev.farebox/charge': charged }).transform((meta) => meta['dev.farebox/charge']),
    z.object({ 'dev.farebox/problem': charged }).transform((meta) => meta['dev.farebox/problem']),
  ]),
});

async function quote(product: string, input: object) {
  const result = await agent.callTool({ name: 'quote_call', arguments: { product, input } });
  return quoted.parse(result)._meta['dev.farebox/quote'];
}

async function call(product: string, input: object, token: string) {
  const result = await agent.callTool({ name: 'call_product', arguments: { product, input, quote: token } });
  return called.parse(result)._meta;
}

async function available(): Promise<number> {
  const { json } = await ask('/api/credits', { headers: { authorization: `Bearer ${account.key}` } });
  return z.object({ available: z.int() }).parse(json).available;
}

/** What the API says it used, and how it ends. */
const ends = fc.record({
  product: fc.constantFrom('scripted', 'metered', 'pays-quoted', 'pays-settled', 'pays-nothing'),
  size: fc.integer({ min: 0, max: 60 }),
  used: fc.integer({ min: 0, max: 120 }),
  status: fc.constantFrom(200, 200, 400, 500),
  isStream: fc.boolean(),
});

it('a call is charged at most its quote, once for each quote', async () => {
  await fc.assert(
    fc.asyncProperty(ends, async ({ product, size, used, status, isStream }) => {
      const body = JSON.stringify({ usage: { used } });
      const script = isStream
        ? { status, type: 'text/event-stream', chunks: [`data: ${body}\n\n`] }
        : { status, type: 'application/json', chunks: [body] };
      const input = { size, script };
      const before = await available();
      const [one, other] = [await quote(product, input), await quote(product, input)];
      const first = await call(product, input, one.quote);
      expect(first.charged).toBeLessThanOrEqual(one.credits);
      expect(await call(product, input, one.quote)).toMatchObject({
        ...{ callId: first.callId, charged: first.charged },
      });
      expect(await available()).toBe(before - first.charged);
      const second = await call(product, input, other.quote);
      expect(second.callId).not.toBe(first.callId);
      expect(await available()).toBe(before - first.charged - second.charged);
    }),
    { numRuns: runs(25) },
  );
});
