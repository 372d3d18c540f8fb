import { SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type CertifiedIssuer, startCertifiedIssuer } from '../../setup/certified-issuer.ts';
import { freePort } from '../../setup/free-port.ts';
import { makePerson, signInBeside, type TestPerson } from '../../setup/make-person.ts';
import { readRows } from '../../setup/rows.ts';
import { sendCall } from '../../setup/send-call.ts';
import { emptyData, type RunningPortal, startPortal } from '../../setup/start-portal.ts';
import { startTestIssuer, type TestIssuer, type TokenChanges } from '../../setup/test-issuer.ts';
import { faultAt, problem } from '../../setup/problems.ts';

const elevenMinutes = 11 * 60_000;

let acme: TestIssuer;
let certified: CertifiedIssuer;
let portal: RunningPortal;
let variables: Record<string, string>;
let operator: TestPerson;
let account: string;
beforeAll(async () => {
  const port = await freePort();
  acme = await startTestIssuer();
  certified = await startCertifiedIssuer(`http://127.0.0.1:${port}/api/oidc/callback/certified`);
  const of = (name: string, { url, clientId, clientSecret }: TestIssuer | CertifiedIssuer) => ({
    [`FAREBOX_OIDC_${name}_ISSUER`]: url,
    [`FAREBOX_OIDC_${name}_CLIENT_ID`]: clientId,
    [`FAREBOX_OIDC_${name}_CLIENT_SECRET`]: clientSecret,
  });
  const absent = { url: `http://127.0.0.1:${await freePort()}`, clientId: 'a', clientSecret: 'b' };
  variables = {
    FAREBOX_OIDC: 'acme, certified, absent',
    FAREBOX_OIDC_ACME_LABEL: 'Acme login',
    ...of('ACME', acme),
    ...of('CERTIFIED', certified),
    ...of('ABSENT', { ...certified, ...absent }),
    // So that each browser is in a network of its own.
    FAREBOX_TRUSTED_PROXIES: 'loopback',
  };
  portal = await startPortal([], emptyData, variables, port, { pages: false, toolbox: false });
  operator = await makePerson(portal.dataFolder);
  const made = await send('POST', '/api/operator/accounts', { name: 'Team' }, operator.headers);
  account = idOf(made.json);
  const token = await invite('owner');
  await send('POST', '/api/join', { token }, operator.headers);
});
afterAll(async () => {
  await portal.stop();
  await acme.close();
  await certified.close();
});

let networks = 0;
let network = '::1';
beforeEach(() => {
  network = `2001:db8:0:${((networks += 1)).toString(16)}::1`;
});

async function send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(new URL(path, portal.url), {
    method,
    redirect: 'manual',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': network, ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const json: unknown = text === '' ? undefined : JSON.parse(text);
  const cookie = response.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
  return { status: response.status, json, cookie, location: response.headers.get('location') };
}

const idOf = (json: unknown) => z.object({ id: z.string() }).parse(json).id;
const cookies = (...all: { cookie: string }[]) => ({ cookie: all.map(({ cookie }) => cookie).join('; ') });
const tokenOf = (json: unknown) => z.object({ link: z.string() }).parse(json).link.split('#')[1] ?? '';
const sessionOf = async (headers: { cookie: string }) =>
  (await send('GET', '/api/session', undefined, cookies(headers))).json;
const identitiesOf = async (headers: { cookie: string }) =>
  z
    .object({ list: z.array(z.object({ id: z.string(), label: z.string() })) })
    .parse((await send('GET', '/api/identities', undefined, cookies(headers))).json).list;
const people = () => readRows(portal.dataFolder, 'SELECT email FROM Person');
const sessions = () => readRows(portal.dataFolder, 'SELECT hash FROM Session');

async function invite(role = 'member'): Promise<string> {
  const path = `/api/operator/accounts/${account}/invitations`;
  return tokenOf((await send('POST', path, { role }, operator.headers)).json);
}

/** The browser on its way to an issuer: where it is sent, and what it remembers. */
async function begin(wish: object = {}, headers: Record<string, string> = {}, issuer = 'acme') {
  const reply = await send('POST', `/api/oidc/${issuer}`, wish, headers);
  expect(reply.status).toBe(200);
  const { location } = z.object({ location: z.string() }).parse(reply.json);
  return { location, cookie: reply.cookie };
}

const comeBack = (address: string, ...all: { cookie: string }[]) =>
  send('GET', address, undefined, cookies(...all));

const claimsOf = (name: string) => ({
  ...{ sub: name, email: `${name}@acme.example`, email_verified: true, name: `${name} of Acme` },
});

/** A whole sign-in of somebody at Acme. */
async function signIn(name: string, wish: object = {}, changes: TokenChanges = {}) {
  const trip = await begin(wish);
  return comeBack(await acme.approve(trip.location, claimsOf(name), changes), trip);
}

async function connect({ headers }: { headers: { cookie: string } }, name: string) {
  const trip = await begin({ purpose: 'connect' }, headers);
  return comeBack(await acme.approve(trip.location, claimsOf(name)), trip, headers);
}

const refused = (code: string, page = '/sign-in') => ({
  ...{ status: 303, location: `${page}?refused=${code}` },
  cookie: 'farebox_oidc=',
});

describe('an identity', () => {
  test('makes a new person who has an invitation, and signs in from then on', async () => {
    const joined = await signIn('bea', { invitation: await invite() });
    expect(joined).toMatchObject({ status: 303, location: '/members' });
    const person = { name: 'bea of Acme', email: 'bea@acme.example' };
    expect(await sessionOf(joined)).toMatchObject({ person, account: { id: account }, role: 'member' });
    const again = await signIn('bea');
    expect(again).toMatchObject({ status: 303, location: '/' });
    expect(await sessionOf(again)).toMatchObject({ person });
    expect(await identitiesOf(again)).toMatchObject([{ label: 'Acme login' }]);
  });

  test('is connected in the profile, after a confirmation, and disconnected there', async () => {
    const cleo = await makePerson(portal.dataFolder, { role: null });
    const earlier = await signInBeside(portal.dataFolder, cleo, { signedInAt: Date.now() - elevenMinutes });
    expect(await send('POST', '/api/oidc/acme', { purpose: 'connect' }, earlier)).toMatchObject(
      problem(403, 'confirmation-required'),
    );
    expect(await send('POST', '/api/oidc/acme', { purpose: 'connect' })).toMatchObject(
      problem(401, 'sign-in-required'),
    );
    expect(await connect(cleo, 'cleo')).toMatchObject({ status: 303, location: '/profile' });
    const signedIn = await signIn('cleo');
    expect(await sessionOf(signedIn)).toMatchObject({ person: { id: cleo.id, email: cleo.email } });
    // Operators begin in the console.
    await connect(operator, 'olga');
    expect(await signIn('olga')).toMatchObject({ status: 303, location: '/operator' });

    const [{ id = '' } = {}] = await identitiesOf(cleo.headers);
    const remove = (headers: { cookie: string }) =>
      send('DELETE', `/api/identities/${id}`, undefined, headers);
    expect(await remove(earlier)).toMatchObject(problem(403, 'confirmation-required'));
    expect(await remove(operator.headers)).toMatchObject({ status: 404 });
    expect(await remove(cleo.headers)).toMatchObject({ status: 204 });
    expect(await identitiesOf(cleo.headers)).toEqual([]);
    expect(await signIn('cleo')).toMatchObject(refused('closed'));
  });

  test('joins the account of an invitation as the person who has it', async () => {
    const eli = await makePerson(portal.dataFolder, { role: null });
    await connect(eli, 'eli');
    const joined = await signIn('eli', { invitation: await invite('viewer') });
    expect(joined).toMatchObject({ status: 303, location: '/members' });
    expect(await sessionOf(joined)).toMatchObject({ person: { id: eli.id }, role: 'viewer' });
    const without = await signIn('eli', { invitation: 'nonsense' });
    expect(without).toMatchObject({ location: '/profile?refused=invitation' });
    expect(await sessionOf(without)).toMatchObject({ person: { id: eli.id } });
  });

  test('confirms that it is still the person, if they signed in there anew', async () => {
    const finn = await makePerson(portal.dataFolder, { role: null });
    await connect(finn, 'finn');
    const headers = await signInBeside(portal.dataFolder, finn, { signedInAt: Date.now() - elevenMinutes });
    const isAsked = async () => (await send('DELETE', '/api/sessions', undefined, headers)).status === 403;
    expect((await send('GET', '/api/session/confirmation', undefined, headers)).json).toMatchObject({
      issuers: [{ name: 'acme', label: 'Acme login' }],
    });
    const confirm = async (name: string, changes: TokenChanges = {}) => {
      const trip = await begin({ purpose: 'confirm', returnTo: '/keys' }, headers);
      expect(new URL(trip.location).searchParams.get('prompt')).toBe('login');
      return comeBack(await acme.approve(trip.location, claimsOf(name), changes), trip, { ...headers });
    };
    const anHourAgo = { claims: { auth_time: Math.floor(Date.now() / 1000) - 3600 } };
    expect(await confirm('finn', anHourAgo)).toMatchObject(refused('not-asked', '/profile'));
    expect(await confirm('bea')).toMatchObject(refused('other', '/profile'));
    expect(await isAsked()).toBe(true);
    expect(await confirm('finn')).toMatchObject({ status: 303, location: '/keys' });
    expect(await isAsked()).toBe(false);
  });

  test('is connected to the session that asked, whoever is signed in now', async () => {
    const [jo, kim] = [await makePerson(portal.dataFolder), await makePerson(portal.dataFolder)];
    const trip = await begin({ purpose: 'connect' }, jo.headers);
    const address = await acme.approve(trip.location, claimsOf('jo'));
    expect(await comeBack(address, trip, kim.headers)).toMatchObject(refused('other', '/profile'));
    expect(await comeBack(address, trip)).toMatchObject(refused('other', '/profile'));
    expect([await identitiesOf(jo.headers), await identitiesOf(kim.headers)]).toEqual([[], []]);
  });
});

describe('nobody is signed in, and nobody created', () => {
  const hmac = () =>
    new SignJWT({ iss: acme.url, aud: acme.clientId, sub: 'eve', exp: 4e9, iat: 1 })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(Buffer.from(acme.clientSecret.padEnd(32)));
  const wrong: [string, (made: string) => TokenChanges][] = [
    ['the nonce of another sign-in', () => ({ claims: { nonce: 'another' } })],
    ['no nonce', () => ({ claims: { nonce: undefined } })],
    ['another audience', () => ({ claims: { aud: 'another-client' } })],
    ['another issuer', () => ({ claims: { iss: 'https://evil.example' } })],
    ['a time that is to come', () => ({ claims: { iat: Math.floor(Date.now() / 1000) + 120 } })],
    ['a time that is over', () => ({ claims: { exp: Math.floor(Date.now() / 1000) - 120 } })],
    ['a signature by another key', () => ({ key: acme.foreignKey })],
    ['no signature', () => ({ instead: (token) => `${token.slice(0, token.lastIndexOf('.'))}.` })],
    ['the algorithm "none"', () => ({ instead: (token) => `${Buffer.from('{"alg":"none"}').toString('base64url')}.${token.split('.')[1] ?? ''}.` })],
    ['a signature by the secret of the client', (made) => ({ instead: () => made })],
    ['no subject', () => ({ claims: { sub: undefined } })],
    ['a subject that is longer than allowed', () => ({ claims: { sub: 'e'.repeat(256) } })],
  ]; // biome-ignore format: a table
  test.each(wrong)('by a token with %s', async (_what, changes) => {
    const invitation = await invite();
    const before = [await people(), await sessions()];
    const reply = await signIn('eve', { invitation }, changes(await hmac()));
    expect(reply).toMatchObject(refused('unproven'));
    expect([await people(), await sessions()]).toEqual(before);
  });

  test('by a sign-in that was used already, at once or later', async () => {
    const lea = await makePerson(portal.dataFolder, { role: null });
    await connect(lea, 'lea');
    const trip = await begin();
    const address = await acme.approve(trip.location, claimsOf('lea'));
    const replies = await Promise.all(Array.from({ length: 8 }, () => comeBack(address, trip)));
    const to = replies.map(({ location }) => location).toSorted();
    expect(to).toEqual(['/', ...Array.from({ length: 7 }, () => '/sign-in?refused=expired')]);
    const before = await sessions();
    expect(await comeBack(address, trip)).toMatchObject(refused('expired'));
    expect(await sessions()).toEqual(before);
  });

  test('by the code of another sign-in, another state, or in another browser', async () => {
    await connect(await makePerson(portal.dataFolder, { role: null }), 'mia');
    const [one, other] = [await begin(), await begin()];
    const [mine, theirs] = [
      new URL(await acme.approve(one.location, claimsOf('mia'))),
      new URL(await acme.approve(other.location, claimsOf('mia'))),
    ];
    const before = await sessions();
    expect(await comeBack(mine.href, other)).toMatchObject(refused('unproven'));
    const otherState = new URL(mine);
    otherState.searchParams.set('state', theirs.searchParams.get('state') ?? '');
    expect(await comeBack(otherState.href, one)).toMatchObject(refused('unproven'));
    const mixed = new URL(mine);
    mixed.searchParams.set('code', theirs.searchParams.get('code') ?? '');
    expect(await comeBack(mixed.href, one)).toMatchObject(refused('unproven'));
    expect(await comeBack(mine.href)).toMatchObject(refused('expired'));
    const changed = { cookie: one.cookie.replace(/.$/, (letter) => (letter === 'A' ? 'B' : 'A')) };
    expect(await comeBack(mine.href, changed)).toMatchObject(refused('expired'));
    const elsewhere = mine.href.replace('/callback/acme', '/callback/certified');
    expect(await comeBack(elsewhere, one)).toMatchObject(refused('expired'));
    expect(await sessions()).toEqual(before);
    expect(await comeBack(mine.href, one)).toMatchObject({ location: '/' });
  });

  test('by an address that somebody has, under another subject', async () => {
    const nora = await makePerson(portal.dataFolder, { role: null });
    const before = [await people(), await sessions()];
    const claims = { email: nora.email.toUpperCase() };
    expect(await signIn('another', {}, { claims })).toMatchObject(refused('known-email'));
    const invitation = await invite();
    expect(await signIn('another', { invitation }, { claims })).toMatchObject(refused('known-email'));
    // Who is not known to own the address does not learn that somebody has it.
    const unproven = { claims: { ...claims, email_verified: false } };
    expect(await signIn('another', {}, unproven)).toMatchObject(refused('closed'));
    expect([await people(), await sessions()]).toEqual(before);
    expect(await signIn('another', { invitation })).toMatchObject({ location: '/members' });
  });

  test('without an invitation, without an address, or where it was cancelled', async () => {
    const before = [await people(), await sessions()];
    expect(await signIn('otto')).toMatchObject(refused('closed'));
    const without = { claims: { email: 'otto' } };
    expect(await signIn('otto', { invitation: await invite() }, without)).toMatchObject(refused('no-email'));
    expect(await send('POST', '/api/registration', { email: 'otto@acme.example' })).toMatchObject(
      problem(403, 'forbidden'),
    );
    expect(await signIn('otto', { invitation: 'nonsense' })).toMatchObject(refused('newcomer-invitation'));
    const trip = await begin();
    const state = new URL(trip.location).searchParams.get('state') ?? '';
    const cancelled = `/api/oidc/callback/acme?error=access_denied&state=${state}`;
    expect(await comeBack(cancelled, trip)).toMatchObject(refused('cancelled'));
    expect(await comeBack('/api/oidc/callback/nobody?code=1', trip)).toMatchObject(refused('expired'));
    expect([await people(), await sessions()]).toEqual(before);
  });
});

describe('where registration is open', () => {
  let closed: RunningPortal;
  beforeAll(async () => {
    closed = portal;
    const open = { FAREBOX_REGISTRATION: 'open', FAREBOX_REGISTRATION_CREDITS: '40' };
    portal = await startPortal([], emptyData, { ...variables, ...open });
  });
  afterAll(async () => {
    await portal.stop();
    portal = closed;
  });

  test('an identity with a verified address registers, and has its first credits once', async () => {
    const registered = await signIn('quin');
    expect(registered).toMatchObject({ status: 303, location: '/' });
    expect(await sessionOf(registered)).toMatchObject({
      ...{ person: { email: 'quin@acme.example' }, account: { name: 'quin of Acme' }, role: 'owner' },
    });
    const again = await signIn('quin');
    expect(again).toMatchObject({ location: '/' });
    const { json } = await send('GET', '/api/credits', undefined, cookies(again));
    expect(json).toMatchObject({ balance: 40 });
    const before = [await people(), await sessions()];
    const same = { claims: { email: 'QUIN@acme.example' } };
    expect(await signIn('another', {}, same)).toMatchObject(refused('known-email'));
    const unproven = { claims: { email_verified: false } };
    expect(await signIn('rosa', {}, unproven)).toMatchObject(refused('unverified-email'));
    const without = { claims: { email: undefined } };
    expect(await signIn('rosa', {}, without)).toMatchObject(refused('no-email'));
    expect([await people(), await sessions()]).toEqual(before);
  });

  test('a new person keeps the calls of their browser', async () => {
    const page = await fetch(portal.url, { headers: { accept: 'text/html', 'x-forwarded-for': network } });
    const guest = { cookie: page.headers.get('set-cookie')?.split(';', 1)[0] ?? '' };
    const call = await sendCall(portal.url, 'qr-code', { text: 'hello' }, { headers: guest });
    expect(call.status).toBe(200);
    const trip = await begin();
    const registered = await comeBack(await acme.approve(trip.location, claimsOf('tess')), trip, guest);
    const { json } = await send('GET', '/api/calls', undefined, cookies(registered));
    expect(json).toMatchObject({ list: [{ id: call.callId, asGuest: true }], total: 1 });
  });
});

describe('an issuer', () => {
  test('that is away is named by the button', async () => {
    expect(await send('POST', '/api/oidc/absent', {})).toMatchObject({
      status: 503,
      json: { code: 'unavailable', detail: expect.stringContaining('absent cannot be reached') },
    });
    expect(await send('POST', '/api/oidc/nobody', {})).toMatchObject({ status: 404 });
  });

  test('that goes away meanwhile leads to the page to sign in', async () => {
    const trip = await begin();
    const address = await acme.approve(trip.location, claimsOf('pia'));
    acme.isSilent = true;
    expect(await comeBack(address, trip)).toMatchObject(refused('unavailable'));
    acme.isSilent = false;
  });

  test('is not visited for another site', async () => {
    const from = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    expect(await send('POST', '/api/oidc/acme', {}, from)).toMatchObject({ json: { code: 'cross-site' } });
    const elsewhere = { purpose: 'confirm', returnTo: '//evil.example' };
    expect(await send('POST', '/api/oidc/acme', elsewhere, operator.headers)).toMatchObject(
      faultAt('/returnTo'),
    );
  });

  test('that is certified signs in whom it knows', async () => {
    const walk = async (wish: object) => {
      const trip = await begin(wish, {}, 'certified');
      const jar = new Map<string, string>();
      let address = trip.location;
      while (!address.startsWith(portal.url)) {
        const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
        const response = await fetch(address, { redirect: 'manual', headers: { cookie } });
        for (const set of response.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
          jar.set(name, value);
        }
        address = new URL(response.headers.get('location') ?? '', address).href;
      }
      return comeBack(address, trip);
    };
    expect(await walk({})).toMatchObject(refused('closed'));
    const joined = await walk({ invitation: await invite() });
    expect(joined).toMatchObject({ location: '/members' });
    const person = { name: 'Ada of Acme', email: 'ada@example.org' };
    expect(await sessionOf(joined)).toMatchObject({ person });
    expect(await sessionOf(await walk({}))).toMatchObject({ person });
  });
});
