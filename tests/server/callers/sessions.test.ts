import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { hashApiKey, makeApiKey } from '../../../server/callers/api-key.ts';
import { hashSessionToken } from '../../../server/callers/sessions.ts';
import { findVisitor } from '../../../server/pages/find-visitor.ts';
import { readGuestCookie, setSessionCookie } from '../../../server/doors/cookies.ts';
import { randomLetters } from '../../../server/call-id.ts';
import { Accounts } from '../../../server/store/accounts/read-accounts.ts';
import { openDatabase } from '../../../server/store/sqlite/open-sqlite-store.ts';
import { portal as current } from '../../../server/doors/current-portal.ts';
import { portalSecret } from '../../../server/portal/portal-secret.ts';
import { keyId, servedPortal } from '../../setup/served-portal.ts';
import type { Payload } from '../../../server/store/writer.ts';
import { orderedReads } from '../../../server/store/order-rows.ts';
import SqliteDatabase from 'better-sqlite3';

const origin = 'https://apis.example.com';
const ownPage = { 'sec-fetch-site': 'same-origin', origin };
/** Who looked at the last page. */
let visitor: unknown;
const portal = servedPortal({ FAREBOX_URL: origin }, showPage);
afterEach(() => void vi.useRealTimers());

async function showPage({ headers: sent }: IncomingMessage, outgoing: ServerResponse) {
  const headers = new Headers();
  for (const [name, value] of Object.entries(sent)) headers.set(name, String(value));
  visitor = await findVisitor(headers);
  outgoing.writeHead(200, { 'content-type': 'text/html' }).end('{}');
}

const signIn = (key: string, headers: Record<string, string> = ownPage) =>
  portal.ask('POST', '/api/session', headers, { key });
const cookieOf = ({ headers }: Awaited<ReturnType<typeof signIn>>) =>
  headers['set-cookie']?.[0]?.split(';')[0] ?? '';
const cookieFor = async (key: string) => cookieOf(await signIn(key));
const newCookie = async (changes?: Partial<Payload<'create-key'>>) => cookieFor(await portal.addKey(changes));
const who = async (cookie: string) => (await portal.ask('GET', '/api/session', { cookie })).json;
const revoke = (key: string) => portal.writer.run('revoke-key', { id: keyId(key), now: 1 });
const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
/** A key by way of the API. */
const create = (headers: Record<string, string>, body: object = {}) =>
  portal.ask('POST', '/api/keys', { ...ownPage, ...headers }, { name: 'x', ...body });
const html = { accept: 'text/html,application/xhtml+xml' };
const problem = (status: number, code: string) => ({ status, json: { status, code } });
const endsCookie = [expect.stringMatching(/^__Host-farebox_session=; .*Max-Age=0;/)];
const guest = {
  ...{ kind: 'guest', account: null, key: null, person: null },
  ...{ role: null, accounts: [], operator: false, suspended: false, seeing: null },
};

describe('signing in', () => {
  test('makes a session of a key, which answers as the account does', async () => {
    const key = await portal.addKey();
    const grant = { credits: 70, kind: 'grant', reason: 'Paid', nowMs: 0 } as const;
    await portal.ledger.grant({ ...grant, purseId: portal.account });
    const answer = await signIn(key);
    const expected = {
      ...{ kind: 'account', account: { id: portal.account, name: `Account ${portal.account}` } },
      ...{ key: { id: keyId(key), name: 'Mine', hint: key.slice(-4) }, person: null, role: null },
      ...{ accounts: [], operator: false, suspended: false, seeing: null },
    };
    expect(answer).toMatchObject({ status: 200, json: expected });
    expect(answer.headers['set-cookie']).toEqual([
      expect.stringMatching(
        /^__Host-farebox_session=ses_[0-9a-z]{32}\.[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure$/,
      ),
    ]);
    expect(answer.headers['cache-control']).toBe('no-store, private');
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    const cookie = cookieOf(answer);
    expect(await who(cookie)).toEqual(expected);
    const own = await portal.ask('GET', '/api/credits', { cookie });
    expect(own.json.balance).toBe(70);
    expect(own.headers['access-control-allow-origin']).toBeUndefined();
  });

  test('keeps neither the key nor the cookie, only a hash', async () => {
    const key = await portal.addKey();
    const cookie = await cookieFor(key);
    const file = new SqliteDatabase(join(portal.dataFolder, 'farebox.db'), { readonly: true });
    const rows = JSON.stringify(file.prepare('SELECT * FROM Session').all());
    file.close();
    expect(rows).toMatch(/"hash":"[0-9a-f]{64}"/);
    expect(rows).not.toContain(key);
    expect(rows).not.toContain(/ses_\w+/.exec(cookie)?.[0]);
  });

  test('is refused alike with keys that are unknown, expired or revoked, without a cookie', async () => {
    const expired = await portal.addKey({ expiresAt: 1 });
    const revoked = await portal.addKey();
    await revoke(revoked);
    const refusals = await Promise.all([makeApiKey(), expired, revoked].map((key) => signIn(key)));
    expect(refusals).toMatchObject([1, 2, 3].map(() => problem(401, 'invalid-key')));
    expect(new Set(refusals.map(({ json }) => JSON.stringify({ ...json, requestId: '' }))).size).toBe(1);
    expect(refusals.map(cookieOf)).toEqual(['', '', '']);
  });

  test('counts every try as a look-up, right or wrong', async () => {
    await portal.reopen({ FAREBOX_RATE_LIMIT: '3' });
    const key = await portal.addKey();
    expect((await signIn(key)).status).toBe(200);
    expect((await signIn('fb_nonsense')).status).toBe(401);
    expect((await signIn(key)).status).toBe(200);
    const limited = await signIn(key);
    expect(limited).toMatchObject(problem(429, 'rate-limited'));
    expect(limited.headers['retry-after']).toMatch(/^\d+$/);
  });
});

describe('a session ends', () => {
  test('when its key is revoked; what it is used for next says so, once', async () => {
    const key = await portal.addKey();
    const cookie = await cookieFor(key);
    expect((await who(cookie)).kind).toBe('account');
    await revoke(key);
    const refused = await portal.ask('GET', '/api/credits', { cookie });
    expect(refused).toMatchObject(problem(401, 'session-ended'));
    expect(refused.headers['set-cookie']).toEqual(endsCookie);
    const answer = await portal.ask('GET', '/api/session', { cookie });
    expect(answer.json).toEqual(guest);
    expect(answer.headers['set-cookie']).toEqual(endsCookie);
  });

  test.each([
    ['GET', '/api/credits', 'Sign in again, or repeat the request to continue as a guest.'],
    ['GET', '/api/calls', 'Sign in again, or repeat the request to continue as a guest.'],
    ['GET', '/api/members', 'Sign in again.'],
    ['POST', '/api/keys', 'Sign in again.'],
    ['GET', '/api/webhooks', 'Sign in again.'],
    ['GET', '/api/operator/accounts', 'Sign in again.'],
    ['POST', '/api/operator/grants', 'Sign in again.'],
    ['GET', '/api/operator/audit/export', 'Sign in again.'],
  ])('%s %s then says: %s', async (method, path, sentence) => {
    const key = await portal.addKey();
    const cookie = await cookieFor(key);
    await revoke(key);
    const refused = await portal.ask(method, path, { ...ownPage, cookie });
    expect(refused.json).toMatchObject({ detail: `Your session has ended. ${sentence}` });
  });

  test('and where the portal takes no guests, none is offered to go on as one', async () => {
    await portal.reopen({ FAREBOX_GUESTS: 'off' });
    const key = await portal.addKey();
    const cookie = await cookieFor(key);
    await revoke(key);
    const refused = await portal.ask('GET', '/api/credits', { cookie });
    expect(refused.json).toMatchObject({ detail: 'Your session has ended. Sign in again.' });
  });

  test('when its key expires, and after thirty days, and not early when the clock is set back', async () => {
    const now = Date.now();
    vi.useFakeTimers({ toFake: ['Date'], now });
    const short = await newCookie({ expiresAt: now + 1000 });
    const long = await newCookie();
    const days = 24 * 60 * 60 * 1000;
    const kindsAt = async (ms: number) => {
      vi.setSystemTime(now + ms);
      return [(await who(short)).kind, (await who(long)).kind];
    };
    expect(await kindsAt(999)).toEqual(['account', 'account']);
    expect(await kindsAt(1000)).toEqual(['guest', 'account']);
    expect(await kindsAt(30 * days - 1)).toEqual(['guest', 'account']);
    expect(await kindsAt(30 * days)).toEqual(['guest', 'guest']);
    expect(await kindsAt(-1 * days)).toEqual(['account', 'account']);
  });
});

describe('a cookie that a sister domain planted', () => {
  /** What the sister domain can get: the cookie of a session of its own, under the name that it is able to set. */
  const plantable = (cookie: string) => cookie.replace('__Host-', '');

  test('is ignored on HTTPS, where the portal names its own __Host-', async () => {
    const own = await newCookie();
    const other = await newCookie({ accountId: await portal.addAccount() });
    expect(own).toMatch(/^__Host-/);
    expect(await who(plantable(other))).toEqual(guest);
    for (const cookie of [`${plantable(other)}; ${own}`, `${own}; ${plantable(other)}`])
      expect((await who(cookie)).account.id).toBe(portal.account);
  });

  test('does not win on plain HTTP: one that nobody signed is nothing, two that are signed are none', async () => {
    await portal.reopen({ FAREBOX_URL: 'http://apis.example.com' });
    const headers = { origin: 'http://apis.example.com' };
    const signedIn = async (accountId: string) =>
      cookieOf(await signIn(await portal.addKey({ accountId }), headers));
    const [own, other] = [await signedIn(portal.account), await signedIn(await portal.addAccount())];
    for (const cookie of [`farebox_session=planted; ${own}`, `${own}; farebox_session=planted`])
      expect((await who(cookie)).account.id).toBe(portal.account);
    for (const cookie of [`${other}; ${own}`, `${own}; ${other}`]) expect(await who(cookie)).toEqual(guest);
  });
});

describe('the cookie of a session', () => {
  test.each<[Record<string, string>, string]>([
    [{ origin: 'null' }, 'from nowhere'],
    [{ 'sec-fetch-site': 'cross-site' }, 'from another site'],
    [{ 'sec-fetch-site': 'same-site', origin: 'https://evil.example.com' }, 'from a neighbour'],
    [{ origin: 'http://apis.example.com' }, 'from what is not encrypted'],
  ])('is refused with what changes something, %j, %s', async (headers) => {
    const key = await portal.addKey();
    const cookie = await cookieFor(key);
    for (const [method, path] of [
      ['POST', '/api/session'],
      ['DELETE', '/api/session'],
      ['POST', '/api/keys'],
      ['DELETE', `/api/keys/${keyId(key)}`],
    ] as const)
      expect(await portal.ask(method, path, { ...headers, cookie }), `${method} ${path}`).toMatchObject(
        problem(403, 'cross-site'),
      );
    expect((await who(cookie)).kind).toBe('account');
  });

  test('is not set behind the back of somebody without one', async () => {
    const key = await portal.addKey();
    for (const headers of [{ origin: 'null' }, { origin: 'https://evil.example' }])
      expect(await signIn(key, headers)).toMatchObject(problem(403, 'cross-site'));
  });

  test('is nothing where a character of it is changed, and the database is not asked', async () => {
    const cookie = await newCookie();
    const { accounts } = portal.store;
    const unreachable = openDatabase(join(portal.dataFolder, 'absent', 'farebox.db'));
    Object.assign(portal.store, { accounts: new Accounts(orderedReads(unreachable, 'sqlite')) });
    onTestFinished(() => void Object.assign(portal.store, { accounts }));
    expect((await portal.ask('GET', '/api/credits', { cookie })).status).toBe(500);
    for (const at of [20, 40, 60, cookie.length - 2]) {
      const changed = `${cookie.slice(0, at)}${cookie[at] === '0' ? '1' : '0'}${cookie.slice(at + 1)}`;
      expect(await who(changed), String(at)).toEqual(guest);
    }
    for (const other of ['', '.', 'key_1.x'].map((value) => `__Host-farebox_session=${value}`))
      expect(await who(other), other).toEqual(guest);
  });

  test('signed for another purpose or with another secret is nothing', async () => {
    const guests = cookieOf(await portal.ask('GET', '/', html));
    expect(await who(guests.replace('farebox_guest', 'farebox_session'))).toEqual(guest);
    const setCookie = setSessionCookie('ses_x', portalSecret([Buffer.alloc(32)]), true);
    expect(await who(setCookie.split(';')[0] ?? '')).toEqual(guest);
  });

  test('that the portal signed and does not know is looked up no faster than keys are', async () => {
    await portal.reopen({ FAREBOX_RATE_LIMIT: '2' });
    const unknown = () =>
      setSessionCookie(`ses_${randomLetters(32)}`, portal.secret, true).split(';')[0] ?? '';
    const asked = async () => (await portal.ask('GET', '/api/credits', { cookie: unknown() })).status;
    expect([await asked(), await asked(), await asked()]).toEqual([401, 401, 429]);
  });

  test('of a key makes no secrets ten minutes after the key was entered', async () => {
    const key = await portal.addKey();
    const { key: apiKeyKey = 0 } = (await portal.store.accounts.findKey(hashApiKey(key))) ?? {};
    const token = `ses_${randomLetters(32)}`;
    const now = Date.now() - 601_000;
    const session = { hash: hashSessionToken(token), apiKeyKey, now, expiresAt: now + 3_600_000 };
    await portal.writer.run('open-session', { ...session, instead: null });
    const cookie = setSessionCookie(token, portal.secret, true).split(';')[0] ?? '';
    expect(await create({ cookie })).toMatchObject({
      ...problem(403, 'confirmation-required'),
      json: { confirmation: '/api/session', detail: expect.stringContaining('API key again') },
    });
    expect((await portal.ask('GET', '/api/keys', { cookie })).status).toBe(200);
    expect(await create(bearer(key))).toMatchObject({ status: 201 });
    expect(await create({ cookie: await cookieFor(key) })).toMatchObject({ status: 201 });
  });

  test('yields to a key in the request', async () => {
    const accountId = await portal.addAccount();
    const headers = { cookie: await newCookie(), ...bearer(await portal.addKey({ accountId })) };
    expect((await portal.ask('GET', '/api/session', headers)).json.account.id).toBe(accountId);
  });
});

describe('the keys of an account', () => {
  const revocation = (key: string, headers: Record<string, string>) =>
    portal.ask('DELETE', `/api/keys/${keyId(key)}`, { ...ownPage, ...headers });

  test('end the cookie of a session with its own key, and with no other', async () => {
    const [own, other] = [await portal.addKey(), await portal.addKey()];
    const cookie = await cookieFor(own);
    const ofOther = await revocation(other, { cookie });
    expect([ofOther.status, ofOther.headers['set-cookie']]).toEqual([204, undefined]);
    const ofOwn = await revocation(own, { cookie });
    expect([ofOwn.status, ofOwn.headers['set-cookie']]).toEqual([204, endsCookie]);
  });

  test('are an operator’s only where an operator asks for that', async () => {
    const cookie = await newCookie({ operator: true });
    expect(await who(cookie)).toMatchObject({ operator: true });
    for (const operator of [undefined, true]) {
      const { json } = await create({ cookie }, { operator });
      const made = (await portal.ask('GET', '/api/session', bearer(json.key))).json;
      expect(made.operator).toBe(operator === true);
    }
  });

  test('are neither made nor revoked by a key with a cap, which may end itself', async () => {
    const [capped, free] = [await portal.addKey({ capMonth: 5 }), await portal.addKey()];
    const cookie = await cookieFor(capped);
    expect(await create({ cookie })).toMatchObject(problem(403, 'forbidden'));
    expect(await revocation(free, { cookie })).toMatchObject(problem(403, 'forbidden'));
    expect((await revocation(capped, { cookie })).status).toBe(204);
    expect(await who(cookie)).toEqual(guest);
  });

  test('do not outlast a key that expires and makes them', async () => {
    const expiresAt = Date.now() + 1_000_000;
    const cookie = await newCookie({ expiresAt });
    const until = (ms: number) => create({ cookie }, { expiresAt: new Date(ms).toISOString() });
    expect((await create({ cookie })).status).toBe(201);
    expect(await until(expiresAt + 1)).toMatchObject(problem(422, 'validation'));
    expect((await until(expiresAt)).status).toBe(201);
  });

  test('are a hundred at most; revoking one makes room', async () => {
    const cookie = await newCookie();
    const keys = await Promise.all(Array.from({ length: 98 }, () => portal.addKey()));
    const both = await Promise.all([create({ cookie }), create({ cookie })]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    await revocation(keys[7] ?? '', { cookie });
    expect((await create({ cookie })).status).toBe(201);
  });
});

describe('a page', () => {
  test('gives a browser its anonymous cookie, once, and no cache keeps it', async () => {
    const first = await portal.ask('GET', '/', html);
    const cookie = cookieOf(first);
    expect(readGuestCookie(cookie, portal.secret, true)).toMatch(/^anon_/);
    expect(first.headers['cache-control']).toMatch(/^private, .*no-store/);
    const again = await portal.ask('GET', '/', { ...html, cookie });
    expect([again.headers['set-cookie'], again.headers['cache-control']]).toEqual([undefined, undefined]);
    for (const [path, asked] of [
      ['/', { accept: '*/*' }],
      ['/_next/static/x.js', html],
      ['/api/session', html],
    ] as const)
      expect((await portal.ask('GET', path, asked)).headers['set-cookie'], path).toBeUndefined();
  });

  test('knows who looks at it, and nobody can forge where they come from', async () => {
    await portal.ask('GET', '/', { ...html, 'farebox-ticket': 'x' });
    expect(visitor).toMatchObject({ kind: 'guest', purse: expect.stringMatching(/^guest_/) });
    const key = await portal.addKey();
    const cookie = await cookieFor(key);
    await portal.ask('GET', '/', { ...html, cookie });
    expect(visitor).toMatchObject({ kind: 'account', purse: portal.account });
    await revoke(key);
    await portal.ask('GET', '/', { ...html, cookie });
    expect(visitor).toBeUndefined();
    expect(current().connections.size).toBe(0);
  });
});
