import { once } from 'node:events';
import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import SqliteDatabase from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { hashApiKey, hintOfApiKey, makeApiKey } from '../../../server/callers/key-text.ts';
import { hashSessionToken } from '../../../server/callers/open-session.ts';
import { findVisitor } from '../../../server/pages/find-visitor.ts';
import { readGuestCookie } from '../../../server/http/guest-cookie.ts';
import { randomLetters } from '../../../server/random-letters.ts';
import { setSessionCookie } from '../../../server/http/session-cookie.ts';
import { PrismaAccounts } from '../../../server/store/prisma/prisma-accounts.ts';
import { openDatabase } from '../../../server/store/sqlite/database.ts';
import { makeHttpServer } from '../../../server/http/http-server.ts';
import { portal as current } from '../../../server/portal/current-portal.ts';
import type { CreateKeyPayload } from '../../../server/store/account-changes.ts';
import { portalSecret } from '../../../server/portal/portal-secret.ts';
import { openPortalUnderTest, type PortalUnderTest } from '../../setup/portal-under-test.ts';

const origin = 'https://apis.example.com';
const ownPage = { 'sec-fetch-site': 'same-origin', origin };

let portal: PortalUnderTest;
let port: number;
let close = async () => {};
/** Who looked at the last page. */
let visitor: unknown;

async function serve(variables: Record<string, string> = {}): Promise<void> {
  portal = await openPortalUnderTest({ FAREBOX_URL: origin, ...variables });
  for (const name of ['a', 'b'])
    await portal.writer.run('create-account', { id: `acc_${name}`, name: `Account ${name}`, now: 0 });
  const next = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const headers = new Headers();
    for (const [name, value] of Object.entries(incoming.headers)) headers.set(name, String(value));
    visitor = await findVisitor(headers);
    outgoing.writeHead(200, { 'content-type': 'text/html' }).end('{}');
  };
  const server = makeHttpServer(portal.context, { next, lane: true });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = portOf(server.address());
  close = async () => {
    server.closeAllConnections();
    server.close();
    await portal.close();
  };
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return address.port;
}

interface Question {
  headers?: Record<string, string>;
  body?: unknown;
}

/** By hand: `fetch` sends no Origin, Host or Cookie of our choice. */
async function ask(method: string, path: string, { headers = {}, body }: Question = {}) {
  const sent = request({ port, host: '127.0.0.1', method, path, headers });
  sent.end(body === undefined ? undefined : JSON.stringify(body));
  const [response] = await once(sent, 'response');
  const answered = await text(response);
  return {
    status: response.statusCode,
    headers: response.headers,
    json: /json/.test(response.headers['content-type'] ?? '') ? JSON.parse(answered) : undefined,
  };
}

async function addKey(changes: Partial<CreateKeyPayload> = {}): Promise<string> {
  const made = makeApiKey();
  await portal.writer.run('create-key', {
    ...{ id: `key_${hintOfApiKey(made)}`, accountId: 'acc_a', name: 'Mine', hash: hashApiKey(made) },
    ...{ hint: hintOfApiKey(made), operator: false, now: Date.now(), expiresAt: null },
    ...{ capDay: null, capMonth: null, capTotal: null },
    ...changes,
  });
  return made;
}

const signIn = (made: string, headers: Record<string, string> = ownPage) =>
  ask('POST', '/api/session', { headers, body: { key: made } });

async function cookieFor(made: string): Promise<string> {
  const { headers } = await signIn(made);
  return headers['set-cookie']?.[0]?.split(';')[0] ?? '';
}

const who = async (cookie: string) => (await ask('GET', '/api/session', { headers: { cookie } })).json;
const problem = (status: number, code: string) => ({ status, json: { status, code } });
const guest = {
  ...{ kind: 'guest', account: null, key: null, person: null },
  ...{ role: null, accounts: [], operator: false, suspended: false, seeing: null },
};

beforeEach(() => serve());
afterEach(async () => {
  vi.useRealTimers();
  await close();
});

describe('signing in', () => {
  test('makes a session of a key, which answers as the account does', async () => {
    const made = await addKey({ id: 'key_1' });
    await portal.ledger.grant({
      ...{ purseId: 'acc_a', credits: 70, kind: 'grant', reason: 'Paid', nowMs: 0 },
    });
    const answer = await signIn(made);
    const expected = {
      kind: 'account',
      account: { id: 'acc_a', name: 'Account a' },
      key: { id: 'key_1', name: 'Mine', hint: made.slice(-4) },
      person: null,
      role: null,
      accounts: [],
      operator: false,
      suspended: false,
      seeing: null,
    };
    expect(answer).toMatchObject({ status: 200, json: expected });
    expect(answer.headers['set-cookie']).toEqual([
      expect.stringMatching(
        /^__Host-farebox_session=ses_[0-9a-z]{32}\.[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure$/,
      ),
    ]);
    expect(answer.headers['cache-control']).toBe('no-store, private');
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    const cookie = answer.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
    expect(await who(cookie)).toEqual(expected);
    const own = await ask('GET', '/api/credits', { headers: { cookie } });
    expect(own.json.balance).toBe(70);
    expect(own.headers['access-control-allow-origin']).toBeUndefined();
  });

  test('keeps neither the key nor the cookie, only a hash', async () => {
    const made = await addKey();
    const cookie = await cookieFor(made);
    const file = new SqliteDatabase(join(portal.dataFolder, 'farebox.db'), { readonly: true });
    const rows = JSON.stringify(file.prepare('SELECT * FROM Session').all());
    file.close();
    expect(rows).toMatch(/"hash":"[0-9a-f]{64}"/);
    expect(rows).not.toContain(made);
    expect(rows).not.toContain(/ses_\w+/.exec(cookie)?.[0]);
  });

  test.each([
    ['no body', undefined, 422, 'validation'],
    ['no key', {}, 422, 'validation'],
    ['a number', { key: 7 }, 422, 'validation'],
    ['an empty key', { key: '  ' }, 422, 'validation'],
    ['something else with it', { key: 'x', remember: true }, 422, 'validation'],
    ['nonsense', { key: 'fb_nonsense' }, 401, 'invalid-key'],
    ['a key that nobody has', { key: makeApiKey() }, 401, 'invalid-key'],
  ])('is refused with %s', async (_what, body, status, code) => {
    const answer = await ask('POST', '/api/session', { headers: ownPage, body });
    expect(answer).toMatchObject(problem(status, code));
    expect(answer.headers['set-cookie']).toBeUndefined();
  });

  test('is refused alike with keys that expired or were revoked', async () => {
    const { requestId: _unknown, ...expected } = (await signIn(makeApiKey())).json;
    const expired = await addKey({ expiresAt: 1 });
    const revoked = await addKey({ id: 'key_revoked' });
    await portal.writer.run('revoke-key', { id: 'key_revoked', now: 1 });
    for (const made of [expired, revoked]) {
      const { requestId: _own, ...refusal } = (await signIn(made)).json;
      expect(refusal).toEqual(expected);
    }
  });

  test('counts every try as a look-up, right or wrong', async () => {
    await close();
    await serve({ FAREBOX_RATE_LIMIT: '3' });
    const made = await addKey();
    expect((await signIn(made)).status).toBe(200);
    expect((await signIn('fb_nonsense')).status).toBe(401);
    expect((await signIn(made)).status).toBe(200);
    const limited = await signIn(made);
    expect(limited).toMatchObject(problem(429, 'rate-limited'));
    expect(limited.headers['retry-after']).toMatch(/^\d+$/);
  });

  test('again ends what the browser had before', async () => {
    const [first, second] = [await addKey(), await addKey({ accountId: 'acc_b' })];
    const before = await cookieFor(first);
    await signIn(second, { ...ownPage, cookie: before });
    expect(await who(before)).toEqual(guest);
  });

  test('past the fiftieth time ends the oldest session of the key', async () => {
    const made = await addKey();
    const first = await cookieFor(made);
    const second = await cookieFor(made);
    for (let count = 0; count < 49; count++) await cookieFor(made);
    expect(await who(first)).toEqual(guest);
    expect((await who(second)).kind).toBe('account');
  });
});

describe('a session ends', () => {
  test('when it is signed out, on the server too', async () => {
    const cookie = await cookieFor(await addKey());
    expect((await who(cookie)).kind).toBe('account');
    const answer = await ask('DELETE', '/api/session', { headers: { ...ownPage, cookie } });
    expect(answer.status).toBe(204);
    expect(answer.headers['set-cookie']).toEqual([
      '__Host-farebox_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure',
    ]);
    expect(await who(cookie)).toEqual(guest);
    expect((await ask('DELETE', '/api/session', { headers: { ...ownPage, cookie } })).status).toBe(204);
    expect((await ask('DELETE', '/api/session', { headers: ownPage })).status).toBe(204);
  });

  test('when its key is revoked; what it is used for next says so, once', async () => {
    const cookie = await cookieFor(await addKey({ id: 'key_1' }));
    expect((await who(cookie)).kind).toBe('account');
    await portal.writer.run('revoke-key', { id: 'key_1', now: 1 });
    const refused = await ask('GET', '/api/credits', { headers: { cookie } });
    expect(refused).toMatchObject(problem(401, 'session-ended'));
    expect(refused.headers['set-cookie']).toEqual([
      expect.stringMatching(/^__Host-farebox_session=; .*Max-Age=0;/),
    ]);
    const answer = await ask('GET', '/api/session', { headers: { cookie } });
    expect(answer.json).toEqual(guest);
    expect(answer.headers['set-cookie']).toEqual([expect.stringMatching(/^__Host-farebox_session=; /)]);
  });

  test('when its key expires, and after thirty days, and not early when the clock is set back', async () => {
    const now = Date.now();
    vi.useFakeTimers({ toFake: ['Date'], now });
    const short = await cookieFor(await addKey({ expiresAt: now + 1000 }));
    const long = await cookieFor(await addKey());
    const days = 24 * 60 * 60 * 1000;
    vi.setSystemTime(now + 999);
    expect([(await who(short)).kind, (await who(long)).kind]).toEqual(['account', 'account']);
    vi.setSystemTime(now + 1000);
    expect([(await who(short)).kind, (await who(long)).kind]).toEqual(['guest', 'account']);
    vi.setSystemTime(now + 30 * days - 1);
    expect((await who(long)).kind).toBe('account');
    vi.setSystemTime(now + 30 * days);
    expect((await who(long)).kind).toBe('guest');
    vi.setSystemTime(now - 1 * days);
    expect((await who(long)).kind).toBe('account');
  });
});

describe('a cookie that a sister domain planted', () => {
  /** What the sister domain can get: the cookie of a session of its own, under the name that it is able to set. */
  const plantable = (cookie: string) => cookie.replace('__Host-', '');

  test('is ignored on HTTPS, where the portal names its own __Host-', async () => {
    const [own, other] = [
      await cookieFor(await addKey()),
      await cookieFor(await addKey({ accountId: 'acc_b' })),
    ];
    expect(own).toMatch(/^__Host-/);
    expect(await who(plantable(other))).toEqual(guest);
    for (const cookie of [`${plantable(other)}; ${own}`, `${own}; ${plantable(other)}`])
      expect((await who(cookie)).account.id).toBe('acc_a');
  });

  test('does not win on plain HTTP: one that nobody signed is nothing, two that are signed are none', async () => {
    await close();
    await serve({ FAREBOX_URL: 'http://apis.example.com' });
    const headers = { origin: 'http://apis.example.com' };
    const signedIn = async (accountId: string) =>
      (await signIn(await addKey({ accountId }), headers)).headers['set-cookie']?.[0]?.split(';')[0] ?? '';
    const [own, other] = [await signedIn('acc_a'), await signedIn('acc_b')];
    for (const cookie of [`farebox_session=planted; ${own}`, `${own}; farebox_session=planted`])
      expect((await who(cookie)).account.id).toBe('acc_a');
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
    const cookie = await cookieFor(await addKey({ id: 'key_1' }));
    const asked = { headers: { ...headers, cookie } };
    for (const [method, path] of [
      ['POST', '/api/session'],
      ['DELETE', '/api/session'],
      ['POST', '/api/keys'],
      ['DELETE', '/api/keys/key_1'],
    ] as const)
      expect(await ask(method, path, asked), `${method} ${path}`).toMatchObject(problem(403, 'cross-site'));
    expect((await who(cookie)).kind).toBe('account');
  });

  test('is not set behind the back of somebody without one', async () => {
    const made = await addKey();
    for (const headers of [{ origin: 'null' }, { origin: 'https://evil.example' }])
      expect(await signIn(made, headers)).toMatchObject(problem(403, 'cross-site'));
  });

  test('is nothing where a character of it is changed, and the database is not asked', async () => {
    const cookie = await cookieFor(await addKey());
    const unreachable = openDatabase(join(portal.dataFolder, 'absent', 'farebox.db'));
    Object.assign(portal.store, { accounts: new PrismaAccounts(unreachable) });
    expect((await ask('GET', '/api/credits', { headers: { cookie } })).status).toBe(500);
    for (const at of [20, 40, 60, cookie.length - 2]) {
      const changed = `${cookie.slice(0, at)}${cookie[at] === '0' ? '1' : '0'}${cookie.slice(at + 1)}`;
      expect(await who(changed), String(at)).toEqual(guest);
    }
    for (const other of ['', '.', 'key_1.x'].map((value) => `__Host-farebox_session=${value}`))
      expect(await who(other), other).toEqual(guest);
  });

  test('signed for another purpose or with another secret is nothing', async () => {
    const page = await ask('GET', '/', { headers: { accept: 'text/html' } });
    const guests = page.headers['set-cookie']?.[0]
      ?.split(';')[0]
      ?.replace('farebox_guest', 'farebox_session');
    expect(await who(guests ?? '')).toEqual(guest);
    const setCookie = setSessionCookie('ses_x', portalSecret([Buffer.alloc(32)]), true);
    expect(await who(setCookie.split(';')[0] ?? '')).toEqual(guest);
  });

  test('that the portal signed and does not know is looked up no faster than keys are', async () => {
    await close();
    await serve({ FAREBOX_RATE_LIMIT: '2' });
    const unknown = () =>
      setSessionCookie(`ses_${randomLetters(32)}`, portal.secret, true).split(';')[0] ?? '';
    const asked = async () => (await ask('GET', '/api/credits', { headers: { cookie: unknown() } })).status;
    expect([await asked(), await asked(), await asked()]).toEqual([401, 401, 429]);
  });

  test('of a key makes no secrets ten minutes after the key was entered', async () => {
    const made = await addKey({ id: 'key_1' });
    const { key: apiKeyKey = 0 } = (await portal.context.store.accounts.findKey(hashApiKey(made))) ?? {};
    const token = `ses_${randomLetters(32)}`;
    const now = Date.now() - 601_000;
    const session = { hash: hashSessionToken(token), apiKeyKey, now, expiresAt: now + 3_600_000 };
    await portal.writer.run('open-session', { ...session, instead: null });
    const cookie = setSessionCookie(token, portal.secret, true).split(';')[0] ?? '';
    const create = (headers: Record<string, string>) =>
      ask('POST', '/api/keys', { headers: { ...ownPage, ...headers }, body: { name: 'x' } });
    expect(await create({ cookie })).toMatchObject({
      ...problem(403, 'confirmation-required'),
      json: { confirmation: '/api/session', detail: expect.stringContaining('API key again') },
    });
    expect((await ask('GET', '/api/keys', { headers: { cookie } })).status).toBe(200);
    expect(await create({ authorization: `Bearer ${made}` })).toMatchObject({ status: 201 });
    expect(await create({ cookie: await cookieFor(made) })).toMatchObject({ status: 201 });
  });

  test('yields to a key in the request', async () => {
    const cookie = await cookieFor(await addKey());
    const other = await addKey({ accountId: 'acc_b' });
    const headers = { cookie, authorization: `Bearer ${other}` };
    expect((await ask('GET', '/api/session', { headers })).json.account.id).toBe('acc_b');
  });
});

describe('operators', () => {
  test('are known by their sessions, and nobody else is', async () => {
    const operator = await cookieFor(await addKey({ operator: true }));
    const user = await cookieFor(await addKey());
    const listed = (cookie: string) => ask('GET', '/api/product/list?status=all', { headers: { cookie } });
    expect((await listed(operator)).status).toBe(200);
    expect(await listed(user)).toMatchObject(problem(403, 'forbidden'));
    expect(await listed('')).toMatchObject(problem(403, 'forbidden'));
    await ask('DELETE', '/api/session', { headers: { ...ownPage, cookie: operator } });
    expect(await listed(operator)).toMatchObject(problem(403, 'forbidden'));
  });
});

describe('the keys of an account', () => {
  const wish = (body: unknown, headers: Record<string, string>) =>
    ask('POST', '/api/keys', { headers, body });
  const signedIn = async (changes: Partial<CreateKeyPayload> = {}) => ({
    ...ownPage,
    cookie: await cookieFor(await addKey(changes)),
  });

  test('are made, shown once, used, listed and revoked', async () => {
    const headers = await signedIn({ id: 'key_first' });
    const expiresAt = '2099-01-31T00:00:00.000Z';
    const made = await wish({ name: ' Shop ', expiresAt, caps: { day: 10, total: 50 } }, headers);
    expect(made).toMatchObject({
      status: 201,
      json: { id: expect.stringMatching(/^key_/), key: expect.stringMatching(/^fb_/) },
    });
    const bearer = { authorization: `Bearer ${made.json.key}` };
    expect((await ask('GET', '/api/session', { headers: bearer })).json.account.id).toBe('acc_a');
    const listed = await ask('GET', '/api/keys', { headers });
    expect(listed.json.total).toBe(2);
    expect(listed.json.list[0]).toEqual({
      ...{ id: made.json.id, name: 'Shop', hint: made.json.key.slice(-4), operator: false, person: null },
      ...{ createdAt: expect.any(String), lastUsedAt: null, expiresAt, revokedAt: null },
      ...{ access: 'call', products: null, earlierEndsAt: null, client: null },
      spending: { day: { cap: 10, spent: 0 }, month: { cap: null, spent: 0 }, total: { cap: 50, spent: 0 } },
    });
    expect(JSON.stringify(listed.json)).not.toContain(made.json.key);
    expect((await ask('DELETE', `/api/keys/${made.json.id}`, { headers })).status).toBe(204);
    expect(await ask('GET', '/api/session', { headers: bearer })).toMatchObject(problem(401, 'invalid-key'));
    const [first, last] = (await ask('GET', '/api/keys', { headers })).json.list;
    expect([first.id, first.revokedAt, last.revokedAt]).toEqual(['key_first', null, expect.any(String)]);
  });

  test('end the cookie of a session with its own key, and with no other', async () => {
    const headers = await signedIn({ id: 'key_1' });
    await addKey({ id: 'key_2' });
    const other = await ask('DELETE', '/api/keys/key_2', { headers });
    expect([other.status, other.headers['set-cookie']]).toEqual([204, undefined]);
    const own = await ask('DELETE', '/api/keys/key_1', { headers });
    expect(own.status).toBe(204);
    expect(own.headers['set-cookie']).toEqual([
      expect.stringMatching(/^__Host-farebox_session=; .*Max-Age=0;/),
    ]);
  });

  test.each<[unknown, string]>([
    [{}, '/name'],
    [{ name: '' }, '/name'],
    [{ name: 'x'.repeat(101) }, '/name'],
    [{ name: 'two\nlines' }, '/name'],
    [{ name: 'x', expiresAt: 'soon' }, '/expiresAt'],
    [{ name: 'x', expiresAt: '2020-01-01T00:00:00Z' }, '/expiresAt'],
    [{ name: 'x', caps: { day: 0 } }, '/caps/day'],
    [{ name: 'x', caps: { month: 1.5 } }, '/caps/month'],
    [{ name: 'x', caps: { total: '9' } }, '/caps/total'],
    [{ name: 'x', caps: { week: 9 } }, '/caps'],
    [{ name: 'x', admin: true }, ''],
  ])('are not made of %j', async (body, pointer) => {
    const refused = await wish(body, await signedIn());
    expect(refused).toMatchObject(problem(422, 'validation'));
    expect(refused.json.errors).toEqual([{ pointer, detail: expect.any(String) }]);
  });

  test('are those of nobody else, and guests have none', async () => {
    const headers = await signedIn();
    await addKey({ id: 'key_other', accountId: 'acc_b' });
    for (const id of ['key_other', 'key_none', '%00'])
      expect(await ask('DELETE', `/api/keys/${id}`, { headers })).toMatchObject(problem(404, 'not-found'));
    expect((await ask('GET', '/api/keys', { headers })).json.total).toBe(1);
    for (const [method, path] of [
      ['GET', '/api/keys'],
      ['POST', '/api/keys'],
      ['DELETE', '/api/keys/key_other'],
    ] as const)
      expect(await ask(method, path), method).toMatchObject(problem(401, 'account-required'));
  });

  test('are an operator’s only where an operator asks for that', async () => {
    const user = await signedIn();
    expect(await wish({ name: 'x', operator: true }, user)).toMatchObject(problem(403, 'forbidden'));
    const operator = await signedIn({ operator: true });
    const plain = await wish({ name: 'x' }, operator);
    const other = await wish({ name: 'x', operator: true }, operator);
    const isOperator = async (made: string) =>
      (await ask('GET', '/api/session', { headers: { authorization: `Bearer ${made}` } })).json.operator;
    expect(await isOperator(plain.json.key)).toBe(false);
    expect(await isOperator(other.json.key)).toBe(true);
  });

  test('are neither made nor revoked by a key with a cap, which may end itself', async () => {
    const headers = await signedIn({ id: 'key_capped', capMonth: 5 });
    await addKey({ id: 'key_free' });
    expect(await wish({ name: 'x' }, headers)).toMatchObject(problem(403, 'forbidden'));
    expect(await ask('DELETE', '/api/keys/key_free', { headers })).toMatchObject(problem(403, 'forbidden'));
    expect((await ask('DELETE', '/api/keys/key_capped', { headers })).status).toBe(204);
    expect(await who(headers.cookie)).toEqual(guest);
  });

  test('do not outlast a key that expires and makes them', async () => {
    const expiresAt = Date.now() + 1_000_000;
    const headers = await signedIn({ expiresAt });
    const until = (ms: number) => wish({ name: 'x', expiresAt: new Date(ms).toISOString() }, headers);
    expect(await wish({ name: 'x' }, headers)).toMatchObject(problem(422, 'validation'));
    expect(await until(expiresAt + 1)).toMatchObject(problem(422, 'validation'));
    expect((await until(expiresAt)).status).toBe(201);
  });

  test('are a hundred at most; revoking one makes room', async () => {
    const headers = await signedIn({ id: 'key_first' });
    await Promise.all(Array.from({ length: 98 }, (_, count) => addKey({ id: `key_${count}` })));
    const both = await Promise.all([wish({ name: 'x' }, headers), wish({ name: 'y' }, headers)]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    await ask('DELETE', '/api/keys/key_7', { headers });
    expect((await wish({ name: 'z' }, headers)).status).toBe(201);
  });
});

describe('a page', () => {
  const html = { accept: 'text/html,application/xhtml+xml' };

  test('gives a browser its anonymous cookie, once, and no cache keeps it', async () => {
    const { headers } = await ask('GET', '/', { headers: html });
    const cookie = headers['set-cookie']?.[0]?.split(';')[0] ?? '';
    expect(readGuestCookie(cookie, portal.secret, true)).toMatch(/^anon_/);
    expect(headers['cache-control']).toMatch(/^private, .*no-store/);
    const again = await ask('GET', '/', { headers: { ...html, cookie } });
    expect([again.headers['set-cookie'], again.headers['cache-control']]).toEqual([undefined, undefined]);
    for (const [path, asked] of [
      ['/', { accept: '*/*' }],
      ['/_next/static/x.js', html],
      ['/api/session', html],
    ] as const)
      expect((await ask('GET', path, { headers: asked })).headers['set-cookie'], path).toBeUndefined();
  });

  test('knows who looks at it, and nobody can forge where they come from', async () => {
    await ask('GET', '/', { headers: { ...html, 'farebox-ticket': 'x' } });
    expect(visitor).toMatchObject({ kind: 'guest', purse: expect.stringMatching(/^guest_/) });
    const cookie = await cookieFor(await addKey({ id: 'key_1' }));
    await ask('GET', '/', { headers: { ...html, cookie } });
    expect(visitor).toMatchObject({ kind: 'account', purse: 'acc_a' });
    await portal.writer.run('revoke-key', { id: 'key_1', now: 1 });
    await ask('GET', '/', { headers: { ...html, cookie } });
    expect(visitor).toBeUndefined();
    expect(current().connections.size).toBe(0);
  });
});
