import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { hashApiKey, makeApiKey } from '../../../server/callers/api-key.ts';
import { newGuestCookie } from '../../../server/doors/cookies.ts';
import { clientNetwork } from '../../../server/callers/guest.ts';
import { identify } from '../../../server/doors/identify.ts';
import { Accounts } from '../../../server/store/accounts/read-accounts.ts';
import { openDatabase } from '../../../server/store/sqlite/open-sqlite-store.ts';
import { orderedReads } from '../../../server/store/order-rows.ts';
import { problemResponse } from '../../../server/http/response.ts';
import { portalSecret } from '../../../server/portal/portal-secret.ts';
import { keyId, servedPortal } from '../../setup/served-portal.ts';
import SqliteDatabase from 'better-sqlite3';

const address = '198.51.100.7';
const now = Date.UTC(2026, 10, 21);
const portal = servedPortal({ FAREBOX_URL: 'https://apis.example.com' });
const revoke = (key: string) => portal.writer.run('revoke-key', { id: keyId(key), now });

function call(headers: Record<string, string>): Request {
  return new Request('http://portal/api/product/developer/call/qr-code', { method: 'POST', headers });
}

const source = (from: string) => ({ address: from, network: clientNetwork(from) });

/** The caller, and how they are known. */
async function principal(headers: Record<string, string>, from = address, context = portal.context) {
  const { caller, bySession, setCookie } = await identify(context, call(headers), source(from));
  return { ...caller, session: bySession, setCookie };
}

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

/** The whole of a refusal as it is answered, but its request id. */
async function refusal(headers: Record<string, string>) {
  try {
    await principal(headers);
  } catch (error) {
    const { status, headers: answered, payload } = problemResponse(error, { requestId: 'req-1' });
    const { requestId: _own, ...body } = JSON.parse(String(payload));
    return { status, headers: { ...answered, 'content-length': '' }, body };
  }
  throw new Error('It was not refused.');
}

describe('an API key', () => {
  afterEach(() => void vi.useRealTimers());

  test('calls for its account', async () => {
    const key = await portal.addKey();
    const id = portal.account;
    const expected = {
      ...{ kind: 'account', purse: id, allowance: null, owner: id, idempotencyScope: id },
      ...{ apiKey: { key: expect.any(Number), id: keyId(key) }, person: null, member: null },
      ...{ operator: false, session: false, setCookie: null },
    };
    expect(await principal(bearer(key))).toEqual(expected);
    expect(await principal({ authorization: `bearer  ${key}` })).toEqual(expected);
    const { setCookie } = newGuestCookie(portal.secret, false);
    expect(
      await principal({ ...bearer(key), cookie: setCookie, origin: 'null', 'sec-fetch-site': 'cross-site' }),
    ).toEqual(expected);
  });

  test('that is wrong in any way is refused in the same words', async () => {
    const expired = await portal.addKey({ expiresAt: now });
    const revoked = await portal.addKey();
    await revoke(revoked);
    const unknown = makeApiKey();
    const first = await refusal(bearer(unknown));
    const body = { code: 'invalid-key', type: '/problems/invalid-key' };
    expect(first).toMatchObject({ status: 401, body });
    expect(first.headers).toMatchObject({ 'www-authenticate': expect.stringMatching(/^Bearer /) });
    const wrong = {
      expired: bearer(expired),
      revoked: bearer(revoked),
      'bad checksum': bearer(`${unknown.slice(0, -1)}${unknown.endsWith('0') ? '1' : '0'}`),
      short: bearer('fb_x'),
      'other bearer': bearer('eyJhbGciOiJIUzI1NiJ9.e30.x'),
      'other scheme': { authorization: 'Basic dXNlcjpwYXNzd29yZA==' },
      'no scheme': { authorization: unknown },
      empty: { authorization: '' },
      'scheme alone': { authorization: 'Bearer' },
      'two keys': { authorization: `Bearer ${unknown} ${unknown}` },
    };
    for (const [what, headers] of Object.entries(wrong)) expect(await refusal(headers), what).toEqual(first);
  });

  test('is looked for in the database only when its checksum fits', async () => {
    const unreachable = openDatabase(join(portal.dataFolder, 'absent', 'farebox.db'));
    const accounts = new Accounts(orderedReads(unreachable, 'sqlite'));
    const context = { ...portal.context, store: { ...portal.store, accounts } };
    const key = makeApiKey();
    const damaged = key.slice(0, -1) + (key.endsWith('0') ? '1' : '0');
    await expect(principal(bearer(damaged), address, context)).rejects.toMatchObject({ code: 'invalid-key' });
    await expect(principal(bearer(key), address, context)).rejects.toThrow(/Cannot open database/);
    await unreachable.$disconnect();
  });

  test('is kept in memory until keys change', async () => {
    const key = await portal.addKey();
    await principal(bearer(key));
    const file = new SqliteDatabase(join(portal.dataFolder, 'farebox.db'));
    file.prepare('DELETE FROM ApiKey WHERE hash = ?').run(hashApiKey(key));
    file.close();
    expect((await principal(bearer(key))).purse).toBe(portal.account);
    const other = await portal.addKey();
    expect((await principal(bearer(key))).purse).toBe(portal.account);
    await revoke(other);
    expect((await refusal(bearer(key))).status).toBe(401);
    expect((await refusal(bearer(other))).status).toBe(401);
  });

  test('that is unknown is not kept, and is known as soon as it is made', async () => {
    const key = makeApiKey();
    expect((await refusal(bearer(key))).status).toBe(401);
    expect(portal.caches.keys.get(hashApiKey(key))).toBeUndefined();
    await portal.addKey({ hash: hashApiKey(key) });
    expect((await principal(bearer(key))).kind).toBe('account');
  });

  test('expires by the clock, also while it is kept, and not early when the clock is set back', async () => {
    const key = await portal.addKey({ expiresAt: now });
    vi.useFakeTimers({ toFake: ['Date'], now: now - 1 });
    expect((await principal(bearer(key))).kind).toBe('account');
    vi.setSystemTime(now);
    expect((await refusal(bearer(key))).status).toBe(401);
    vi.setSystemTime(now - 3_600_000);
    expect((await principal(bearer(key))).kind).toBe('account');
  });

  test('is guessed no faster than the limit allows', async () => {
    await portal.reopen({ FAREBOX_RATE_LIMIT: '2' });
    const key = await portal.addKey();
    await principal(bearer(key));
    expect((await refusal(bearer(makeApiKey()))).status).toBe(401);
    const limited = await refusal(bearer(makeApiKey()));
    expect(limited).toMatchObject({ status: 429, body: { code: 'rate-limited' } });
    expect((await principal(bearer(key))).kind).toBe('account');
  });
});

describe('a guest', () => {
  test('is the network, whatever the address in it; the purse does not tell the address', async () => {
    const guest = await principal({});
    expect(guest).toEqual({
      ...{ kind: 'guest', purse: expect.stringMatching(/^guest_[0-9a-z]{26}$/), allowance: 1_000 },
      ...{ owner: null, idempotencyScope: guest.purse, apiKey: null, person: null, member: null },
      ...{ operator: false, session: false, setCookie: null },
    });
    const purseOf = async (from: string) => (await principal({}, from)).purse;
    expect(await purseOf(`::ffff:${address}`)).toBe(guest.purse);
    expect(await purseOf('198.51.100.8')).not.toBe(guest.purse);
    expect(await purseOf('2001:db8:1:2::1')).toBe(await purseOf('2001:db8:1:2:ffff::9'));
    expect(await purseOf('2001:db8:1:2::1')).not.toBe(await purseOf('2001:db8:1:3::1'));
    const caches = { ...portal.caches, guests: freshGuests() };
    const context = { ...portal.context, secret: portalSecret([Buffer.alloc(32)]), caches };
    expect((await principal({}, address, context)).purse).not.toBe(guest.purse);
  });

  test('has the allowance that the settings give', async () => {
    await portal.reopen({ FAREBOX_GUEST_CREDITS: '7' });
    expect((await principal({})).allowance).toBe(7);
  });

  test('is not let in where there are none', async () => {
    await portal.reopen({ FAREBOX_GUESTS: 'off' });
    expect(await refusal({})).toMatchObject({ status: 401, body: { code: 'key-required' } });
    expect(await refusal({ 'sec-fetch-site': 'same-origin' })).toMatchObject({ status: 401 });
    expect((await principal(bearer(await portal.addKey()))).kind).toBe('account');
  });
});

describe('the history of a guest', () => {
  const fromOwnPage = { 'sec-fetch-site': 'same-origin', origin: 'https://apis.example.com' };

  test('begins with a call from one of the own pages, and goes by its cookie from then on', async () => {
    const first = await principal(fromOwnPage);
    expect(first.owner).toMatch(/^anon_/);
    expect(first.setCookie).toMatch(/^__Host-farebox_guest=.*; Secure$/);
    // A retry of this call comes without the cookie if its answer was lost.
    expect(first.idempotencyScope).toBe(first.purse);
    const [cookie = ''] = (first.setCookie ?? '').split(';');
    const second = await principal({ ...fromOwnPage, cookie });
    const { owner, purse } = first;
    expect(second).toMatchObject({ owner, idempotencyScope: owner, setCookie: null, purse });
    expect(await principal({ cookie })).toMatchObject({ owner: first.owner, setCookie: null });
  });

  test.each(['cross-site', 'same-site', 'none'])('does not begin with a call from %s', async (site) => {
    expect(await principal({ 'sec-fetch-site': site })).toMatchObject({ owner: null, setCookie: null });
  });

  test('is not opened by a cookie that the portal did not write', async () => {
    const { owner, setCookie } = newGuestCookie(portalSecret([Buffer.alloc(32)]), true);
    const [forged = ''] = setCookie.split(';');
    expect(await principal({ cookie: forged })).toMatchObject({ owner: null, setCookie: null });
    const renewed = await principal({ ...fromOwnPage, cookie: forged });
    expect(renewed.owner).toMatch(/^anon_/);
    expect(renewed.owner).not.toBe(owner);
    expect(renewed.setCookie).not.toBeNull();
  });
});

describe('a POST with the cookie', () => {
  const cookie = () => newGuestCookie(portal.secret, true).setCookie.split(';')[0] ?? '';

  test.each<[Record<string, string>, string]>([
    [{}, 'from a command line'],
    [{ 'sec-fetch-site': 'same-origin' }, 'from an own page'],
    [{ 'sec-fetch-site': 'none' }, 'that a person wrote'],
    [{ origin: 'https://apis.example.com' }, 'from an own page of an old browser'],
    [{ origin: 'http://127.0.0.1:3000', host: '127.0.0.1:3000' }, 'by another way to the portal'],
  ])('is taken: %j, %s', async (headers) => {
    expect((await principal({ ...headers, cookie: cookie() })).owner).toMatch(/^anon_/);
  });

  test.each<[Record<string, string>, string]>([
    [{ origin: 'null' }, 'from nowhere'],
    [{ origin: 'null', 'sec-fetch-site': 'same-origin' }, 'from nowhere'],
    [{ 'sec-fetch-site': 'cross-site' }, 'from another site'],
    [{ 'sec-fetch-site': 'same-site', origin: 'https://evil.example.com' }, 'from a neighbour'],
    [{ origin: 'https://evil.example' }, 'from another site, with an old browser'],
    [{ origin: 'http://apis.example.com' }, 'from what is not encrypted'],
    [{ origin: 'https://apis.example.com:8443' }, 'from another port'],
    [{ origin: 'https://evil.example', host: '127.0.0.1:3000' }, 'from another site'],
  ])('is refused: %j, %s', async (headers) => {
    expect(await refusal({ ...headers, cookie: cookie() })).toMatchObject({
      status: 403,
      body: { code: 'cross-site' },
    });
  });

  test('that another site sends without one is a guest’s without history', async () => {
    const from = { origin: 'https://other.example', 'sec-fetch-site': 'cross-site' };
    expect(await principal(from)).toMatchObject({ kind: 'guest', owner: null });
  });
});

function freshGuests() {
  const { guests } = portal.caches;
  guests.drop();
  return guests;
}
