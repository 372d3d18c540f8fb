import { beforeAll, describe, expect, inject, it } from 'vitest';
import { z } from 'zod';
import { printed } from '../setup/run-farebox.ts';
import { createOperatorBeside } from '../setup/make-links.ts';
import { readRows } from '../setup/rows.ts';
import { faultAt, problem } from '../setup/problems.ts';
import { ask, post, type Reply } from './ask.ts';

const password = 'brolly tunnel waxing 77';
/** Refused of somebody who may choose one. */
const weakPassword = 'password12';
let made = 0;

interface Person {
  email: string;
  headers: { cookie: string };
}

const cookieOf = ({ headers }: Reply) => ({ cookie: headers['set-cookie']?.split(';', 1)[0] ?? '' });

/** An operator, and the token of the link by which they choose a password. */
async function makeOperator(role = 'owner'): Promise<{ email: string; token: string }> {
  const email = `Person${(made += 1)}.${process.pid}@example.com`;
  return { email, token: await createOperatorBeside(inject('dataFolder'), email, role) };
}

async function signedIn(role?: string): Promise<Person> {
  const { email, token } = await makeOperator(role);
  const reply = await post('/api/password', { token, password });
  expect(reply.status).toBe(204);
  return { email, headers: cookieOf(reply) };
}

const sessions = z.object({ list: z.array(z.object({ id: z.string(), isCurrent: z.boolean() })) });
const sessionsOf = async ({ headers }: Person) =>
  sessions.parse((await ask('/api/sessions', { headers })).json).list;

describe('signing in with an email address', () => {
  let ada: Person;
  beforeAll(async () => {
    ada = await signedIn();
  });

  it('says who it is, and that operators are such', async () => {
    const { json } = await ask('/api/session', { headers: ada.headers });
    expect(json).toMatchObject({
      ...{ kind: 'guest', account: null, operator: true },
      person: { email: ada.email, operatorRole: 'owner' },
    });
    expect(await ask('/metrics', { headers: ada.headers })).toMatchObject({ status: 200 });
  });

  it('takes the address with other capitals, and a password of the same letters', async () => {
    const reply = await post('/api/session', { email: ada.email.toUpperCase(), password });
    expect(reply).toMatchObject({ status: 200, json: { person: { email: ada.email } } });
    expect((await ask('/api/session', { headers: cookieOf(reply) })).json).toEqual(reply.json);
  });

  it('answers the same to a wrong password and to an address that nobody has', async () => {
    const body = async (email: string) => {
      const { status, text, headers } = await post('/api/session', { email, password: 'wrong' });
      const withoutId = text.replace(headers['x-request-id'] ?? '', '');
      return { status, text: withoutId, cookie: headers['set-cookie'] };
    };
    const unknown = await body('nobody@example.com');
    expect(await body(ada.email)).toEqual(unknown);
    expect(unknown).toMatchObject({ status: 401, cookie: undefined });
    expect(unknown.text).toContain('"code":"wrong-password"');
  });

  it.each([
    ['no password', { email: 'ada@example.com' }, '/password'],
    ['no address', { email: 'ada', password: 'x' }, '/email'],
    ['more than it takes', { email: 'ada@example.com', password: 'x', key: 'fb_' }, ''],
  ])('refuses %s', async (_what, body, pointer) => {
    const reply = await post('/api/session', body);
    expect(reply).toMatchObject({ status: 422, json: { code: 'validation', errors: [{ pointer }] } });
  });

  it('refuses another site', async () => {
    const from = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    const body = { email: ada.email, password };
    expect(await post('/api/session', body, from)).toMatchObject(problem(403, 'cross-site'));
    expect(await post('/api/setup', {}, from)).toMatchObject({ status: 403 });
    expect(await post('/api/password', {}, from)).toMatchObject({ status: 403 });
  });

  it('gives an address ten tries a minute', async () => {
    const body = { email: `guessed${made}@example.com`, password: 'wrong' };
    const statuses = await Promise.all(
      Array.from({ length: 11 }, async () => (await post('/api/session', body)).status),
    );
    expect(statuses.toSorted()).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
  });
});

describe('the sessions of a person', () => {
  it('are listed, and end one by one', async () => {
    const ada = await signedIn();
    const second = await post('/api/session', { email: ada.email, password });
    const list = await sessionsOf(ada);
    expect(list.map(({ isCurrent }) => isCurrent).toSorted()).toEqual([false, true]);
    const other = list.find(({ isCurrent }) => !isCurrent)?.id ?? '';
    const end = (headers: { cookie: string }) => ask(`/api/sessions/${other}`, { method: 'DELETE', headers });
    const bob = await signedIn();
    expect(await end(bob.headers)).toMatchObject({ status: 404 });
    expect(await end(ada.headers)).toMatchObject({ status: 204 });
    expect(await ask('/api/sessions', { headers: cookieOf(second) })).toMatchObject({ status: 401 });
    expect(await sessionsOf(ada)).toHaveLength(1);
  });

  it('end all at once, but the one that asks', async () => {
    const ada = await signedIn();
    const second = await post('/api/session', { email: ada.email, password });
    expect(await ask('/api/sessions', { method: 'DELETE', headers: ada.headers })).toMatchObject({
      status: 204,
    });
    expect(await ask('/api/sessions', { headers: cookieOf(second) })).toMatchObject({ status: 401 });
    expect(await sessionsOf(ada)).toHaveLength(1);
  });

  it('are for people alone', async () => {
    expect(await ask('/api/sessions')).toMatchObject(problem(401, 'sign-in-required'));
    expect(await ask('/api/sessions', { method: 'DELETE' })).toMatchObject({ status: 401 });
    expect(await ask('/api/sessions/ses_x', { method: 'DELETE' })).toMatchObject({ status: 401 });
  });
});

describe('a password', () => {
  it('is changed by whoever knows it, and ends the other sessions', async () => {
    const ada = await signedIn();
    const second = await post('/api/session', { email: ada.email, password });
    const change = (body: object) => post('/api/password', body, ada.headers);
    expect(await change({ current: 'wrong', password: 'violin harbor cactus' })).toMatchObject({
      status: 401,
      json: { code: 'wrong-password', errors: [{ pointer: '/current' }] },
    });
    expect(await change({ current: password, password: 'password123' })).toMatchObject(faultAt('/password'));
    expect(await change({ current: password, password: 'violin harbor cactus' })).toMatchObject({
      status: 204,
    });
    expect(await ask('/api/sessions', { headers: cookieOf(second) })).toMatchObject({ status: 401 });
    expect(await sessionsOf(ada)).toHaveLength(1);
    const old = await post('/api/session', { email: ada.email, password });
    expect(old).toMatchObject({ status: 401 });
    const mails = await readRows(inject('dataFolder'), 'SELECT kind FROM Mail WHERE "to" = ?', ada.email);
    expect(mails).toContainEqual({ kind: 'password-changed' });
  });

  it('is not guessed by whoever has the browser', async () => {
    const { headers } = await signedIn();
    const body = { current: 'wrong', password: 'violin harbor cactus' };
    const change = async () => (await post('/api/password', body, headers)).status;
    const statuses = await Promise.all(Array.from({ length: 11 }, change));
    expect(statuses.toSorted()).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
  });

  it('is not for guests to change', async () => {
    const body = { current: password, password: 'violin harbor cactus' };
    expect(await post('/api/password', body)).toMatchObject(problem(401, 'sign-in-required'));
  });

  it('leads to a sign-in that says what happened, where there is a second factor', async () => {
    const words = 'Your password was set. Sign in with it and your second factor.';
    const saysSo = async (path: string) =>
      (await ask(path, { headers: { accept: 'text/html' } })).text.includes(words);
    expect([await saysSo('/sign-in?for=new-password'), await saysSo('/sign-in')]).toEqual([true, false]);
  });

  it('is chosen with a link once', async () => {
    const { token } = await makeOperator('viewer');
    expect(await post('/api/password', { token, password: 'short' })).toMatchObject({ status: 422 });
    expect(await post('/api/password', { token, password })).toMatchObject({ status: 204 });
    // A password is judged only for somebody with a link.
    const again = await post('/api/password', { token, password: weakPassword });
    expect(again).toMatchObject(problem(410, 'link-expired'));
  });
});

describe('setting up', () => {
  it('is over once there is an operator', async () => {
    await signedIn();
    const body = { token: 'x', email: 'eve@example.com', name: 'Eve', password: weakPassword };
    expect(await post('/api/setup', body)).toMatchObject(problem(410, 'link-expired'));
  });
});

describe('the audit log', () => {
  it('has who changed what, and is verified without the portal', async () => {
    const ada = await signedIn();
    await printed(inject('dataFolder'), 'account', 'create', `audited ${made}`, '--credits', '7');
    const stdout = await printed(inject('dataFolder'), 'audit', 'export');
    const entries = stdout.split('\n').map((line): unknown => JSON.parse(line));
    expect(entries.at(-1)).toMatchObject({
      ...{ actor: { kind: 'command-line' }, verb: 'create-account', after: { credits: 7 } },
    });
    const { json } = await ask('/api/session', { headers: ada.headers });
    const { person } = z.object({ person: z.object({ id: z.string() }) }).parse(json);
    expect(entries).toContainEqual(expect.objectContaining({ verb: 'make-operator', target: person.id }));
    expect(stdout).not.toContain(password);
    expect(stdout).not.toContain('scrypt');
  });
});
