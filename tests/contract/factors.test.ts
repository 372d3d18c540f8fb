import { Secret, TOTP } from 'otpauth';
import { describe, expect, inject, it } from 'vitest';
import { z } from 'zod';
import { addPasskey } from '../../server/store/people/passkey-jobs.ts';
import { readRows } from '../setup/rows.ts';
import { runBeside } from '../setup/run-beside.ts';
import { printed, runFarebox } from '../setup/run-farebox.ts';
import { makePerson, signInBeside, type TestPerson, testPassword } from '../setup/make-person.ts';
import { faultAt, problem } from '../setup/problems.ts';
import { ask, post, type Reply } from './ask.ts';

const elevenMinutes = 11 * 60_000;

describe('confirming that it is the same person', () => {
  const endOthers = (headers: { cookie: string }) => ask('/api/sessions', { method: 'DELETE', headers });

  it('is asked for after ten minutes, and counts for that session alone', async () => {
    const ada = await makePerson(inject('dataFolder'), { signedInAt: Date.now() - elevenMinutes });
    const other = await signInBeside(inject('dataFolder'), ada, { signedInAt: Date.now() - elevenMinutes });
    expect(await endOthers(ada.headers)).toMatchObject({
      status: 403,
      json: { code: 'confirmation-required', confirmation: '/api/session/confirmation' },
    });
    const confirm = (password: string) => post('/api/session/confirmation', { password }, ada.headers);
    expect(await confirm('wrong')).toMatchObject({
      status: 401,
      json: { code: 'wrong-password', errors: [{ pointer: '/password' }] },
    });
    expect(await endOthers(ada.headers)).toMatchObject({ status: 403 });
    expect(await confirm(testPassword)).toMatchObject({ status: 204 });
    const { json } = await ask('/api/operator/audit?verb=confirm-session', { headers: ada.headers });
    const confirmed = { actor: { kind: 'person', id: ada.id }, after: { personId: ada.id, by: 'password' } };
    expect(Object(json).list).toContainEqual(expect.objectContaining(confirmed));
    expect(await endOthers(other)).toMatchObject({ status: 403 });
    expect(await endOthers(ada.headers)).toMatchObject({ status: 204 });
    expect(await ask('/api/sessions', { headers: other })).toMatchObject({ status: 401 });
  });

  it('is not asked for right after a sign-in', async () => {
    const { headers } = await makePerson(inject('dataFolder'));
    expect(await endOthers(headers)).toMatchObject({ status: 204 });
  });

  it('is for people, on pages of the portal', async () => {
    expect(await post('/api/session/confirmation', { password: 'x' })).toMatchObject(
      problem(401, 'sign-in-required'),
    );
    const { headers } = await makePerson(inject('dataFolder'));
    const from = { ...headers, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    expect(await post('/api/session/confirmation', { password: testPassword }, from)).toMatchObject(
      problem(403, 'cross-site'),
    );
    expect(await post('/api/session/confirmation', {}, headers)).toMatchObject(faultAt('/password'));
  });
});

const step = 30_000;

/** The code of an app whose clock is off by some steps. */
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * step });

async function setUp({ headers }: TestPerson): Promise<{ secret: string; recoveryCodes: string[] }> {
  const begun = await post('/api/second-factor', {}, headers);
  expect(begun.status).toBe(201);
  const { secret } = z.object({ secret: z.string() }).parse(begun.json);
  // Of the step before, so that the present one can be used at once.
  const reply = await post('/api/second-factor', { code: codeOf(secret, -1) }, headers);
  expect(reply.status).toBe(200);
  return { secret, ...z.object({ recoveryCodes: z.array(z.string()) }).parse(reply.json) };
}

const pendingOf = ({ json }: Reply) => z.object({ pending: z.string() }).parse(json).pending;

describe('a second factor', () => {
  it('is set up with a code, and asked for after the password', async () => {
    const ada = await makePerson(inject('dataFolder'));
    expect((await ask('/api/second-factor', { headers: ada.headers })).json).toEqual({
      enabledAt: null,
      recoveryCodesLeft: 0,
    });
    const refused = await post('/api/second-factor', { code: '123456' }, ada.headers);
    expect(refused).toMatchObject(problem(403, 'forbidden'));
    const { secret, recoveryCodes } = await setUp(ada);
    expect(recoveryCodes).toHaveLength(10);
    expect((await ask('/api/second-factor', { headers: ada.headers })).json).toMatchObject({
      recoveryCodesLeft: 10,
    });

    const password = () => post('/api/session', { email: ada.email, password: testPassword });
    const first = await password();
    expect(first.status).toBe(202);
    expect(first.headers['set-cookie']).toBeUndefined();
    const finish = (pending: string, code: string) => post('/api/session', { pending, code });
    const wrong = (detail: RegExp) => ({
      status: 401,
      json: { code: 'wrong-code', detail: expect.stringMatching(detail) },
    });
    expect(await finish(pendingOf(first), '000000')).toMatchObject(wrong(/the newest one of your app/));
    const unknown = 'AAAA-BBBB-CCCC-DDDD';
    expect(await finish(pendingOf(first), unknown)).toMatchObject(wrong(/^This recovery code is wrong/));
    expect(await finish(pendingOf(first), unknown.slice(1))).toMatchObject(
      wrong(/six digits, or a recovery code, which has 16/),
    );
    const code = codeOf(secret);
    const signedIn = await finish(pendingOf(first), code.replace(/^.../, '$& '));
    expect(signedIn).toMatchObject({ status: 200, json: { person: { id: ada.id } } });
    const cookie = signedIn.headers['set-cookie']?.split(';', 1)[0] ?? '';
    expect(await ask('/api/sessions', { headers: { cookie } })).toMatchObject({ status: 200 });

    // Neither the sign-in nor the code again.
    expect(await finish(pendingOf(first), codeOf(secret, 1))).toMatchObject(problem(410, 'sign-in-expired'));
    const second = await password();
    expect(await finish(pendingOf(second), code)).toMatchObject(problem(401, 'wrong-code'));
    expect(await finish(pendingOf(second), recoveryCodes[0] ?? '')).toMatchObject({ status: 200 });
    const third = await password();
    expect(await finish(pendingOf(third), recoveryCodes[0] ?? '')).toMatchObject({ status: 401 });
    const stdout = await printed(inject('dataFolder'), 'audit', 'export');
    expect(stdout).not.toContain(secret);
  });

  it('has ten tries an hour, whoever guesses', async () => {
    const ada = await makePerson(inject('dataFolder'));
    const { recoveryCodes } = await setUp(ada);
    const begin = async () =>
      pendingOf(await post('/api/session', { email: ada.email, password: testPassword }));
    const pending = [await begin(), await begin(), await begin()];
    const guess = (index: number) => post('/api/session', { pending: pending[index % 3], code: '000000' });
    const replies = await Promise.all(Array.from({ length: 12 }, (_, index) => guess(index)));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([
      ...Array.from({ length: 10 }, () => 401),
      ...[429, 429],
    ]);
    const confirm = (code: string) => post('/api/session/confirmation', { code }, ada.headers);
    expect(await confirm('000000')).toMatchObject(problem(429, 'rate-limited'));
    expect(await confirm(recoveryCodes[1] ?? '')).toMatchObject({ status: 204 });
  });

  it('confirms that it is the same person, and is removed after that', async () => {
    const ada = await makePerson(inject('dataFolder'));
    const { secret } = await setUp(ada);
    const headers = await signInBeside(inject('dataFolder'), ada, { signedInAt: Date.now() - elevenMinutes });
    const remove = () => ask('/api/second-factor', { method: 'DELETE', headers });
    expect(await remove()).toMatchObject(problem(403, 'confirmation-required'));
    expect(await post('/api/second-factor', {}, headers)).toMatchObject({ status: 403 });
    expect((await ask('/api/session/confirmation', { headers })).json).toEqual({
      ways: ['password', 'code'],
      issuers: [],
      mailCode: false,
    });
    const confirm = (code: string) => post('/api/session/confirmation', { code }, headers);
    const code = codeOf(secret);
    expect(await confirm(code)).toMatchObject({ status: 204 });
    expect(await confirm(code)).toMatchObject(problem(401, 'wrong-code'));
    expect(await remove()).toMatchObject({ status: 204 });
    expect(await remove()).toMatchObject({ status: 404 });
    const reply = await post('/api/session', { email: ada.email, password: testPassword });
    expect(reply).toMatchObject({ status: 200 });
  });

  it('is removed by an operator of the command line', async () => {
    const ada = await makePerson(inject('dataFolder'));
    await setUp(ada);
    const reset = () => runFarebox(inject('dataFolder'), ['person', 'reset-factors', ada.email]);
    expect(await reset()).toMatchObject({ code: 0, err: '' });
    expect(await ask('/api/sessions', { headers: ada.headers })).toMatchObject({ status: 401 });
    expect(await reset()).toMatchObject({
      code: 2,
      err: expect.stringContaining('has no second factor and no passkeys'),
    });
  });

  it('is removed by an owner of the portal, whose name the audit log has', async () => {
    const ada = await makePerson(inject('dataFolder'));
    const owner = await makePerson(inject('dataFolder'));
    await setUp(ada);
    const reset = () =>
      post(`/api/operator/people/${ada.id}/factor-reset`, { reason: 'Lost phone' }, owner.headers);
    expect(await reset()).toMatchObject({ status: 200, json: { reset: true } });
    expect(await ask('/api/sessions', { headers: ada.headers })).toMatchObject({ status: 401 });
    expect(await reset()).toMatchObject({ status: 200, json: { reset: false } });
    const audit = await ask(`/api/operator/audit?target=${ada.id}&verb=reset-factors`, {
      headers: owner.headers,
    });
    expect(audit.json).toMatchObject({ list: [{ actor: { id: owner.id }, reason: 'Lost phone' }] });
  });
});

describe('a forgotten password', () => {
  const password = 'violin harbor cactus';
  const minute = 60_000;

  type Began = { ago: number; mailedCode?: boolean };
  async function begin(ada: TestPerson, { ago, mailedCode = true }: Began) {
    const at = Date.now() - ago;
    return signInBeside(inject('dataFolder'), ada, mailedCode ? { mailedCodeAt: at } : { signedInAt: at });
  }
  const choose = (headers: { cookie: string }) => post('/api/password', { password }, headers);
  const needsCurrent = async (headers: { cookie: string }) =>
    Object((await ask('/api/sessions', { headers })).json).needsCurrentPassword;
  async function expectRefused(headers: { cookie: string }) {
    expect(await needsCurrent(headers)).toBe(true);
    const fault = { pointer: '/current', detail: 'Enter your current password.' };
    expect(await choose(headers)).toMatchObject({ status: 422, json: { errors: [fault] } });
  }

  it('is replaced after a sign-in with a mailed code, which ends the other sessions', async () => {
    const ada = await makePerson(inject('dataFolder'));
    const headers = await begin(ada, { ago: 9 * minute });
    expect(await needsCurrent(headers)).toBe(false);
    expect(await choose(headers)).toMatchObject({ status: 204 });
    expect(await ask('/api/sessions', { headers })).toMatchObject({ status: 200 });
    expect(await ask('/api/sessions', { headers: ada.headers })).toMatchObject({ status: 401 });
    expect(await post('/api/session', { email: ada.email, password })).toMatchObject({ status: 200 });
    const mails = await readRows(inject('dataFolder'), 'SELECT kind FROM Mail WHERE "to" = ?', ada.email);
    expect(mails).toContainEqual({ kind: 'password-changed' });
  });

  it.each([
    ['with a mailed code more than ten minutes ago', { ago: elevenMinutes }],
    ['with the password', { ago: 0, mailedCode: false }],
  ])('is needed in a session that began %s, also once it is confirmed', async (_how, began) => {
    const ada = await makePerson(inject('dataFolder'));
    const headers = await begin(ada, began);
    await expectRefused(headers);
    const confirmation = { password: testPassword };
    expect(await post('/api/session/confirmation', confirmation, headers)).toMatchObject({ status: 204 });
    await expectRefused(headers);
  });

  it('is needed by somebody with a second factor that the sign-in did not ask for', async () => {
    const ada = await makePerson(inject('dataFolder'));
    const headers = await begin(ada, { ago: minute });
    await setUp(ada);
    await expectRefused(headers);
    expect(await choose(await begin(ada, { ago: 0 }))).toMatchObject({ status: 204 });
  });

  it('is needed by somebody with a passkey', async () => {
    const ada = await makePerson(inject('dataFolder'));
    await runBeside(inject('dataFolder'), () =>
      addPasskey.steps({
        ...{ personKey: ada.key, personId: ada.id, id: `psk_${ada.id}`, name: 'Phone', publicKey: 'key' },
        ...{ credentialId: ada.id, counter: 0, transports: [], now: Date.now(), most: 1 },
        challenge: { hash: ada.id, expiresAt: Date.now() + minute },
        mail: { subject: 'Subject', text: 'Text' },
      }),
    );
    await expectRefused(await begin(ada, { ago: 0 }));
  });
});
