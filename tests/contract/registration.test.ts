import { expect, inject, it } from 'vitest';
import { makePerson, testPassword } from '../setup/make-person.ts';
import { readRows } from '../setup/rows.ts';
import { ask, post, type Reply } from './ask.ts';

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
  expect(await send({ password: 'password1' })).toMatchObject({
    status: 422,
    json: { errors: [{ pointer: '/password' }] },
  });
  const registered = await send({ password: testPassword });
  expect(registered.status).toBe(204);
  const headers = cookieOf(registered);
  const { json } = await ask('/api/session', { headers });
  expect(json).toMatchObject({
    ...{ person: { email, name: 'Nia', operatorRole: null }, role: 'owner', operator: false },
    accounts: [{ role: 'owner' }],
  });
  expect((await ask('/api/credits', { headers })).json).toMatchObject({ balance: 40 });
  expect(await send({ password: testPassword })).toMatchObject({
    status: 410,
    json: { code: 'link-expired' },
  });
  expect((await ask('/api/credits', { headers })).json).toMatchObject({ balance: 40 });
  expect(await post('/api/session', { email, password: testPassword })).toMatchObject({ status: 200 });
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
  expect(toKnown).not.toContain('#');
});

it.each([
  ['no address', { email: 'ada' }, '/email'],
  ['no name', { token: 'x', password: testPassword }, '/name'],
  ['a short password', { token: 'x', name: 'Ada', password: 'short' }, '/password'],
])('refuses %s', async (_what, body, pointer) => {
  expect(await post('/api/registration', body)).toMatchObject({
    status: 422,
    json: { errors: [{ pointer }] },
  });
});

it('refuses another site, and takes ten tries a minute for an address', async () => {
  const email = `often.${process.pid}@example.com`;
  const from = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
  expect(await post('/api/registration', { email }, from)).toMatchObject({ json: { code: 'cross-site' } });
  const tries = Array.from({ length: 12 }, () => post('/api/registration', { email }));
  const statuses = (await Promise.all(tries)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 429)).toHaveLength(2);
  expect(await mailsTo(email)).toHaveLength(1);
});
