import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { z } from 'zod';
import { openCommandStore } from '../../server/control/open-store.ts';
import type { Writer } from '../../server/store/writer.ts';
import { placeOf } from '../setup/data-place.ts';
import { makeAccount } from '../setup/call-portal.ts';
import { problem } from '../setup/problems.ts';
import { ask, post } from './ask.ts';
import { type Headers, headersOf, makeTeam, type Team } from './team.ts';

const created = z.object({ id: z.string(), key: z.string() });
const bearer = (key: string): Headers => ({ authorization: `Bearer ${key}` });

async function write(change: (writer: Writer) => Promise<unknown>): Promise<void> {
  const { writer, close } = await openCommandStore(placeOf(inject('dataFolder')));
  try {
    await change(writer);
  } finally {
    await close();
  }
}

const suspend = (accountId: string) =>
  write((writer) => writer.run('suspend-account', { accountId, suspended: true, now: Date.now() }));

async function makeKey(headers: Headers, wish: object) {
  return created.parse((await post('/api/keys', { name: 'Shop', ...wish }, headers)).json);
}

const json = { 'content-type': 'application/json' };
const call = (headers: Headers, size: number, product = 'scripted') =>
  post(`/api/product/developer/call/${product}`, { size }, headers);

/** What both the balance and the estimate say; of a suspended account's key, only the estimate does. */
async function spendableOf(headers: Headers, product = 'scripted'): Promise<unknown> {
  const estimate = await post(`/api/product/credits/required/${product}?detail=full`, { size: 3 }, headers);
  expect(estimate.json, JSON.stringify([headers, product])).toHaveProperty('spendable');
  const { spendable } = z.looseObject({ spendable: z.unknown() }).parse(estimate.json);
  const credits = await ask(`/api/credits?product=${product}`, { headers });
  if (credits.status === 200) expect(credits.json).toMatchObject({ spendable });
  return spendable;
}

describe('what a caller can spend', () => {
  let team: Team;
  beforeAll(async () => {
    team = await makeTeam();
  });

  it('is what the limit of a member leaves, and says who can raise it', async () => {
    const { account, people } = team;
    const member = people.get('member');
    const owner = headersOf(team, 'owner');
    await post(`/api/members/${member?.id}`, { caps: { total: 10 } }, owner);
    const headers = { ...member?.headers };
    expect(await call(headers, 9)).toMatchObject({ status: 200 });
    expect(await spendableOf(headers)).toEqual({
      credits: 1,
      why: 'The member "The member" can spend 10 credits in total. 9 are spent or on hold. Owners and admins of the account can raise the limit.',
      limit: {
        limitOf: { kind: 'member', id: member?.id, name: 'The member' },
        ...{ period: 'total', cap: 10, spent: 9 },
      },
    });
    expect(await call(headers, 3)).toMatchObject(problem(402, 'over-cap'));
    expect(await call(headers, 1)).toMatchObject({ status: 200 });
    // Their key is below the same limit, and a smaller one of its own binds first.
    await post(`/api/members/${member?.id}`, { caps: { total: 14 } }, owner);
    const { key } = await makeKey(headers, { caps: { day: 2 } });
    expect(await spendableOf(bearer(key))).toMatchObject({
      credits: 2,
      why: expect.stringMatching(
        /^The API key "Shop" can spend 2 credits per day.*\. The member whose key it is, and owners and admins of the account, can raise the limit\. More can be spent from \d+ \w{3} \d{4}, 00:00 UTC on\.$/,
      ),
      limit: { limitOf: { kind: 'key' }, resetsAt: expect.stringMatching(/T00:00:00\.000Z$/) },
    });
    await write((writer) =>
      writer.run('cap-account', { accountId: account, caps: { capMonth: 12 }, reason: 'Test' }),
    );
    expect(await spendableOf(bearer(key))).toMatchObject({
      credits: 1,
      why: expect.stringContaining('Operators of the portal can raise the limit.'),
      limit: { limitOf: { kind: 'account', id: account } },
    });
    expect(await call(bearer(key), 2)).toMatchObject(problem(402, 'over-cap'));
    await write((writer) =>
      writer.run('cap-account', { accountId: account, caps: { capMonth: null }, reason: 'Test' }),
    );
  });

  it('is nothing for whoever a call refuses, for the same reason', async () => {
    const owner = headersOf(team, 'owner');
    const other = await makeKey(owner, { products: ['scripted-too'] });
    const reading = await makeKey(owner, { access: 'read' });
    const callers: [string, Headers, string?][] = [
      ['forbidden', headersOf(team, 'viewer')],
      ['forbidden', headersOf(team, 'billing')],
      ['forbidden', bearer(other.key)],
      ['forbidden', bearer(reading.key)],
      ['product-offline', owner, 'scripted-offline'],
    ];
    for (const [code, headers, product] of callers) {
      const refused = await call(headers, 1, product);
      expect(refused).toMatchObject({ json: { code } });
      const { detail } = z.looseObject({ detail: z.string() }).parse(refused.json);
      expect(await spendableOf(headers, product)).toEqual({ credits: 0, code, why: detail });
    }
    expect(await spendableOf(bearer(other.key), 'scripted-too')).not.toHaveProperty('code');
  });

  it('is the balance where nothing else limits it, and the allowance of a guest', async () => {
    const { key } = await makeAccount(inject('dataFolder'), 7);
    expect(await spendableOf(bearer(key))).toEqual({ credits: 7 });
    const guest = await ask('/api/credits');
    const { available } = z.looseObject({ available: z.int() }).parse(guest.json);
    expect(await spendableOf({})).toEqual({ credits: available });
    expect(await post('/api/product/credits/required/scripted', { size: 3 }, bearer(key))).toMatchObject({
      json: { credits: 3 },
      text: '{"credits":3}',
    });
    expect(
      await post('/api/product/credits/required/scripted?detail=full', {}, bearer('fb_x')),
    ).toMatchObject({
      status: 200,
      json: expect.not.objectContaining({ spendable: expect.anything() }),
    });
    const nothing = await ask('/api/credits?product=nothing', { headers: bearer(key) });
    expect(nothing).toMatchObject(problem(404, 'not-found'));
  });

  it('is what agents are told, who find only the products of their key', async () => {
    const { key } = await makeKey(headersOf(team, 'owner'), {
      products: ['scripted-too'],
      caps: { total: 12 },
    });
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } });
    const requestInit = { headers: bearer(key) };
    await client.connect(
      new StreamableHTTPClientTransport(new URL('/mcp', inject('portalUrl')), { requestInit }),
    );
    const run = async (name: string, args: Record<string, unknown> = {}) => {
      const { content, isError = false } = await client.callTool({ name, arguments: args });
      return { text: JSON.stringify(content), isError };
    };
    const input = { size: 1 };
    const credits = await run('get_credits');
    expect(credits.text).toContain(
      'You can spend 12 credits. The API key \\"Shop\\" can spend 12 credits in total.',
    );
    expect(credits.text).toContain('Only these products can be called: scripted-too.');
    const found = await run('search_products', { query: 'scripted' });
    expect(found.text).toContain('1 product matches of those that your key may call');
    expect(found.text).not.toContain('- scripted:');
    const nothing = await run('search_products', { query: 'zzzzqqqq' });
    expect(nothing.text).toContain('No product matches of those that your key may call. ');
    expect(nothing.text).toContain('Often used: scripted-too (');
    expect(nothing.text).not.toContain(', scripted');
    const refusal = 'may only call \\"scripted-too\\", and not \\"scripted\\"';
    for (const name of ['get_product', 'quote_call']) {
      const args = name === 'get_product' ? {} : { input };
      expect(await run(name, { product: 'scripted', ...args })).toMatchObject({
        isError: true,
        text: expect.stringContaining(refusal),
      });
    }
    const quoted = await run('quote_call', { product: 'scripted-too', input });
    expect(quoted.text).toContain('You can spend 12 credits.');
    const made = await run('call_product', { product: 'scripted-too', input, max_credits: 1 });
    expect(made.text).toContain('11 can still be spent.');
    await client.close();
  });
});

describe('a suspended account', () => {
  it('is read and taken from by its members, and nothing is added', async () => {
    const team = await makeTeam();
    const { ids, people } = team;
    const owner = headersOf(team, 'owner');
    const { key } = await makeKey(owner, {});
    expect((await ask('/api/session', { headers: owner })).json).toMatchObject({ suspended: false });
    await suspend(team.account);
    // Another process has written it, of which the portal is told.
    const session = async () => (await ask('/api/session', { headers: owner })).json;
    await expect.poll(session).toMatchObject({ suspended: true });
    const refused = problem(403, 'account-suspended');
    const viewerId = people.get('viewer')?.id;
    const webhook = { url: 'https://example.com/other', events: ['key.created'] };
    for (const [path, body, method = 'POST'] of [
      ['/api/keys', { name: 'More' }],
      [`/api/keys/${ids.key_id}`, { name: 'Renamed' }, 'PATCH'],
      [`/api/keys/${ids.key_id}/rotate`, {}],
      ['/api/webhooks', webhook],
      [`/api/webhooks/${ids.webhook_id}`, {}],
      [`/api/webhooks/${ids.webhook_id}`, { enabled: false }, 'PATCH'],
      ['/api/alerts', { watches: 'day', credits: 5 }],
      [`/api/alerts/${ids.alert_id}`, { credits: 6 }, 'PATCH'],
      ['/api/members/invitations', { role: 'viewer', email: 'someone@example.com' }],
      [`/api/members/${viewerId}`, { role: 'admin' }],
      ['/api/product/developer/call/scripted', { size: 1 }],
    ] as const)
      expect(
        await ask(path, { method, body: JSON.stringify(body), headers: { ...json, ...owner } }),
        path,
      ).toMatchObject(refused);
    expect(await spendableOf(owner)).toMatchObject({ credits: 0, code: 'account-suspended' });
    expect(await spendableOf(bearer(key))).toMatchObject({ credits: 0, code: 'account-suspended' });
    for (const path of ['/api/credits', '/api/calls', '/api/keys', '/api/webhooks', '/api/members'])
      expect(await ask(path, { headers: owner }), path).toMatchObject({ status: 200 });
    for (const path of [
      `/api/keys/${ids.key_id}`,
      `/api/webhooks/${ids.webhook_id}`,
      `/api/alerts/${ids.alert_id}`,
      `/api/members/invitations/${ids.invitation_id}`,
      `/api/members/${viewerId}`,
    ])
      expect(await ask(path, { method: 'DELETE', headers: owner }), path).toMatchObject({ status: 204 });
    const member = people.get('member');
    const left = await ask(`/api/members/${member?.id}`, {
      method: 'DELETE',
      headers: { ...member?.headers },
    });
    expect(left).toMatchObject({ status: 204 });
  });
});
