import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { makePerson, signInBeside, type TestPerson } from '../../setup/make-person.ts';
import { type RunningPortal, startPortal } from '../../setup/start-portal.ts';
import { TestAuthenticator } from '../../setup/test-authenticator.ts';
import { problem } from '../../setup/problems.ts';

const place = { origin: 'https://apis.example.com', host: 'apis.example.com' };
const elevenMinutes = 11 * 60_000;

let portal: RunningPortal;
beforeAll(async () => {
  portal = await startPortal([], undefined, { FAREBOX_URL: place.origin }, undefined, {
    pages: false,
    toolbox: false,
  });
});
afterAll(() => portal.stop());

let ada: TestPerson;
let device: TestAuthenticator;
beforeEach(async () => {
  ada = await makePerson(portal.dataFolder, { isHttps: true });
  device = new TestAuthenticator(place);
});

async function send(path: string, body: unknown, headers: Record<string, string> = {}, method = 'POST') {
  const response = await fetch(`${portal.url}${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const json: unknown = text === '' ? undefined : JSON.parse(text);
  return { status: response.status, json, cookie: response.headers.get('set-cookie') };
}

const optionsOf = z.looseObject({ challenge: z.string() });
const challengeToMake = async (headers = ada.headers) =>
  optionsOf.parse((await send('/api/passkeys/options', {}, headers)).json).challenge;
const challengeToUse = async () => optionsOf.parse((await send('/api/session/passkey', {})).json).challenge;

const add = (credential: unknown, headers = ada.headers) =>
  send('/api/passkeys', { name: 'Laptop', credential }, headers);
const signIn = (passkey: unknown) => send('/api/session', { passkey });
const added = async () => add(device.make(await challengeToMake()));
const wrong = problem(401, 'wrong-passkey');

describe('a passkey', () => {
  test('is added, signs in without a code, is listed with its last use, and removed', async () => {
    const made = await added();
    expect(made.status).toBe(201);
    const signedIn = await signIn(device.use(await challengeToUse()));
    expect(signedIn).toMatchObject({ status: 200, json: { person: { id: ada.id } } });
    expect(signedIn.cookie).toContain('__Host-farebox_session=');
    const list = async () => (await send('/api/passkeys', undefined, ada.headers, 'GET')).json;
    expect(await list()).toMatchObject({
      list: [{ name: 'Laptop', lastUsedAt: expect.any(String) }],
      unavailable: null,
    });
    const { id } = z.object({ id: z.string() }).parse(made.json);
    const remove = (headers = ada.headers) => send(`/api/passkeys/${id}`, undefined, headers, 'DELETE');
    const bob = await makePerson(portal.dataFolder, { isHttps: true });
    expect(await remove(bob.headers)).toMatchObject({ status: 404 });
    expect(await remove()).toMatchObject({ status: 204 });
    expect(await list()).toMatchObject({ list: [] });
    expect(await signIn(device.use(await challengeToUse()))).toMatchObject(wrong);
  });

  test('is asked for a confirmation like other secrets', async () => {
    const headers = await signInBeside(portal.dataFolder, ada, {
      signedInAt: Date.now() - elevenMinutes,
      isHttps: true,
    });
    const refused = problem(403, 'confirmation-required');
    expect(await send('/api/passkeys/options', {}, headers)).toMatchObject(refused);
    expect(await add(device.make(await challengeToMake()), headers)).toMatchObject(refused);
    expect(await send('/api/passkeys/psk_x', undefined, headers, 'DELETE')).toMatchObject(refused);
    await added();
    const confirm = (passkey: unknown) => send('/api/session/confirmation', { passkey }, headers);
    const answer = device.use(await challengeToUse());
    expect(await confirm(answer)).toMatchObject({ status: 204 });
    expect(await confirm(answer)).toMatchObject(wrong);
    expect(await send('/api/passkeys/options', {}, headers)).toMatchObject({ status: 200 });
  });

  test('of somebody else confirms nothing', async () => {
    await added();
    const bob = await makePerson(portal.dataFolder, { isHttps: true });
    const passkey = device.use(await challengeToUse());
    expect(await send('/api/session/confirmation', { passkey }, bob.headers)).toMatchObject(wrong);
  });
});

describe('an answer of a device', () => {
  test.each<[string, () => Promise<unknown>]>(
    // biome-ignore format: a table
    [
      ['a challenge that the portal did not make', async () => device.use('A'.repeat(75))],
      ['a challenge to make a passkey', async () => device.use(await challengeToMake())],
      ['another site', async () => device.use(await challengeToUse(), { origin: 'https://evil.example' })],
      ['a device that asked for no finger', async () => device.use(await challengeToUse(), { isVerified: false })],
      ['a passkey of another host', async () => Object.assign(new TestAuthenticator({...place, host: 'example.com' }), { id: device.id }).use(await challengeToUse())],
      ['another key', async () => Object.assign(new TestAuthenticator(place), { id: device.id }).use(await challengeToUse())],
      ['a passkey that nobody has', async () => new TestAuthenticator(place).use(await challengeToUse())],
    ],
  )('with %s is refused', async (_what, answer) => {
    await added();
    expect(await signIn(await answer())).toMatchObject(wrong);
  });

  test.each<[string, () => Promise<unknown>]>([
    [
      'a challenge of somebody else',
      async () =>
        device.make(await challengeToMake((await makePerson(portal.dataFolder, { isHttps: true })).headers)),
    ],
    ['a challenge to sign in', async () => device.make(await challengeToUse())],
    ['another site', async () => device.make(await challengeToMake(), 'https://evil.example')],
  ])('makes no passkey with %s', async (_what, answer) => {
    expect(await add(await answer())).toMatchObject(wrong);
  });
});
