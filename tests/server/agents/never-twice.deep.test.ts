import { cpSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import type { JsonObject } from '../../../lib/json/json.ts';
import { untilEnded } from '../../../server/agents/get-call.ts';
import { callsOf, expectSoundLedger } from '../../setup/call-expectations.ts';
import { type CallPortal, makeAccount, startCallPortal, type TestAccount } from '../../setup/call-portal.ts';
import { testEgress } from '../../setup/farebox.ts';
import { startPortal } from '../../setup/start-portal.ts';
import { commonProducts, publishProducts } from '../../setup/test-catalogue.ts';
import { startUpstream } from '../../setup/upstream.ts';
import { UpstreamControl } from '../../setup/upstream-control.ts';
import * as fc from 'fast-check';

const answer = z.object({
  result: z.object({
    content: z.array(z.looseObject({ text: z.string().optional() })),
    isError: z.boolean().optional(),
    _meta: z.record(z.string(), z.unknown()).optional(),
  }),
});
type Result = z.output<typeof answer>['result'];

const quoted = z.object({ quote: z.string(), credits: z.int() });
const charged = z.object({
  charged: z.int(),
  isReplayed: z.boolean().optional(),
  code: z.string().optional(),
});
const quoteOf = ({ _meta }: Result) => quoted.parse(_meta?.['dev.farebox/quote']);
/** Of a result, or of a refusal. */
const chargeOf = ({ _meta }: Result) =>
  charged.parse(_meta?.['dev.farebox/charge'] ?? _meta?.['dev.farebox/problem']);
const textOf = ({ content }: Result) => content.map(({ text }) => text ?? '').join('\n');

const bare = { pages: false, toolbox: false };

let portal: CallPortal;
let account: TestAccount;
beforeAll(async () => {
  portal = await startCallPortal({}, [], bare);
});
beforeEach(async () => {
  account = await makeAccount(portal.dataFolder, 1_000);
});
afterAll(() => portal.stop());

/** A request as any client sends it, which can be broken off. */
async function use(
  tool: string,
  given: JsonObject,
  { url = portal.url, query = '', signal }: { url?: string; query?: string; signal?: AbortSignal } = {},
): Promise<Result> {
  const response = await fetch(`${url}/mcp?ask-above=1000000${query}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${account.key}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-11-25',
    },
    body: JSON.stringify({
      ...{ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: tool, arguments: given } },
    }),
    ...(signal && { signal }),
  });
  const text = await response.text();
  const event = /^data: (.*)$/m.exec(text)?.[1];
  return answer.parse(JSON.parse(event ?? text)).result;
}

const quote = async (product: string, input: JsonObject) =>
  quoteOf(await use('quote_call', { product, input }));

const credits = async () => (await callsOf(portal.dataFolder, account.id)).map((call) => call.charged);

describe('a call of an agent', () => {
  test('goes on when its connection is cut, and the same request again gets its result for one charge', async () => {
    const input = { size: 4, script: { name: 'agent-cut', gate: 'agent-cut' } };
    const given = { product: 'scripted', input, quote: (await quote('scripted', input)).quote };
    const gone = new AbortController();
    const first = use('call_product', given, { signal: gone.signal });
    await portal.control.arrived('agent-cut');
    gone.abort();
    await expect(first).rejects.toThrow();
    await portal.control.release('agent-cut');
    await portal.control.ended('agent-cut');
    const again = await use('call_product', given);
    expect([again.isError, chargeOf(again).charged]).toEqual([undefined, 4]);
    expect(textOf(again)).toContain('"done":true');
    expect(await portal.control.count('agent-cut')).toBe(1);
    expect(await credits()).toEqual([4]);
  });

  test('is made once by many requests at once, and another quote for the same input is another call', async () => {
    const input = { size: 3, script: { name: 'agent-crowd' } };
    const one = { product: 'scripted', input, quote: (await quote('scripted', input)).quote };
    const crowd = await Promise.all(Array.from({ length: 12 }, () => use('call_product', one)));
    const charges = crowd.map(chargeOf).filter(({ code }) => code !== 'call-in-flight');
    expect(charges.map(({ charged }) => charged)).toEqual(charges.map(() => 3));
    expect(charges.filter(({ isReplayed }) => isReplayed === false)).toHaveLength(1);
    expect(chargeOf(await use('call_product', one))).toMatchObject({ charged: 3, isReplayed: true });
    expect(await portal.control.count('agent-crowd')).toBe(1);
    const other = { ...one, quote: (await quote('scripted', input)).quote };
    expect(chargeOf(await use('call_product', other))).toEqual(
      expect.objectContaining({ charged: 3, isReplayed: false }),
    );
    expect(await credits()).toEqual([3, 3]);
  });

  test('is charged once for its idempotency key, of its account and product, and again without one', async () => {
    const input = { size: 2, script: { name: 'agent-keyed' } };
    const keyed = { product: 'scripted', input, max_credits: 9, idempotency_key: 'one' };
    const crowd = await Promise.all(Array.from({ length: 6 }, () => use('call_product', keyed)));
    expect(crowd.filter((result) => chargeOf(result).isReplayed === false)).toHaveLength(1);
    // A pinned tool is the same product, and another quote makes no other call of it.
    const again = { ...keyed, quote: (await quote('scripted', input)).quote };
    expect(chargeOf(await use('call_product', again))).toMatchObject({ charged: 2, isReplayed: true });
    const pinned = { ...input, farebox_max_credits: 9, farebox_idempotency_key: 'one' };
    expect(chargeOf(await use('scripted', pinned, { query: '&products=scripted' }))).toMatchObject({
      ...{ charged: 2, isReplayed: true },
    });
    expect(await portal.control.count('agent-keyed')).toBe(1);
    const reused = await use('call_product', { ...keyed, input: { size: 5 } });
    expect(chargeOf(reused)).toMatchObject({ code: 'idempotency-key-reused' });
    const bare = { product: 'scripted', input, max_credits: 9 };
    for (const result of [await use('call_product', bare), await use('call_product', bare)])
      expect(chargeOf(result)).toMatchObject({ charged: 2, isReplayed: false });
    account = await makeAccount(portal.dataFolder, 1_000);
    expect(chargeOf(await use('call_product', keyed))).toMatchObject({ charged: 2, isReplayed: false });
    expect(await portal.control.count('agent-keyed')).toBe(4);
  });

  test('is in the list while it runs, and reading it waits for its end', async () => {
    const input = { size: 4, script: { name: 'agent-waited', gate: 'agent-waited' } };
    const running = use('call_product', { product: 'scripted', input, max_credits: 9 });
    await portal.control.arrived('agent-waited');
    const listed = textOf(await use('list_calls', { product: 'scripted', state: 'dispatched' }));
    expect(listed).toMatch(/^1 call; page 1 of 1\.\n- (\S+) of scripted, \S+Z: dispatched, 0 credits\n/);
    const [, id = ''] = /- (\S+) of/.exec(listed) ?? [];
    const gone = new AbortController();
    const [left, waiting] = [
      use('get_call', { call_id: id }, { signal: gone.signal }).catch(() => undefined),
      use('get_call', { call_id: id }),
    ];
    gone.abort();
    await left;
    await portal.control.release('agent-waited');
    const text = textOf(await waiting);
    expect(text).toMatch(/ of scripted, \d{4}-\d\d-\d\dT\S+Z: settled\. Charged 4 credits of 4 credits/);
    expect(text).not.toContain('undefined');
    await running;
    expect(textOf(await use('list_calls', {}))).toContain(': settled (Success), 4 credits\n');
    expect(textOf(await use('list_calls', { product: 'none' }))).toContain('There is no product');
  });

  test('is waited for no longer than its reader is there', async () => {
    const gone = new AbortController();
    const states: string[] = [];
    await untilEnded(async () => {
      if (states.push('dispatched') === 2) gone.abort();
      return 'dispatched';
    }, gone.signal);
    expect(states).toHaveLength(2);
  });

  test('never costs more than its quote, whatever the upstream does', async () => {
    const outcome = fc.record({
      product: fc.constantFrom('metered', 'pays-quoted', 'pays-settled', 'pays-nothing'),
      size: fc.integer({ min: 0, max: 9 }),
      used: fc.integer({ min: 0, max: 30 }),
      status: fc.constantFrom(200, 200, 404, 500),
      ending: fc.constantFrom('complete' as const, 'complete' as const, 'cut' as const, 'reset' as const),
    });
    await fc.assert(
      fc.asyncProperty(outcome, async ({ product, size, used, status, ending }) => {
        const input = { size, script: { status, ending, chunks: [JSON.stringify({ usage: { used } })] } };
        const agreed = await quote(product, input);
        const before = (await credits()).reduce((sum, each) => sum + each, 0);
        const given = { product, input, quote: agreed.quote };
        const results = [await use('call_product', given), await use('call_product', given)];
        const paid = (await credits()).reduce((sum, each) => sum + each, 0) - before;
        expect(paid).toBeLessThanOrEqual(agreed.credits);
        expect(results.map((result) => chargeOf(result).charged)).toEqual([paid, paid]);
      }),
      { numRuns: 25 },
    );
  });
});

describe('a portal that is killed in the midst of a call of an agent', () => {
  /** What a portal that starts on the killed one's data makes of it. */
  async function killAndStart(killed: { pid: number; dataFolder: string; exited: Promise<unknown> }) {
    process.kill(killed.pid, 'SIGKILL');
    await killed.exited;
    const left = await mkdtemp(join(tmpdir(), 'farebox-killed-'));
    const filter = (path: string) => !path.endsWith('.sock');
    cpSync(killed.dataFolder, left, { recursive: true, filter });
    onTestFinished(() => rm(left, { recursive: true }));
    const copy = (folder: string) => Promise.resolve(cpSync(left, folder, { recursive: true }));
    return startPortal([], copy, { FAREBOX_EGRESS_ALLOW: testEgress }, undefined, bare);
  }

  test.each([
    { moment: 'while its upstream works', gate: 'agent-killed', paid: 0 },
    { moment: 'after it was answered', gate: undefined, paid: 4 },
  ])('$moment: the same request again calls nobody twice, and pays once', async ({ gate, paid }) => {
    const upstream = await startUpstream();
    const control = new UpstreamControl(upstream.url);
    const own = await startPortal([], undefined, { FAREBOX_EGRESS_ALLOW: testEgress }, undefined, bare);
    await publishProducts(own.dataFolder, upstream.url, commonProducts);
    account = await makeAccount(own.dataFolder, 100);
    const name = `agent-killed-${paid}`;
    const input = { size: 4, script: { name, ...(gate !== undefined && { gate }) } };
    const { quote: agreed } = quoteOf(
      await use('quote_call', { product: 'scripted', input }, { url: own.url }),
    );
    const given = { product: 'scripted', input, quote: agreed };
    const first = use('call_product', given, { url: own.url }).catch(() => undefined);
    await control.arrived(name);
    if (gate === undefined) await first;
    const next = await killAndStart(own);
    await first;
    await expect
      .poll(async () => chargeOf(await use('call_product', given, { url: next.url })).charged)
      .toBe(paid);
    const again = await use('call_product', given, { url: next.url });
    expect(chargeOf(again)).toMatchObject({ charged: paid });
    expect(again.isError ?? false).toBe(paid === 0);
    expect(await control.count(name)).toBe(1);
    expect((await callsOf(next.dataFolder, account.id)).map((call) => call.charged)).toEqual([paid]);
    await expectSoundLedger(next.dataFolder);
    for (const server of [next, own]) await server.stop();
    await upstream.close();
  });
});
