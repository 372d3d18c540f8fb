import { beforeAll, describe, expect, inject, it } from 'vitest';
import { z } from 'zod';
import { printed } from '../setup/run-farebox.ts';
import { makePerson } from '../setup/make-person.ts';
import { sendCall } from '../setup/send-call.ts';
import { problem } from '../setup/problems.ts';
import { ask, post, type Reply } from './ask.ts';

const password = 'brolly tunnel waxing 77';
let made = 0;

interface Person {
  id: string;
  email: string;
  headers: { cookie: string };
}

const cookieOf = ({ headers }: Reply) => ({ cookie: headers['set-cookie']?.split(';', 1)[0] ?? '' });
const session = z.object({ person: z.object({ id: z.string() }) });

async function run(...args: string[]): Promise<string> {
  return printed(inject('dataFolder'), ...args);
}

const tokenOf = (link: string) => link.split('#')[1] ?? '';

/** A new person who joins with a link. */
async function join(link: string): Promise<Person> {
  const email = `member${(made += 1)}.${process.pid}@example.com`;
  const reply = await post('/api/join', { token: tokenOf(link), email, name: `Person ${made}`, password });
  expect(reply.status).toBe(204);
  const headers = cookieOf(reply);
  const { person } = session.parse((await ask('/api/session', { headers })).json);
  return { id: person.id, email, headers };
}

const createdInvitation = z.object({ id: z.string(), link: z.string() });

async function invite({ headers }: Person, wish: object) {
  const reply = await post('/api/members/invitations', wish, headers);
  expect(reply.status).toBe(201);
  return createdInvitation.parse(reply.json);
}

const createdKey = z.object({ id: z.string(), key: z.string() });

async function makeKey({ headers }: Person, wish: object = {}) {
  return createdKey.parse((await post('/api/keys', { name: 'A key', ...wish }, headers)).json);
}

const change = ({ headers }: Person, of: Person, changes: object) =>
  post(`/api/members/${of.id}`, changes, headers);
const remove = ({ headers }: Person, of: Person) =>
  ask(`/api/members/${of.id}`, { method: 'DELETE', headers });

async function makeTeam(credits: number): Promise<{ account: string; owner: Person; link: string }> {
  const account = await run(
    'account',
    'create',
    `Team ${(made += 1)} ${process.pid}`,
    '--credits',
    `${credits}`,
  );
  const link = await run('account', 'invite', account);
  return { account, link, owner: await join(link) };
}

describe('an account with members', () => {
  let account: string;
  let owner: Person;
  let member: Person;
  let ownersLink: string;
  beforeAll(async () => {
    ({ account, owner, link: ownersLink } = await makeTeam(1_000));
    const { link } = await invite(owner, { role: 'member' });
    member = await join(link);
  });

  it('is the one in which its people act, and whose purse pays', async () => {
    const { json } = await ask('/api/session', { headers: member.headers });
    expect(json).toMatchObject({ kind: 'account', account: { id: account }, role: 'member', key: null });
    expect(json).toMatchObject({ person: { id: member.id }, accounts: [{ id: account, role: 'member' }] });
    expect((await ask('/api/credits', { headers: member.headers })).json).toMatchObject({ balance: 1_000 });
  });

  it('shows an invitation to those who have its token, once', async () => {
    const { link } = await invite(owner, { role: 'viewer', caps: { day: 5 }, email: 'Cleo@example.com' });
    const shown = await post('/api/invitation', { token: tokenOf(link) });
    expect(shown).toMatchObject({
      status: 200,
      json: { role: 'viewer', caps: { day: 5, month: null, total: null }, email: 'Cleo@example.com' },
    });
    expect(JSON.stringify(shown.json)).not.toContain(account);
    const again = await post('/api/join', { token: tokenOf(link) }, member.headers);
    expect(again).toMatchObject(problem(409, 'already-member'));
    const viewer = await join(link);
    expect((await ask('/api/members', { headers: owner.headers })).json).toMatchObject({
      list: expect.arrayContaining([
        expect.objectContaining({
          ...{ person: expect.objectContaining({ id: viewer.id }), role: 'viewer' },
          spending: expect.objectContaining({ day: { cap: 5, spent: 0 } }),
        }),
      ]),
    });
    for (const [path, body] of [
      ['/api/invitation', { token: tokenOf(link) }],
      [
        '/api/join',
        { token: tokenOf(ownersLink), email: 'a@example.com', name: 'A', password: 'password12' },
      ],
    ] as const)
      expect(await post(path, body)).toMatchObject(problem(410, 'link-expired'));
    await remove(owner, viewer);
  });

  it('asks who signed in more than ten minutes ago to confirm it before they give a role or remove somebody', async () => {
    const token = tokenOf(await run('account', 'invite', account));
    const signedInAt = Date.now() - 601_000;
    const earlier = await makePerson(inject('dataFolder'), { signedInAt });
    expect(await post('/api/join', { token }, earlier.headers)).toMatchObject({ status: 204 });
    const asked = problem(403, 'confirmation-required');
    expect(await post('/api/members/invitations', { role: 'viewer' }, earlier.headers)).toMatchObject(asked);
    expect(await change(earlier, member, { role: 'admin' })).toMatchObject(asked);
    expect(await remove(earlier, member)).toMatchObject(asked);
    const { json } = await ask('/api/members', { headers: earlier.headers });
    expect(json).toMatchObject({
      list: expect.arrayContaining([
        expect.objectContaining({ role: 'member', person: expect.objectContaining({ id: member.id }) }),
      ]),
    });
    // Everybody may leave.
    expect(await remove(earlier, earlier)).toMatchObject({ status: 204 });
  });

  it('withdraws invitations', async () => {
    const { id, link } = await invite(owner, { role: 'member' });
    const { json } = await ask('/api/members/invitations', { headers: owner.headers });
    expect(json).toMatchObject({ list: [{ id, role: 'member', email: null }] });
    const withdraw = () =>
      ask(`/api/members/invitations/${id}`, { method: 'DELETE', headers: owner.headers });
    expect(await withdraw()).toMatchObject({ status: 204 });
    expect(await withdraw()).toMatchObject({ status: 404 });
    expect(await post('/api/invitation', { token: tokenOf(link) })).toMatchObject({ status: 410 });
  });

  it('lists members, and what they have spent of their limits', async () => {
    expect(await change(owner, member, { caps: { day: 30, total: 500 } })).toMatchObject({ status: 204 });
    const { json } = await ask('/api/members', { headers: member.headers });
    expect(json).toMatchObject({
      total: 2,
      list: [
        { person: { id: owner.id, email: owner.email }, role: 'owner' },
        { person: { id: member.id }, spending: { day: { cap: 30, spent: 0 }, month: { cap: null } } },
      ],
    });
    await change(owner, member, { caps: { day: null, total: null } });
  });

  it('refuses what is no role, no limit, and nobody of the account', async () => {
    const wrong = await change(owner, member, { role: 'boss', caps: { day: -1 } });
    expect(wrong).toMatchObject(problem(422, 'validation'));
    const stranger = { ...member, id: 'per_stranger' };
    expect(await change(owner, stranger, { role: 'admin' })).toMatchObject({ status: 404 });
    expect(await remove(owner, stranger)).toMatchObject({ status: 404 });
  });

  it('keeps its last owner', async () => {
    const refused = problem(409, 'last-owner');
    expect(await remove(owner, owner)).toMatchObject(refused);
    expect(await change(owner, owner, { role: 'member' })).toMatchObject(refused);
  });

  it('lets members see and revoke their own keys, and owners all', async () => {
    const own = await makeKey(member);
    const owners = await makeKey(owner);
    const ids = async ({ headers }: Person) =>
      z
        .object({
          list: z.array(z.object({ id: z.string(), person: z.object({ id: z.string() }).nullable() })),
        })
        .parse((await ask('/api/keys', { headers })).json)
        .list.map(({ id, person }) => [id, person?.id]);
    expect(await ids(member)).toEqual([[own.id, member.id]]);
    expect(await ids(owner)).toContainEqual([own.id, member.id]);
    const revoke = (id: string, { headers }: Person) => ask(`/api/keys/${id}`, { method: 'DELETE', headers });
    expect(await revoke(owners.id, member)).toMatchObject({ status: 404 });
    expect(await revoke(own.id, owner)).toMatchObject({ status: 204 });
    expect(await revoke(owners.id, owner)).toMatchObject({ status: 204 });
  });

  it('lets members change and rotate their own keys, owners change all, and nobody rotate those of others', async () => {
    const own = await makeKey(member);
    const owners = await makeKey(owner);
    const change = (id: string, { headers }: Person) =>
      ask(`/api/keys/${id}`, {
        method: 'PATCH',
        body: '{"name":"Changed"}',
        headers: { ...headers, 'content-type': 'application/json' },
      });
    const rotate = (id: string, { headers }: Person) => post(`/api/keys/${id}/rotate`, {}, headers);
    expect(await change(own.id, member)).toMatchObject({ status: 204 });
    expect(await change(own.id, owner)).toMatchObject({ status: 204 });
    expect(await change(owners.id, member)).toMatchObject({ status: 404 });
    expect(await rotate(own.id, member)).toMatchObject({ status: 200, json: { id: own.id } });
    expect(await rotate(owners.id, member)).toMatchObject({ status: 404 });
    expect(await rotate(own.id, owner)).toMatchObject({
      status: 403,
      json: { detail: expect.stringContaining('belongs to another person') },
    });
    await Promise.all([own, owners].map(({ id }) => ask(`/api/keys/${id}`, { method: 'DELETE', ...owner })));
  });

  it('gives keys that a member creates with a key to the member, too', async () => {
    const { key } = await makeKey(member);
    const authorization = `Bearer ${key}`;
    const second = createdKey.parse((await post('/api/keys', { name: 'Second' }, { authorization })).json);
    const { json } = await ask('/api/keys', { headers: { authorization } });
    expect(Object(json).list[0]).toMatchObject({ id: second.id, person: { id: member.id } });
    const invited = await post('/api/members/invitations', { role: 'member' }, { authorization });
    expect(invited).toMatchObject(problem(401, 'sign-in-required'));
    expect(await post('/api/keys', { name: 'O', operator: true }, member.headers)).toMatchObject({
      status: 403,
    });
  });

  it('takes the keys of somebody who is removed, and makes them a guest', async () => {
    const leaver = await join((await invite(owner, { role: 'member' })).link);
    const { key } = await makeKey(leaver);
    expect(await remove(member, leaver)).toMatchObject(problem(403, 'forbidden'));
    expect(await remove(owner, leaver)).toMatchObject({ status: 204 });
    const headers = { authorization: `Bearer ${key}` };
    expect(await ask('/api/credits', { headers })).toMatchObject({ status: 401 });
    expect((await ask('/api/session', { headers: leaver.headers })).json).toMatchObject({
      ...{ kind: 'guest', account: null, accounts: [], person: { id: leaver.id } },
    });
    const call = ({ headers: who }: Person) =>
      sendCall(inject('portalUrl'), 'scripted', {}, { headers: { ...who, 'farebox-payer': account } });
    const stranger = await makeTeam(1);
    const refused = { status: 409, charged: 0, json: { code: 'other-payer' } };
    expect(await call(leaver)).toMatchObject({
      ...refused,
      json: { detail: expect.stringMatching(/^You are no longer a member of Team \d+ \d+,/) },
    });
    expect(await call(stranger.owner)).toMatchObject({
      ...refused,
      json: { detail: expect.stringMatching(/^Since this page was shown/) },
    });
  });

  it('does nothing that another person of the account is meant to do', async () => {
    const as = ({ headers }: Person, id: string) => ({
      ...headers,
      'farebox-payer': account,
      'farebox-caller': id,
    });
    const refused = {
      ...problem(409, 'other-payer'),
      text: expect.stringContaining('Since this page was shown, someone else signed in. Nothing was done'),
    };
    expect(await post('/api/keys', { name: 'Of another' }, as(member, owner.id))).toMatchObject(refused);
    expect(await ask('/api/keys', { headers: as(member, owner.id) })).toMatchObject(refused);
    const call = (headers: Record<string, string>) =>
      sendCall(inject('portalUrl'), 'scripted', {}, { headers });
    expect(await call(as(member, owner.id))).toMatchObject({
      status: 409,
      charged: 0,
      json: { code: 'other-payer' },
    });
    expect(await call(as(member, member.id))).toMatchObject({ status: 200 });
  });

  it('is one of several that a person switches between', async () => {
    const other = await makeTeam(5);
    const { link } = await invite(other.owner, { role: 'viewer' });
    expect(await post('/api/join', { token: tokenOf(link) }, member.headers)).toMatchObject({ status: 204 });
    const current = async () => (await ask('/api/session', { headers: member.headers })).json;
    expect(await current()).toMatchObject({ account: { id: other.account }, role: 'viewer' });
    const shown = { ...member.headers, 'farebox-payer': account };
    expect(await post('/api/keys', { name: 'Of another' }, shown)).toMatchObject({
      ...{ status: 409, json: { code: 'other-payer' } },
      text: expect.stringMatching(/changed the account to Team \d+ \d+\. Nothing was done/),
    });
    const choose = (id: string) => post('/api/session/account', { account: id }, member.headers);
    expect(await choose(account)).toMatchObject({ status: 204 });
    expect(await current()).toMatchObject({ account: { id: account }, role: 'member' });
    expect(await choose('acc_absent')).toMatchObject({ status: 404 });
    const { json } = await ask('/api/accounts', { headers: member.headers });
    const theirs = expect.objectContaining({ id: other.account, role: 'viewer' });
    expect(Object(json).list).toEqual(expect.arrayContaining([theirs]));
    expect(await remove(member, member)).toMatchObject({ status: 204 });
    expect(await current()).toMatchObject({ account: { id: other.account } });
  });
});

describe('the limit of a member', () => {
  it('holds for keys and the browser together, and its refusal names it', async () => {
    const { owner } = await makeTeam(100);
    expect(await change(owner, owner, { caps: { total: 5, day: 50 } })).toMatchObject({ status: 204 });
    const { key } = await makeKey(owner);
    const portal = inject('portalUrl');
    expect(await sendCall(portal, 'scripted', { size: 3 }, { key })).toMatchObject({ charged: 3 });
    const over = await sendCall(portal, 'scripted', { size: 3 }, { headers: owner.headers });
    expect(over).toMatchObject({
      status: 402,
      json: {
        ...{ code: 'over-cap', cap: 5, spent: 3, required: 3, period: 'total' },
        limitOf: { kind: 'member', id: owner.id },
        detail: expect.stringContaining('can spend 5 credits in total'),
      },
    });
    const capped = await makeKey(owner, { name: 'Laptop', caps: { day: 1 } });
    const overKey = await sendCall(portal, 'scripted', { size: 2 }, { key: capped.key });
    expect(overKey).toMatchObject({
      status: 402,
      json: {
        ...{ code: 'over-cap', period: 'day', limitOf: { kind: 'key', id: capped.id, name: 'Laptop' } },
        detail: expect.stringContaining('The API key "Laptop" can spend 1 credit per day.'),
      },
    });
  });
});
