import { expect, inject, it } from 'vitest';
import { z } from 'zod';
import { makePerson, testPassword } from '../setup/make-person.ts';
import { readRows } from '../setup/rows.ts';
import { sendCall } from '../setup/send-call.ts';
import { faultAt, problem } from '../setup/problems.ts';
import { ask, post, type Reply, send } from './ask.ts';

const cookieOf = ({ headers }: Reply) => ({ cookie: headers['set-cookie']?.split(';', 1)[0] ?? '' });

/** The texts of the mails to an address, the newest first. */
async function mailsTo(email: string): Promise<string[]> {
  const sql = 'SELECT text FROM Mail WHERE "to" = ? ORDER BY key DESC';
  return (await readRows<{ text: string }>(inject('dataFolder'), sql, email)).map(({ text }) => text);
}

it('registers with the link that was mailed, once, with an account and its first credits', async () => {
  const email = `Newcomer.${process.pid}@example.com`;
  expect(await post('/api/registration', { email })).toMatchObject({ status: 204, text: '' });
  const [text = ''] = await mailsTo(email);
  const [, token = ''] = /\/register#(\S+)/.exec(text) ?? [];
  const send = (body: object) => post('/api/registration', { token, name: 'Nia', ...body });
  expect(await send({ password: 'password1' })).toMatchObject(faultAt('/password'));
  const registered = await send({ password: testPassword });
  expect(registered.status).toBe(204);
  const headers = cookieOf(registered);
  const { json } = await ask('/api/session', { headers });
  expect(json).toMatchObject({
    ...{ person: { email, name: 'Nia', operatorRole: null }, role: 'owner', operator: false },
    accounts: [{ role: 'owner' }],
  });
  expect((await ask('/api/credits', { headers })).json).toMatchObject({ balance: 40 });
  expect(await send({ password: testPassword })).toMatchObject(problem(410, 'link-expired'));
  expect((await ask('/api/credits', { headers })).json).toMatchObject({ balance: 40 });
  expect(await post('/api/session', { email, password: testPassword })).toMatchObject({ status: 200 });
});

const listed = z.object({ list: z.array(z.object({ id: z.string(), asGuest: z.literal(true).optional() })) });
const callsOf = async (headers: { cookie: string }) =>
  listed.parse((await ask('/api/calls', { headers })).json).list;

/** A browser that has opened a page, and a call that it makes as a guest. */
async function openBrowser() {
  const page = await send('/', 'GET', { accept: 'text/html' });
  const headers = cookieOf(page);
  expect(headers.cookie).toContain('farebox_guest=');
  const call = async (own: { cookie: string } = headers) => {
    const { callId, charged } = await sendCall(
      inject('portalUrl'),
      'scripted',
      { size: 3 },
      { headers: own },
    );
    expect(charged).toBe(3);
    return callId;
  };
  return { headers, call };
}

const addressOf = (name: string) => `${name}.${process.pid}@example.com`;

async function registerIn({ headers }: { headers: { cookie: string } }, name: string) {
  const email = addressOf(name);
  await post('/api/registration', { email });
  const [, token = ''] = /\/register#(\S+)/.exec((await mailsTo(email))[0] ?? '') ?? [];
  const reply = await post('/api/registration', { token, name, password: testPassword }, headers);
  expect(reply.status).toBe(204);
  return { cookie: `${cookieOf(reply).cookie}; ${headers.cookie}` };
}

it('keeps the calls of the browser for whoever signs up in it, and for nobody else', async () => {
  const browser = await openBrowser();
  const asGuest = [await browser.call(), await browser.call()];
  const owner = await registerIn(browser, 'keeper');
  const own = await browser.call(owner);
  const afterSignOut = await browser.call();
  expect(await callsOf(owner)).toEqual([
    { id: own },
    { id: asGuest[1], asGuest: true },
    { id: asGuest[0], asGuest: true },
  ]);
  for (const id of [own, ...asGuest])
    expect(await ask(`/api/calls/${id}`, { headers: owner })).toMatchObject({ status: 200, json: { id } });
  const inputOf = async (id: string | undefined, headers: { cookie: string }) =>
    (await ask(`/api/calls/${id}/input`, { headers })).status;
  expect([await inputOf(asGuest[0], owner), await inputOf(afterSignOut, owner)]).toEqual([200, 404]);
  // Signed out again, the browser has what was called since.
  expect(await callsOf(browser.headers)).toEqual([{ id: afterSignOut }]);
  expect(await inputOf(asGuest[0], browser.headers)).toBe(404);
  // The guest's purse paid for the guest's calls.
  expect((await ask('/api/credits', { headers: owner })).json).toMatchObject({ balance: 37 });

  // A browser keeps its calls for the first person.
  const second = await registerIn(browser, 'second');
  expect(await callsOf(second)).toEqual([]);
  expect(await inputOf(asGuest[0], second)).toBe(404);

  // Another member of the account joins by an invitation, with a history of their own.
  const link = await post('/api/members/invitations', { role: 'admin' }, owner);
  const token = z.object({ link: z.string() }).parse(link.json).link.split('#')[1];
  const others = await openBrowser();
  const othersCall = await others.call();
  const email = `joiner.${process.pid}@example.com`;
  const joined = await post(
    '/api/join',
    { token, email, name: 'Jo', password: testPassword },
    others.headers,
  );
  expect(joined.status).toBe(204);
  const member = cookieOf(joined);
  expect(await callsOf(member)).toEqual([{ id: own }, { id: othersCall, asGuest: true }].toReversed());
  expect(await inputOf(asGuest[0], member)).toBe(404);
});

it('answers the same to known and unknown addresses, and tells the mail alone', async () => {
  const { email: known } = await makePerson(inject('dataFolder'), { role: null });
  const unknown = `unknown.${process.pid}@example.com`;
  const answer = async (email: string) => {
    const { status, text, headers } = await post('/api/registration', { email });
    const { date: _date, 'x-request-id': _id, ...same } = headers;
    return { status, text, same };
  };
  const first = await answer(known);
  expect(await answer(unknown)).toEqual(first);
  expect(await answer(known)).toEqual(first);
  const [toKnown = '', ...more] = await mailsTo(known);
  expect(more).toEqual([]);
  expect(toKnown).toContain('There is one already');
  expect(toKnown).toContain('ask an operator of the portal for a link');
  expect(toKnown).not.toContain('#');
});

it.each([
  ['no address', { email: 'ada' }, '/email'],
  ['no name', { token: 'x', password: testPassword }, '/name'],
  ['a short password', { token: 'x', name: 'Ada', password: 'short' }, '/password'],
])('refuses %s', async (_what, body, pointer) => {
  expect(await post('/api/registration', body)).toMatchObject(faultAt(pointer));
});

it('refuses another site, and takes ten tries a minute for an address', async () => {
  const email = `often.${process.pid}@example.com`;
  const from = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
  expect(await post('/api/registration', { email }, from)).toMatchObject({ json: { code: 'cross-site' } });
  const tries = Array.from({ length: 12 }, () => post('/api/registration', { email }));
  const refused = (await Promise.all(tries)).filter(({ status }) => status === 429);
  expect(refused).toHaveLength(2);
  expect(refused[0]?.text).toContain('10 tries to sign in or register as one person per minute');
  expect(await mailsTo(email)).toHaveLength(1);
});

it('gives the calls of the browser to nobody when their person is erased', async () => {
  const browser = await openBrowser();
  await browser.call();
  const person = await registerIn(browser, 'forgotten');
  const own = await browser.call();
  const erased = await post('/api/person/erasure', { email: addressOf('forgotten') }, person);
  expect(erased.status).toBe(200);
  expect(await callsOf(browser.headers)).toEqual([{ id: own }]);
});
