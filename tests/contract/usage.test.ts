import { beforeAll, describe, expect, inject, it } from 'vitest';
import { utcToday } from '../../lib/text/times.ts';
import { usage } from '../../lib/account/credit-account.ts';
import { printed } from '../setup/run-farebox.ts';
import { makePerson } from '../setup/make-person.ts';
import { sendCall } from '../setup/send-call.ts';
import { problem } from '../setup/problems.ts';
import { ask } from './ask.ts';
import { type Headers, headersOf, makeTeam, type Team } from './team.ts';

let team: Team;
let owner: Headers;
let byKey: Headers;

/** One call of a credit by the owner, from `makeTeam`, one of 2 by a member, and two of 3 with a key of nobody. */
beforeAll(async () => {
  team = await makeTeam();
  owner = headersOf(team, 'owner');
  const call = (size: number, headers: Headers) =>
    sendCall(inject('portalUrl'), 'scripted', { size }, { headers });
  await call(2, headersOf(team, 'member'));
  const key = await printed(inject('dataFolder'), 'key', 'create', team.account, '--name', '=Shop');
  byKey = { authorization: `Bearer ${key}` };
  await call(3, byKey);
  await call(3, byKey);
});

async function usageOf(query: string, headers: Headers) {
  const { status, json } = await ask(`/api/usage${query}`, { headers });
  expect(status).toBe(200);
  return usage.parse(json);
}

const rowsOf = async (by: string, headers = owner) =>
  (await usageOf(`?by=${by}`, headers)).list.map(({ of, calls, credits }) => [of?.name, calls, credits]);

describe('/api/usage', () => {
  it('sums up by product, key and member', async () => {
    expect(await rowsOf('product')).toEqual([[expect.any(String), 4, 9]]);
    expect(await rowsOf('key')).toEqual([
      ['=Shop', 2, 6],
      [undefined, 2, 3],
    ]);
    expect(await rowsOf('member')).toEqual([
      [undefined, 2, 6],
      ['The member', 1, 2],
      ['The owner', 1, 1],
    ]);
    expect(await rowsOf('key', byKey)).toHaveLength(2);
  });

  it('is of the last 31 days, or of those that are named', async () => {
    const today = utcToday();
    expect(await usageOf('', owner)).toMatchObject({ by: 'product', to: today, list: [{ day: today }] });
    expect(await usageOf('?from=2025-01-01&to=2025-12-31', owner)).toMatchObject({ list: [] });
    expect((await usageOf(`?from=${today}&to=${today}`, owner)).list).toHaveLength(1);
  });

  it('is a CSV, in which nothing is a formula', async () => {
    const { status, text, headers } = await ask('/api/usage?by=key&format=csv', { headers: owner });
    expect([status, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(text.split('\r\n')).toEqual([
      'day,key,name,calls,credits',
      expect.stringMatching(/^\d{4}-\d\d-\d\d,key_\w+,'=Shop,2,6$/),
      expect.stringMatching(/^\d{4}-\d\d-\d\d,,,2,3$/),
      '',
    ]);
    const asked = await ask('/api/usage', { headers: { ...owner, accept: 'text/csv' } });
    expect(asked.text).toMatch(/^day,product,name,calls,credits\r\n[\d-]{10},scripted,.+,4,9\r\n$/);
  });

  it.each([
    ['?by=colour', 'by'],
    ['?from=yesterday', 'from'],
    ['?from=2026-02-30', 'from'],
    ['?from=2026-02-02&to=2026-02-01', 'from'],
    ['?from=2025-01-01&to=2026-01-02', 'from'],
  ])('refuses %s', async (query, parameter) => {
    expect(await ask(`/api/usage${query}`, { headers: owner })).toMatchObject({
      status: 400,
      json: { code: 'invalid-parameter', errors: [{ parameter }] },
    });
  });

  it('shows the keys of others only to those who see them', async () => {
    for (const role of ['member', 'billing'] as const)
      expect(await ask('/api/usage?by=key', { headers: headersOf(team, role) })).toMatchObject(
        problem(403, 'forbidden'),
      );
    expect(await rowsOf('key', headersOf(team, 'viewer'))).toHaveLength(2);
    expect(await rowsOf('member', headersOf(team, 'billing'))).toHaveLength(3);
  });

  it('is by product alone for guests', async () => {
    expect((await usageOf('', {})).by).toBe('product');
    for (const by of ['key', 'member'])
      expect(await ask(`/api/usage?by=${by}`)).toMatchObject({
        status: 400,
        json: { errors: [{ parameter: 'by', detail: expect.stringContaining('Guests have no') }] },
      });
  });

  it('is the same for an operator, who names the account', async () => {
    const operator = (await makePerson(inject('dataFolder'), { role: 'viewer' })).headers;
    const address = `/api/operator/accounts/${team.account}/usage?by=key`;
    const own = await ask('/api/usage?by=key', { headers: owner });
    expect((await ask(address, { headers: operator })).json).toEqual(own.json);
    expect((await ask(`${address}&format=csv`, { headers: operator })).status).toBe(403);
    const finance = (await makePerson(inject('dataFolder'), { role: 'finance' })).headers;
    const { text } = await ask(`${address}&format=csv`, { headers: finance });
    expect(text.split('\r\n')).toHaveLength(4);
    expect(await ask('/api/operator/accounts/acc_nobody/usage', { headers: operator })).toMatchObject(
      problem(404, 'not-found'),
    );
  });
});

describe('/api/usage/refused and /api/calls/refused', () => {
  const paths = ['/api/usage/refused', '/api/calls/refused'];
  const answersTo = (headers: Headers) => Promise.all(paths.map((path) => ask(path, { headers })));

  it('have the calls that cost nothing because they were refused, for all who see calls', async () => {
    await sendCall(inject('portalUrl'), 'scripted', { size: 'big' }, { headers: headersOf(team, 'member') });
    await expect
      .poll(async () => (await answersTo(owner)).map(({ json }) => json))
      .toMatchObject([
        { list: [{ day: utcToday(), key: null, problem: 'validation', calls: 1 }] },
        { list: [{ person: { name: 'The member' }, product: { slug: 'scripted' }, status: 422 }], total: 1 },
      ]);
    const seen = (await answersTo(owner)).map(({ text }) => text);
    for (const role of ['admin', 'member', 'viewer'] as const)
      expect((await answersTo(headersOf(team, role))).map(({ text }) => text)).toEqual(seen);
    for (const answer of await answersTo(headersOf(team, 'billing')))
      expect(answer).toMatchObject(problem(403, 'forbidden'));
    for (const answer of await answersTo({})) expect(answer.json).toMatchObject({ list: [] });
    const { headers } = await makePerson(inject('dataFolder'), { role: 'viewer' });
    const operators = paths.map((path) => path.replace('/api', `/api/operator/accounts/${team.account}`));
    const asked = await Promise.all(operators.map((path) => ask(path, { headers })));
    expect(asked.map(({ text }) => text)).toEqual(seen);
    const saved = await Promise.all(operators.map((path) => ask(`${path}?format=csv`, { headers })));
    expect(saved.map(({ status }) => status)).toEqual([403, 403]);
  });
});

it('credits are not read by a parameter that they do not have', async () => {
  expect(await ask('/api/credits?bogus=1', { headers: owner })).toMatchObject(
    problem(400, 'invalid-parameter'),
  );
  expect(await ask('/api/credits?page=', { headers: owner })).toMatchObject({ status: 200 });
});
