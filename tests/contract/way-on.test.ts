import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { z } from 'zod';
import { openCommandStore } from '../../server/control/open-store.ts';
import { makeAccount, type TestAccount } from '../setup/call-portal.ts';
import { placeOf } from '../setup/data-place.ts';
import { sendCall } from '../setup/send-call.ts';
import { ask, post } from './ask.ts';

let account: TestAccount;
beforeAll(async () => {
  account = await makeAccount(inject('dataFolder'), 6);
});

const by = (key: string) => ({ authorization: `Bearer ${key}` });
const quoted = z.object({ quote: z.string(), expiresAt: z.iso.datetime() });
const call = (headers: Record<string, string>, size: number) =>
  sendCall(inject('portalUrl'), 'scripted', { size }, { headers });

/** What every refusal of a price says. */
const saysHow = (required: number, shortfall: number) => ({
  ...{ required, shortfall },
  breakdown: [{ label: 'Size', text: expect.stringContaining(String(required)), credits: String(required) }],
  quote: expect.stringMatching(/^fbq_/),
  expiresAt: expect.any(String),
});

async function grant(credits: number): Promise<void> {
  const { writer, close } = await openCommandStore(placeOf(inject('dataFolder')));
  try {
    await writer.run('grant', {
      ...{ purseId: account.id, credits, kind: 'grant', reason: 'For a test', nowMs: Date.now() },
    });
  } finally {
    await close();
  }
}

describe('a refusal of a price', () => {
  it('for missing credits says what is missing, where they are bought, and holds the price meanwhile', async () => {
    const refused = await post('/api/product/developer/call/scripted', { size: 7 }, by(account.key));
    expect(refused).toMatchObject({
      status: 402,
      json: {
        ...{ code: 'insufficient-credits', balance: 6, ...saysHow(7, 1) },
        creditsUrl: 'https://shop.example.com/credits',
      },
    });
    expect(refused.json).not.toHaveProperty('resetsAt');
    expect((await ask('/api/credits', { headers: by(account.key) })).json).toMatchObject({
      creditsUrl: 'https://shop.example.com/credits',
    });
    const { quote, expiresAt } = quoted.parse(refused.json);
    expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(14 * 60_000);
    await grant(1);
    const paid = await call({ ...by(account.key), 'farebox-quote': quote }, 7);
    expect(paid).toMatchObject({ status: 200, charged: 7 });
  });

  it('gives back the quote that came with the call', async () => {
    const estimate = await post('/api/product/credits/required/scripted?detail=full', { size: 9 });
    const given = quoted.parse(estimate.json);
    const refused = await call({ ...by(account.key), 'farebox-quote': given.quote }, 9);
    expect(refused).toMatchObject({ status: 402, json: { code: 'insufficient-credits', ...given } });
  });

  it.each([
    ['day', /T00:00:00\.000Z$/],
    ['month', /-01T00:00:00\.000Z$/],
    ['total', undefined],
  ])('at a limit for each %s says when the period ends', async (period, resetsAt) => {
    await grant(1);
    const { json } = await post('/api/keys', { name: 'Shop', caps: { [period]: 3 } }, by(account.key));
    const { key } = z.object({ key: z.string() }).parse(json);
    const refused = await call(by(key), 5);
    expect(refused).toMatchObject({
      status: 402,
      json: { ...{ code: 'over-cap', cap: 3, spent: 0, balance: expect.any(Number) }, ...saysHow(5, 2) },
    });
    const said = z.looseObject({ resetsAt: z.string().optional() }).parse(refused.json);
    if (resetsAt === undefined) expect(said.resetsAt).toBeUndefined();
    else {
      expect(said.resetsAt).toMatch(resetsAt);
      expect(Date.parse(String(said.resetsAt))).toBeGreaterThan(Date.now());
    }
    expect(said).not.toHaveProperty('creditsUrl');
  });

  it('above the limit of the caller has the price line by line', async () => {
    const refused = await call({ ...by(account.key), 'farebox-max-credits': '4' }, 5);
    expect(refused).toMatchObject({
      status: 402,
      json: { code: 'over-max-credits', maximum: 4, ...saysHow(5, 1) },
    });
  });

  it('names the greatest limit where one is beyond it', async () => {
    const greatest = 2 ** 53 - 1;
    const under = (most: number | string) =>
      call({ ...by(account.key), 'farebox-max-credits': `${most}` }, 1);
    expect((await under(greatest)).status).toBe(200);
    expect(await under('9007199254740992')).toMatchObject({
      status: 400,
      json: {
        errors: [{ detail: `is "9007199254740992"; allowed are whole numbers from 0 to ${greatest}` }],
      },
    });
  });

  it('is told to models in words', async () => {
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } });
    const address = new URL('/mcp', inject('portalUrl'));
    await client.connect(
      new StreamableHTTPClientTransport(address, { requestInit: { headers: by(account.key) } }),
    );
    const refused = await client.callTool({
      name: 'call_product',
      arguments: { product: 'scripted', input: { size: 90 }, max_credits: 100 },
    });
    await client.close();
    const { json } = await ask('/api/credits', { headers: by(account.key) });
    const { available } = z.object({ available: z.int() }).parse(json);
    expect(refused).toMatchObject({
      isError: true,
      _meta: { 'dev.farebox/problem': { balance: available, ...saysHow(90, 90 - available) } },
    });
    const text = JSON.stringify(refused.content);
    expect(text).toContain(`${90 - available} credits too few.`);
    expect(text).toContain('Credits are bought by a person at https://shop.example.com/credits');
    expect(text).toMatch(/Quote: (?:quote-|fbq_)/);
  });
});
