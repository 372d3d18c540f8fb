import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { z } from 'zod';
import { operatorRole, type OperatorRole } from '../../lib/account/session.ts';
import { countOutcomes } from '../../server/store/calls/outcome-jobs.ts';
import { run, statement, timeOf } from '../../server/store/sql/statement.ts';
import { makeAccount, type TestAccount } from '../setup/call-portal.ts';
import { runBeside } from '../setup/run-beside.ts';
import { printed } from '../setup/run-farebox.ts';
import { sendCall } from '../setup/send-call.ts';
import { makePerson, type TestPerson } from '../setup/make-person.ts';
import { inviteBeside } from '../setup/make-links.ts';
import { faultAt, problem } from '../setup/problems.ts';
import { ask, post, type Reply } from './ask.ts';
import { headersOf as headersOfTeam, makeTeam } from './team.ts';

type Headers = Record<string, string>;

const operators = new Map<OperatorRole, TestPerson>();
const headersOf = (role: OperatorRole): Headers => ({ ...operators.get(role)?.headers });
const owner = () => headersOf('owner');
let account: TestAccount;

beforeAll(async () => {
  const folder = inject('dataFolder');
  for (const role of operatorRole.options)
    operators.set(role, await makePerson(folder, { role, name: `The ${role}` }));
  account = await makeAccount(folder, 100);
});

let examples = 0;
const suspend = statement('UPDATE Purse SET suspendedAt = ? WHERE id = ?');
const close = statement('UPDATE Account SET closedAt = ? WHERE id = ?');

const json = (reply: Reply) => z.record(z.string(), z.unknown()).parse(reply.json);
const listed = (reply: Reply) =>
  z
    .object({ list: z.array(z.record(z.string(), z.unknown())), next: z.number().nullable() })
    .parse(reply.json);
/** The portal counts every five seconds: this is sooner. */
const count = () =>
  runBeside(inject('dataFolder'), () => countOutcomes.steps({ upTo: 2 ** 52, most: 500, now: Date.now() }));
const auditOf = async (filter: string) =>
  listed(await ask(`/api/operator/audit?${filter}`, { headers: owner() })).list;

describe('grants', () => {
  const grant = (body: object, headers: Headers = {}) =>
    post('/api/operator/grants', body, { ...headersOf('finance'), ...headers });

  it('add credits, with an entry of the ledger and one of the audit log', async () => {
    const { id } = await makeAccount(inject('dataFolder'), 5);
    const reply = await grant({ accountId: id, credits: 20, reason: 'Order 17' });
    expect(reply).toMatchObject({
      status: 200,
      json: {
        ...{ balance: 25, held: 0, available: 25 },
        entry: { amount: 20, kind: 'grant', reason: 'Order 17' },
      },
    });
    const detail = json(await ask(`/api/operator/accounts/${id}`, { headers: owner() }));
    expect(detail).toMatchObject({
      balance: 25,
      entries: { list: [{ id: Object(json(reply)['entry']).id, amount: 20 }, { amount: 5 }] },
    });
    const entries = await auditOf(`target=${id}&verb=grant&pageSize=1`);
    expect(entries).toMatchObject([
      {
        ...{ reason: 'Order 17', after: { credits: 20, kind: 'grant' }, actorName: 'The finance' },
        targetName: expect.any(String),
        actor: { kind: 'person', id: operators.get('finance')?.id },
      },
    ]);
  });

  it.each([
    ['no reason', { credits: 1 }, '/reason'],
    ['nothing', { credits: 0, reason: 'x' }, '/credits'],
    ['half a credit', { credits: 0.5, reason: 'x' }, '/credits'],
    ['more than there is', { credits: -1_000_000, reason: 'x' }, '/credits'],
    ['an account that there is not', { credits: 1, reason: 'x', accountId: 'acc_x' }, '/accountId'],
    ['a call that there is not', { credits: 1, reason: 'x', callId: 'call_x' }, '/callId'],
  ])('are refused with %s', async (_what, body, pointer) => {
    const reply = await grant({ accountId: account.id, ...body });
    expect(reply).toMatchObject({ status: 422, json: { code: 'validation', errors: [{ pointer }] } });
  });

  it('take credits back, and refund a call up to what it cost', async () => {
    const { id, key } = await makeAccount(inject('dataFolder'), 50);
    const call = await sendCall(inject('portalUrl'), 'scripted', { size: 7 }, { key });
    expect(call.charged).toBeGreaterThan(0);
    const refund = (credits: number) =>
      grant({ accountId: id, credits, reason: 'Blurred', callId: call.callId });
    expect(await refund(call.charged + 1)).toMatchObject(faultAt('/credits'));
    const refunds = await Promise.all(Array.from({ length: 10 }, () => refund(call.charged)));
    const statuses = refunds.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([200, ...Array.from({ length: 9 }, () => 422)]);
    const made = refunds.find(({ status }) => status === 200);
    expect(made && json(made)).toMatchObject({ balance: 50, entry: { kind: 'refund' } });
    const taken = await grant({ accountId: id, credits: -50, reason: 'Granted twice' });
    expect(json(taken)).toMatchObject({ balance: 0, entry: { amount: -50, kind: 'correction' } });
  });

  it('with an Idempotency-Key are made once', async () => {
    const { id } = await makeAccount(inject('dataFolder'), 0);
    const body = { accountId: id, credits: 9, reason: 'Order 18' };
    const key = { 'idempotency-key': `order-18 of ${id}`.replaceAll(' ', '-') };
    const replies = await Promise.all(Array.from({ length: 8 }, () => grant(body, key)));
    expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    const replayed = replies.filter(({ headers }) => headers['idempotency-replayed'] === 'true');
    expect(replayed).toHaveLength(7);
    expect(await auditOf(`target=${id}&verb=grant`)).toHaveLength(1);
    expect(await grant({ ...body, credits: 8 }, key)).toMatchObject(problem(422, 'idempotency-key-reused'));
    const other = await post(
      '/api/operator/accounts',
      { name: `Other ${id}` },
      { ...headersOf('finance'), ...key },
    );
    expect(other).toMatchObject(problem(422, 'idempotency-key-reused'));
    // Another operator has keys of their own.
    expect(await post('/api/operator/grants', body, { ...owner(), ...key })).toMatchObject({ status: 200 });
    expect(await grant(body, { 'idempotency-key': 'ä' })).toMatchObject({ status: 400 });
    expect(json(await ask(`/api/operator/accounts/${id}`, { headers: owner() }))).toMatchObject({
      balance: 18,
    });
  });
});

describe('texts', () => {
  it.each(['half a pair \ud800', 'a NUL \0'])('that no engine gives back are refused: %j', async (text) => {
    const { id } = await makeAccount(inject('dataFolder'), 5);
    const seen = await post(`/api/operator/accounts/${id}/see-as`, { reason: text }, owner());
    expect(seen).toMatchObject(faultAt('/reason'));
    const account = await post('/api/session/account', { account: text }, owner());
    expect(account).toMatchObject(faultAt('/account'));
  });

  it('with NUL find nothing', async () => {
    const get = async (path: string) => (await ask(path, { headers: owner() })).status;
    for (const list of ['people', 'accounts', 'mails'])
      expect(await get(`/api/operator/${list}/%00`), list).toBe(404);
    expect(await get('/api/operator/people?q=%00')).toBe(400);
    expect(await get('/api/operator/audit?target=%00')).toBe(400);
  });

  it.each([
    ['/api/product/info?id=%00', 404],
    ['/api/product/list?tag=a%00', 200],
    ['/api/product/list?q=a%00b', 200],
    ['/api/calls/call_%00', 404],
    ['/products/a%00', 404],
    ['/apis/a%00', 404],
    ['/calls/call_%00', 404],
  ])('with NUL are the names of nothing: %s', async (path, status) => {
    expect((await ask(path)).status).toBe(status);
  });
});

describe('lists', () => {
  it.each([
    ['people', 'name'],
    ['accounts', 'name'],
    ['calls', 'q'],
    ['entries', 'q'],
    ['keys', 'name'],
    ['mails', 'name'],
    ['products', 'name'],
    ['audit', 'q'],
  ])('of %s have no filter %s, and say which they have', async (list, name) => {
    const { status, json } = await ask(`/api/operator/${list}?${name}=olga`, { headers: owner() });
    expect({ status, json }).toMatchObject({
      status: 400,
      json: {
        code: 'invalid-parameter',
        errors: [{ parameter: name, detail: expect.stringMatching(/This address takes .*\bpageSize\b/) }],
      },
    });
  });
});

describe('accounts', () => {
  it('are created, found, and given keys that a repeated request returns again', async () => {
    const name = `Parcels ${process.pid} ${(examples += 1)}`;
    const created = await post('/api/operator/accounts', { name, credits: 30, reason: 'New' }, owner());
    expect(created).toMatchObject({ status: 201, json: { name, balance: 30 } });
    const { id } = z.object({ id: z.string() }).parse(created.json);
    expect(await post('/api/operator/accounts', { name }, owner())).toMatchObject(faultAt('/name'));
    expect(await auditOf(`target=${id}`)).toMatchObject([{ verb: 'create-account', reason: 'New' }]);
    const found = await ask(`/api/operator/accounts?q=${encodeURIComponent(name.toUpperCase())}`, {
      headers: owner(),
    });
    expect(listed(found).list).toMatchObject([{ id, name, available: 30, keys: 0, suspendedAt: null }]);

    const createKey = () =>
      post(
        `/api/operator/accounts/${id}/keys`,
        { name: 'Shop' },
        { ...owner(), 'idempotency-key': `key-of-${id}` },
      );
    const first = await createKey();
    const second = await createKey();
    expect(first.status).toBe(201);
    expect(second.json).toEqual(first.json);
    const key = z.object({ id: z.string(), key: z.string() }).parse(first.json);
    const ofKey = { authorization: `Bearer ${key.key}` };
    expect(json(await ask('/api/credits', { headers: ofKey }))).toMatchObject({ available: 30 });
    const detail = json(await ask(`/api/operator/accounts/${id}`, { headers: owner() }));
    expect(detail).toMatchObject({ keys: 1, apiKeys: [{ id: key.id, name: 'Shop' }], usage: [] });

    const revoke = (of: string) =>
      post(`/api/operator/accounts/${of}/keys/${key.id}/revocation`, { reason: 'Leaked' }, owner());
    expect(await revoke(account.id)).toMatchObject({ status: 404 });
    expect(await revoke(id)).toMatchObject({ status: 200 });
    expect(await ask('/api/credits', { headers: ofKey })).toMatchObject({ status: 401 });
    expect(await auditOf(`target=${key.id}`)).toMatchObject([
      { verb: 'revoke-key', reason: 'Leaked' },
      { verb: 'create-key' },
    ]);
  });

  it('get their first owner by a link, and members after that', async () => {
    const { id } = await makeAccount(inject('dataFolder'), 5);
    const invite = (role: string, headers: Headers = {}) =>
      post(
        `/api/operator/accounts/${id}/invitations`,
        { role, email: 'ada@example.com', reason: 'New team' },
        { ...headersOf('finance'), ...headers },
      );
    expect(await invite('member')).toMatchObject({
      status: 403,
      json: { detail: 'The account has no members yet. Invite its first one as owner.' },
    });
    const once = { 'idempotency-key': `invite-${id}` };
    const invited = await invite('owner', once);
    expect(invited).toMatchObject({ status: 201, json: { link: expect.stringMatching(/\/join#\w+/) } });
    expect((await invite('owner', once)).json).toEqual(invited.json);
    const open = async (role: OperatorRole) =>
      json(await ask(`/api/operator/accounts/${id}`, { headers: headersOf(role) }))['invitations'];
    expect(await open('owner')).toMatchObject([{ role: 'owner', email: 'ada@example.com' }]);
    expect(JSON.stringify(await open('viewer'))).not.toContain('ada@example.com');
    // Another link replaces it, so that nobody but the first owner decides who joins.
    const earlier = String(json(invited)['link']).split('#')[1];
    const second = await invite('owner');
    expect(await post('/api/invitation', { token: earlier })).toMatchObject({ status: 410 });
    const token = String(json(second)['link']).split('#')[1];
    const shown = await post('/api/invitation', { token });
    expect(shown).toMatchObject({ status: 200, json: { role: 'owner', email: 'ada@example.com' } });
    const detail = json(await ask(`/api/operator/accounts/${id}`, { headers: owner() }));
    expect(detail['members']).toEqual([]);
    const entries = await auditOf('verb=create-invitation&pageSize=1');
    expect(entries).toMatchObject([{ reason: 'New team', actorName: 'The finance' }]);
    expect(JSON.stringify(entries)).not.toContain(token);
    const first = await makePerson(inject('dataFolder'), { role: null });
    expect(await post('/api/join', { token }, first.headers)).toMatchObject({ status: 204 });
    expect(await invite('owner')).toMatchObject(problem(403, 'forbidden'));
    expect(await invite('viewer', owner())).toMatchObject({ status: 201 });
  });

  it('lose an open invitation that an operator withdraws', async () => {
    const { id } = await makeAccount(inject('dataFolder'), 5);
    const other = await makeAccount(inject('dataFolder'), 5);
    const invited = await post(`/api/operator/accounts/${id}/invitations`, { role: 'owner' }, owner());
    const invitation = String(json(invited)['id']);
    const withdraw = (of: string, headers = headersOf('finance')) =>
      post(
        `/api/operator/accounts/${of}/invitations/${invitation}/withdrawal`,
        { reason: 'Wrong one' },
        headers,
      );
    expect(await withdraw(id, headersOf('viewer'))).toMatchObject({ status: 403 });
    expect(await withdraw(other.id)).toMatchObject({ status: 404 });
    expect(await withdraw(id)).toMatchObject({ status: 200, json: { id: invitation } });
    expect(await withdraw(id)).toMatchObject({ status: 404 });
    const token = String(json(invited)['link']).split('#')[1];
    expect(await post('/api/invitation', { token })).toMatchObject({ status: 410 });
    expect(await auditOf(`target=${invitation}`)).toMatchObject([
      { verb: 'withdraw-invitation', reason: 'Wrong one', actorName: 'The finance' },
      { verb: 'create-invitation' },
    ]);
  });

  it('are renamed, by operators and by their owners, but not to the name of another', async () => {
    const { id, key } = await makeAccount(inject('dataFolder'), 5);
    const other = await makeAccount(inject('dataFolder'), 5);
    const nameOf = async (account: string) =>
      json(await ask(`/api/operator/accounts/${account}`, { headers: owner() }))['name'];
    const rename = (name: string, headers = headersOf('finance')) =>
      post(`/api/operator/accounts/${id}/name`, { name, reason: 'Merged' }, headers);
    const name = `Renamed ${id}`;
    expect(await rename(` ${name} `)).toMatchObject({ status: 200, json: { id, name } });
    expect(await nameOf(id)).toBe(name);
    expect(await auditOf(`target=${id}&verb=rename-account`)).toMatchObject([
      { before: { name: expect.any(String) }, after: { name }, reason: 'Merged' },
    ]);
    expect(await rename(name)).toMatchObject({ status: 200 });
    expect(await rename(String(await nameOf(other.id)))).toMatchObject(problem(422, 'validation'));
    expect(await rename('Viewed', headersOf('viewer'))).toMatchObject(problem(403, 'forbidden'));
    expect(await auditOf(`target=${id}&verb=rename-account`)).toHaveLength(1);
    expect((await sendCall(inject('portalUrl'), 'scripted', {}, { key })).status).toBe(200);

    const team = await makeTeam();
    const renameOwn = (wanted: string, role: 'owner' | 'member') =>
      ask('/api/account', {
        method: 'PATCH',
        headers: { ...headersOfTeam(team, role), 'content-type': 'application/json' },
        body: JSON.stringify({ name: wanted }),
      });
    const own = `Of its owner ${team.account}`;
    expect(await renameOwn(own, 'owner')).toMatchObject({ status: 204 });
    expect(await nameOf(team.account)).toBe(own);
    expect(await renameOwn(name, 'owner')).toMatchObject(problem(422, 'validation'));
    expect(await renameOwn('Of a member', 'member')).toMatchObject(problem(403, 'forbidden'));
    const session = await ask('/api/session', { headers: headersOfTeam(team, 'owner') });
    expect(session.json).toMatchObject({ account: { name: own } });
  });

  it('that are suspended make no calls until the suspension ends', async () => {
    const { id, key } = await makeAccount(inject('dataFolder'), 50);
    const call = () => sendCall(inject('portalUrl'), 'scripted', {}, { key });
    const suspend = (suspended: boolean) =>
      post(`/api/operator/accounts/${id}/suspension`, { suspended, reason: 'Unpaid' }, owner());
    expect((await call()).status).toBe(200);
    const signedIn = await post('/api/session', { key });
    expect(await suspend(true)).toMatchObject({ status: 200, json: { suspended: true } });
    expect(await call()).toMatchObject(problem(403, 'account-suspended'));
    const cookie = signedIn.headers['set-cookie']?.split(';', 1)[0] ?? '';
    expect(await ask('/api/keys', { headers: { cookie } })).toMatchObject({ status: 403 });
    expect(await post('/api/session', { key })).toMatchObject({ status: 403 });
    const token = await inviteBeside(inject('dataFolder'), id);
    const joiner = await makePerson(inject('dataFolder'), { role: null });
    const join = () => post('/api/join', { token }, joiner.headers);
    expect(await join()).toMatchObject(problem(403, 'account-suspended'));
    const suspended = await ask(`/api/operator/accounts?state=suspended&q=${id}`, { headers: owner() });
    expect(listed(suspended).list).toMatchObject([{ id, suspendedAt: expect.any(String) }]);
    expect(await suspend(false)).toMatchObject({ status: 200, json: { suspended: false } });
    expect((await call()).status).toBe(200);
    expect(await join()).toMatchObject({ status: 204 });
    expect(await auditOf(`target=${id}&verb=suspend-account`)).toHaveLength(2);
  });

  it('that are closed take nothing more, keep their ledger, and can be reopened', async () => {
    const team = await makeTeam();
    const of = `/api/operator/accounts/${team.account}`;
    const member = headersOfTeam(team, 'owner');
    const { key } = z
      .object({ key: z.string() })
      .parse((await post('/api/keys', { name: 'K' }, member)).json);
    const call = (headers: Headers) => post('/api/product/developer/call/scripted', { size: 1 }, headers);
    const close = (closed: boolean, by: Headers = owner()) =>
      post(`${of}/closure`, { closed, reason: 'They left' }, by);
    expect(await close(true, headersOf('finance'))).toMatchObject(problem(403, 'forbidden'));
    expect(await post(`${of}/closure`, { closed: true }, owner())).toMatchObject(faultAt('/reason'));
    expect(await close(true)).toMatchObject({ status: 200, json: { closed: true } });
    expect(await call({ authorization: `Bearer ${key}` })).toMatchObject(problem(401, 'invalid-key'));
    const session = await ask('/api/session', { headers: member });
    expect(session.json).toMatchObject({ kind: 'guest', account: null, closedAccount: expect.any(String) });
    const left = await call({ ...member, 'farebox-payer': team.account });
    expect(left).toMatchObject({
      status: 409,
      json: { code: 'other-payer', detail: expect.stringContaining('is closed') },
    });
    const changes: [string, object][] = [
      ['/api/operator/grants', { accountId: team.account, credits: 5 }],
      [`${of}/keys`, { name: 'Late' }],
      [`${of}/invitations`, { role: 'owner' }],
      [`${of}/caps`, { caps: { day: 1 } }],
      [`${of}/name`, { name: 'Late' }],
      [`${of}/suspension`, { suspended: false }],
      [`${of}/see-as`, {}],
    ];
    for (const [path, body] of changes)
      expect(await post(path, { ...body, reason: 'Late' }, owner()), path).toMatchObject(
        problem(409, 'account-closed'),
      );
    const listedBy = async (query: string) =>
      listed(await ask(`/api/operator/accounts?${query}`, { headers: owner() })).list.map(({ id }) => id);
    expect(await listedBy('pageSize=100')).not.toContain(team.account);
    expect(await listedBy('state=closed&pageSize=100')).toContain(team.account);
    const detail = json(await ask(of, { headers: owner() }));
    expect(detail).toMatchObject({ members: [], keys: 0, entries: { list: [{}, { amount: 100 }] } });
    expect(await close(false)).toMatchObject({ status: 200, json: { closed: false } });
    expect(await post(`${of}/invitations`, { role: 'owner' }, owner())).toMatchObject({ status: 201 });
    expect(await auditOf(`target=${team.account}&verb=close-account`)).toHaveLength(2);
  });

  it('that are closed while a call is on its way say so', async () => {
    const team = await makeTeam();
    const member = headersOfTeam(team, 'owner');
    const make = () => post('/api/product/developer/call/scripted', { size: 1 }, member);
    expect(await make()).toMatchObject({ status: 200 });
    // The portal is not told: its session is that of before.
    const now = timeOf(Date.now());
    await runBeside(inject('dataFolder'), () => run(suspend, now, team.account));
    await runBeside(inject('dataFolder'), () => run(close, now, team.account));
    const call = await make();
    expect(call).toMatchObject(problem(409, 'account-closed'));
    expect(call.headers['farebox-credits-charged']).toBe('0');
  });

  it('spend no more than their limits, which their calls and members are told', async () => {
    const { id, key } = await makeAccount(inject('dataFolder'), 50);
    const call = (size: number) => sendCall(inject('portalUrl'), 'scripted', { size }, { key });
    const cap = (body: object, headers: Headers = {}) =>
      post(`/api/operator/accounts/${id}/caps`, body, { ...headersOf('finance'), ...headers });
    const ofKey = { authorization: `Bearer ${key}` };
    const credits = async () => json(await ask('/api/credits', { headers: ofKey }));
    const detail = async () => json(await ask(`/api/operator/accounts/${id}`, { headers: owner() }));
    expect(await call(3)).toMatchObject({ status: 200, charged: 3 });
    expect(await credits()).not.toHaveProperty('limits');
    const uncapped = await detail();
    const { name } = uncapped;
    expect(uncapped).toMatchObject({ limits: null });

    const once = { 'idempotency-key': `cap-of-${id}` };
    const first = await cap({ caps: { day: 5, total: 40 }, reason: 'Agreed' }, once);
    expect(first).toMatchObject({ status: 200, json: { caps: { day: 5, month: null, total: 40 } } });
    const again = await cap({ caps: { day: 5, total: 40 }, reason: 'Agreed' }, once);
    expect(again).toMatchObject({ json: first.json, headers: { 'idempotency-replayed': 'true' } });
    const limits = {
      day: { cap: 5, spent: 3 },
      month: { cap: null, spent: 3 },
      total: { cap: 40, spent: 3 },
    };
    expect(await credits()).toMatchObject({ limits });
    expect(await detail()).toMatchObject({ limits });

    const over = await call(3);
    expect(over).toMatchObject({
      status: 402,
      json: {
        ...{ code: 'over-cap', cap: 5, spent: 3, required: 3, period: 'day' },
        limitOf: { kind: 'account', id, name },
        detail: `The account ${JSON.stringify(name)} with all its members and API keys can spend 5 credits per day. 3 are spent or on hold, and this call needs 3. Operators of the portal can raise the limit.`,
      },
    });
    expect(await call(2)).toMatchObject({ status: 200, charged: 2 });
    expect(await cap({ caps: { day: 20 }, reason: 'Asked for more' })).toMatchObject({
      json: { caps: { day: 20, month: null, total: 40 } },
    });
    expect(await call(3)).toMatchObject({ status: 200 });
    const unchanged = await cap({ caps: { day: 20 }, reason: 'Nothing new' });
    expect(unchanged.status).toBe(200);
    expect(await cap({ caps: { day: null, total: null }, reason: 'Pays' })).toMatchObject({ status: 200 });
    expect(await credits()).not.toHaveProperty('limits');
    expect(await auditOf(`target=${id}&verb=cap-account`)).toMatchObject([
      { reason: 'Pays', before: { capDay: 20, capTotal: 40 }, after: { capDay: null, capTotal: null } },
      { reason: 'Asked for more', before: { capDay: 5 }, after: { capDay: 20, capTotal: 40 } },
      { reason: 'Agreed', before: { capDay: null }, after: { capDay: 5, capMonth: null, capTotal: 40 } },
    ]);
  });

  it.each([
    ['no limit', { caps: {}, reason: 'x' }, '/caps'],
    ['no caps', { reason: 'x' }, '/caps'],
    ['a limit below 0', { caps: { month: -1 }, reason: 'x' }, '/caps/month'],
    ['half a credit', { caps: { day: 0.5 }, reason: 'x' }, '/caps/day'],
    ['no reason', { caps: { day: 1 } }, '/reason'],
  ])('get no limits of a body with %s', async (_what, body, pointer) => {
    const path = `/api/operator/accounts/${account.id}/caps`;
    expect(await post(path, body, owner())).toMatchObject(faultAt(pointer));
  });

  it('have keys, each with its limits and its account', async () => {
    const { id, key } = await makeAccount(inject('dataFolder'), 5);
    const made = await post(
      '/api/keys',
      { name: 'Server', caps: { day: 3 } },
      { authorization: `Bearer ${key}` },
    );
    const { id: keyId } = z.object({ id: z.string() }).parse(made.json);
    const path = `/api/operator/keys/${keyId}`;
    expect(json(await ask(path, { headers: headersOf('viewer') }))).toMatchObject({
      ...{ id: keyId, name: 'Server', account: { id }, products: null },
      spending: { day: { cap: 3, spent: 0 }, total: { cap: null } },
    });
    expect(await ask(path, { headers: headersOf('publisher') })).toMatchObject({ status: 403 });
    expect(await ask('/api/operator/keys/key_none', { headers: owner() })).toMatchObject({ status: 404 });
  });

  it('that do not exist get no limits', async () => {
    const body = { caps: { day: 1 }, reason: 'x' };
    expect(await post('/api/operator/accounts/acc_nobody/caps', body, owner())).toMatchObject({
      status: 404,
      json: { detail: 'There is no account "acc_nobody".' },
    });
  });

  it('are also a CSV, page by page', async () => {
    const csv = await ask('/api/operator/accounts?pageSize=1&format=csv', { headers: owner() });
    expect(csv.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="farebox-accounts.csv"',
      link: expect.stringMatching(/^<\/api\/operator\/accounts\?.*before=\d+>; rel="next"$/),
    });
    expect(csv.text.split('\r\n')).toHaveLength(3);
    expect(csv.text).toMatch(/^account,name,created,/);
    const [, next = ''] = /^<(.*)>/.exec(csv.headers['link'] ?? '') ?? [];
    expect((await ask(next, { headers: owner() })).text).not.toBe(csv.text);
    expect(await ask('/api/operator/accounts?before=x', { headers: owner() })).toMatchObject({ status: 400 });
  });
});

describe('people', () => {
  it('get a role, lose it, and keep an owner', async () => {
    const body = {
      email: `p${process.pid}${(examples += 1)}@example.com`,
      name: 'Pat',
      operatorRole: 'finance',
    };
    const created = await post('/api/operator/people', body, owner());
    expect(created.status).toBe(201);
    const { id } = z.object({ id: z.string() }).parse(created.json);
    expect(await post('/api/operator/people', body, owner())).toMatchObject(faultAt('/email'));
    const setRole = (role: string | null) =>
      post(`/api/operator/people/${id}/role`, { operatorRole: role, reason: 'Moved' }, owner());
    expect(await setRole('viewer')).toMatchObject({ status: 200, json: { operatorRole: 'viewer' } });
    expect(await setRole(null)).toMatchObject({ status: 200, json: { operatorRole: null } });
    expect(await setRole('king')).toMatchObject({ status: 422 });
    expect(await auditOf(`target=${id}`)).toMatchObject([
      { verb: 'set-operator-role', before: { operatorRole: 'viewer' }, reason: 'Moved' },
      { verb: 'set-operator-role', after: { operatorRole: 'viewer' } },
      { verb: 'make-operator' },
    ]);
    const found = await ask(`/api/operator/people?q=${body.email}`, { headers: headersOf('viewer') });
    expect(listed(found).list).toMatchObject([{ id, operatorRole: null, hasPassword: false, sessions: 0 }]);
  });

  it('lose operator keys with their role, and have no more rights by them than themselves', async () => {
    const person = await makePerson(inject('dataFolder'), { role: 'owner' });
    const { id: accountId } = await makeAccount(inject('dataFolder'), 5);
    const made = await post(
      `/api/operator/accounts/${accountId}/keys`,
      { name: 'Console', operator: true },
      person.headers,
    );
    const { id: keyId, key } = z.object({ id: z.string(), key: z.string() }).parse(made.json);
    const ofKey = { authorization: `Bearer ${key}` };
    const second = await post('/api/keys', { name: 'Second', operator: true }, ofKey);
    const plain = await post('/api/keys', { name: 'Plain' }, ofKey);
    const ofPlain = { authorization: `Bearer ${z.object({ key: z.string() }).parse(plain.json).key}` };
    expect(await ask('/api/credits', { headers: ofPlain })).toMatchObject({ status: 200 });
    const ofSecond = { authorization: `Bearer ${z.object({ key: z.string() }).parse(second.json).key}` };
    const grant = (headers: Headers) =>
      post('/api/operator/grants', { accountId, credits: 1, reason: 'By key' }, headers);
    for (const headers of [ofKey, ofSecond]) expect(await grant(headers)).toMatchObject({ status: 200 });
    expect(await grant(ofPlain)).toMatchObject({ status: 403 });
    const suspended = { suspended: true };
    const byFinance = headersOf('finance');
    const of = `/api/operator/accounts/${accountId}`;
    expect(await post(`${of}/keys/${keyId}/revocation`, {}, byFinance)).toMatchObject({ status: 403 });
    expect(await post(`${of}/suspension`, suspended, byFinance)).toMatchObject({ status: 403 });

    const setRole = (role: string | null) =>
      post(`/api/operator/people/${person.id}/role`, { operatorRole: role }, owner());
    // The secret of a key that belongs to nobody would outlive the role.
    await printed(inject('dataFolder'), 'key', 'create', accountId, '--operator');
    const detail = json(await ask(`/api/operator/accounts/${accountId}`, { headers: owner() }));
    const apiKeys = z.array(z.object({ id: z.string(), operator: z.boolean() })).parse(detail['apiKeys']);
    const ids = [keyId, z.object({ id: z.string() }).parse(second.json).id];
    const unbound = apiKeys.find(({ id, operator }) => operator && !ids.includes(id));
    const rotated = await post(`/api/keys/${unbound?.id}/rotate`, {}, ofKey);
    expect(rotated).toMatchObject(problem(403, 'forbidden'));

    await setRole('viewer');
    for (const headers of [ofKey, ofSecond]) {
      expect(await post('/api/keys', { name: 'Third', operator: true }, headers)).toMatchObject({
        status: 403,
      });
      expect(await grant(headers)).toMatchObject({ status: 403 });
      expect(await ask('/api/operator/accounts', { headers })).toMatchObject({ status: 200 });
    }
    await setRole(null);
    await setRole('owner');
    for (const headers of [ofKey, ofSecond, ofPlain])
      expect(await grant(headers)).toMatchObject({ status: 401 });
  });

  it('get a link to choose a password, which no log has, and which is mailed', async () => {
    const { id, email, headers } = await makePerson(inject('dataFolder'), { role: 'viewer' });
    const key = { 'idempotency-key': `link-of-${id}` };
    const makeLink = () => post(`/api/operator/people/${id}/password-link`, {}, { ...owner(), ...key });
    const first = await makeLink();
    expect(first).toMatchObject({ status: 200, json: { link: expect.stringContaining('/password#') } });
    expect((await makeLink()).json).toEqual(first.json);
    const token = String(json(first)['link']).split('#')[1] ?? '';
    expect(JSON.stringify(await auditOf(`target=${id}`))).not.toContain(token);
    const mailsFor = async (role: OperatorRole) =>
      listed(await ask('/api/operator/mails?pageSize=100', { headers: headersOf(role) })).list;
    const mailToThem = async () => (await mailsFor('owner')).find(({ to }) => to === email);
    // Sending changes the row.
    await expect.poll(async () => (await mailToThem())?.['nextAttemptAt']).toBeNull();
    const mail = await mailToThem();
    expect(mail).toMatchObject({ kind: 'password-link' });
    const ofViewer = await mailsFor('viewer');
    expect(ofViewer.find(({ id: one }) => one === mail?.['id'])).toEqual({ ...mail, to: 'p…@example.com' });
    expect(JSON.stringify(ofViewer)).not.toContain(token);
    const text = await ask(`/api/operator/mails/${String(mail?.['id'])}`, { headers: owner() });
    expect(json(text)['text']).toContain(token);
    const read = await auditOf(`target=${String(mail?.['id'])}`);
    expect(read).toMatchObject([{ verb: 'read-mail-text', after: { kind: 'password-link' } }]);
    expect(JSON.stringify(read)).not.toContain(token);

    // Another one ends it, and its use ends what the person had elsewhere.
    const again = await post(`/api/operator/people/${id}/password-link`, {}, owner());
    const use = async (link: string | undefined) =>
      (await post('/api/password', { token: link, password: 'violin harbor cactus' })).status;
    expect(await use(token)).toBe(410);
    expect(await ask('/api/sessions', { headers })).toMatchObject({ status: 200 });
    expect(await use(String(json(again)['link']).split('#')[1])).toBe(204);
    expect(await ask('/api/sessions', { headers })).toMatchObject({ status: 401 });
  });

  it('end the links that they made with their role, and no others', async () => {
    const folder = inject('dataFolder');
    const maker = await makePerson(folder, { role: 'owner' });
    const [theirs, others] = [await makePerson(folder), await makePerson(folder)];
    const { id: accountId } = await makeAccount(folder, 5);
    const invite = (headers: Headers) =>
      post(`/api/operator/accounts/${accountId}/invitations`, { role: 'owner' }, headers);
    const tokenOf = (reply: Reply) => String(json(reply)['link']).split('#')[1] ?? '';
    const link = (id: string, headers: Headers) =>
      post(`/api/operator/people/${id}/password-link`, {}, headers).then(tokenOf);
    const made = {
      password: await link(theirs.id, maker.headers),
      invitation: tokenOf(await invite(maker.headers)),
    };
    const left = { password: await link(others.id, owner()), invitation: tokenOf(await invite(owner())) };
    const use = async ({ password, invitation }: typeof made) => [
      (await post('/api/password', { token: password, password: 'correct horse battery 17' })).status,
      (await post('/api/invitation', { token: invitation })).status,
    ];
    await post(`/api/operator/people/${maker.id}/role`, { operatorRole: 'viewer' }, owner());
    expect(await use(made)).toEqual([410, 410]);
    expect(await use(left)).toEqual([204, 200]);
  });

  it('are signed out everywhere', async () => {
    const { id, headers } = await makePerson(inject('dataFolder'), { role: 'viewer' });
    const detail = json(await ask(`/api/operator/people/${id}`, { headers: owner() }));
    expect(detail).toMatchObject({ sessions: 1, devices: [{ device: 'Firefox on Linux' }] });
    expect(await post(`/api/operator/people/${id}/sign-out`, {}, owner())).toMatchObject({
      json: { ended: 1 },
    });
    expect(await ask('/api/sessions', { headers })).toMatchObject({ status: 401 });
  });
});

describe('calls, products, mails and the overview', () => {
  it('list the calls of all, each with its receipt', async () => {
    const { id, key } = await makeAccount(inject('dataFolder'), 50);
    const { callId } = await sendCall(inject('portalUrl'), 'scripted', {}, { key });
    const found = await ask(`/api/operator/calls?account=${id}&product=scripted`, {
      headers: headersOf('publisher'),
    });
    expect(listed(found).list).toMatchObject([{ id: callId, account: { id }, state: 'settled' }]);
    const receipt = await ask(`/api/calls/${callId}`, { headers: owner() });
    expect(receipt).toMatchObject({ status: 200, json: { id: callId } });
    expect(await ask(`/api/calls/${callId}`)).toMatchObject({ status: 404 });
    const csv = await ask(`/api/operator/calls?account=${id}`, {
      headers: { ...owner(), accept: 'text/csv' },
    });
    expect(csv.text).toContain(callId);
    const none = await ask('/api/operator/calls?product=no-such', { headers: owner() });
    expect(none.json).toEqual({
      ...{ list: [], next: null },
      unknownFilter: 'Nothing is called “no-such”: there is no such product.',
    });
  });

  it('say who made them, and are found by names and ids', async () => {
    const { id, key } = await makeAccount(inject('dataFolder'), 50);
    const request = `request-of-${id}`;
    const { callId } = await sendCall(
      inject('portalUrl'),
      'scripted',
      {},
      { key, headers: { 'x-request-id': request } },
    );
    const read = async (query: string, headers = owner()) =>
      listed(await ask(`/api/operator/calls?${query}`, { headers })).list;
    const [made] = await read(`id=${callId}`);
    const keyOf = z.object({ key: z.object({ id: z.string(), name: z.string() }) });
    const named = keyOf.parse(made).key;
    expect(made).toMatchObject({ id: callId, requestId: request, person: null });
    expect(await read(`id=${callId}`, headersOf('publisher'))).toMatchObject([{ key: null, person: null }]);
    const { json: receipt } = await ask(`/api/calls/${callId}`, { headers: owner() });
    expect(receipt).toMatchObject({ key: named, requestId: request });
    const toPublisher = await ask(`/api/calls/${callId}`, { headers: headersOf('publisher') });
    expect(toPublisher).toMatchObject({ status: 200, json: { id: callId } });
    expect(toPublisher.text).not.toContain(named.id);
    const own = { authorization: `Bearer ${key}` };
    for (const [query, isFound] of [
      [`key=${named.id}`, true],
      [`key=${encodeURIComponent(named.name)}`, true],
      [`id=${request}`, true],
      ['product=Script', true],
      ['id=nobody-sent-this', false],
    ] as const) {
      const ids = [[{ id: callId, key: named, requestId: request }], []][isFound ? 0 : 1];
      expect(await read(`account=${id}&${query}`)).toMatchObject(ids ?? []);
      const { json: ofAccount } = await ask(`/api/calls?${query}`, { headers: own });
      expect(ofAccount).toMatchObject({ list: ids ?? [] });
    }
    const forbidden = await ask(`/api/operator/calls?key=${named.id}`, { headers: headersOf('publisher') });
    expect(forbidden).toMatchObject(problem(403, 'forbidden'));
    for (const [query, unknownFilter] of [
      ['key=key_none', 'Nothing is called “key_none”: there is no such API key.'],
      ['person=Nobody', 'Nothing is called “Nobody”: there is no such member.'],
      ['product=Trak', 'Nothing is called “Trak”: there is no such product.'],
      ['id=call_none', 'There is no call “call_none”, or you do not have access to it.'],
    ])
      expect((await ask(`/api/calls?${query}`, { headers: own })).json).toEqual({
        ...{ list: [], total: 0, unknownFilter },
      });
    const csv = await ask('/api/calls?format=csv', { headers: own });
    expect(csv.text).toContain(`${callId},${named.id},${named.name},,,${request},scripted`);
  });

  it('say what is wrong with a filter that cannot be read, instead of listing all', async () => {
    const { headers } = await makePerson(inject('dataFolder'), { role: 'owner' });
    const page = (query: string) =>
      ask(`/operator/calls${query}`, { headers: { ...headers, accept: 'text/html' } });
    const refused = await page('?from=yesterday');
    expect(refused.text).toContain('Invalid filter');
    expect(refused.text).toMatch(/from is (?:"|&quot;)yesterday/);
    expect(refused.text).not.toContain('Calls, newest first');
    const { id, key } = await makeAccount(inject('dataFolder'), 50);
    await sendCall(inject('portalUrl'), 'scripted', {}, { key });
    const shown = await page(`?account=${id}`);
    expect(shown.text).not.toContain('Invalid filter');
    expect(shown.text).toContain('Calls, newest first');
    expect((await page('?bogus=1')).text).toMatch(/Invalid filter: There is no parameter (?:"|&quot;)bogus/);
  });

  it('include the last day on their page, and in its CSV', async () => {
    const { headers } = await makePerson(inject('dataFolder'), { role: 'owner' });
    const { id, key } = await makeAccount(inject('dataFolder'), 50);
    const { callId = '' } = await sendCall(inject('portalUrl'), 'scripted', {}, { key });
    const [listedCall] = listed(await ask(`/api/operator/calls?id=${callId}`, { headers: owner() })).list;
    const day = String(listedCall?.['startedAt']).slice(0, 10);
    const { text } = await ask(`/operator/calls?account=${id}&from=${day}&to=${day}`, {
      headers: { ...headers, accept: 'text/html' },
    });
    expect(text).toContain(callId);
    expect(text.match(/<input[^>]* type="date"|<input type="date"/g)).toHaveLength(2);
    const [, csv = ''] = /"(\/api\/operator\/calls\?[^"]*)"/.exec(text.replaceAll('&amp;', '&')) ?? [];
    expect((await ask(csv, { headers })).text).toContain(callId);
  });

  it('are found by names, as entries, keys and changes are, or say what has no name', async () => {
    const { id, key } = await makeAccount(inject('dataFolder'), 50);
    const name = String(json(await ask(`/api/operator/accounts/${id}`, { headers: owner() }))['name']);
    await sendCall(inject('portalUrl'), 'scripted', {}, { key });
    const read = async (query: string) => {
      const reply = await ask(`/api/operator/${query}`, { headers: owner() });
      return z
        .object({ list: z.array(z.record(z.string(), z.unknown())), unknownFilter: z.string().optional() })
        .parse(reply.json);
    };
    for (const list of ['calls', 'entries', 'keys']) {
      const { list: found } = await read(`${list}?account=${encodeURIComponent(name)}`);
      expect([list, found[0]?.['account']]).toEqual([list, { id, name }]);
      expect(await read(`${list}?account=Nobody`)).toMatchObject({
        ...{ list: [], unknownFilter: 'Nothing is called “Nobody”: there is no such account.' },
      });
    }
    const { list: changes } = await read(`audit?target=${encodeURIComponent(name)}`);
    expect(changes.map((change) => change['targetName'])).toContain(name);
    for (const [filter, what] of [
      ['actor', 'person or API key'],
      ['target', 'target'],
    ] as const)
      expect(await read(`audit?${filter}=Nobody`)).toMatchObject({
        ...{ list: [], unknownFilter: `Nothing is called “Nobody”: there is no such ${what}.` },
      });
  });

  it('say who may filter by what, with a way to the whole list', async () => {
    const { headers } = await makePerson(inject('dataFolder'), { role: 'publisher' });
    const page = await ask('/operator/calls?key=key_1', { headers: { ...headers, accept: 'text/html' } });
    expect(page.status).toBe(200);
    expect(page.text).toContain(
      'Only operators with the roles owner, finance and viewer can see who made a call.',
    );
    expect(page.text).toContain('Show without a filter');
  });

  it('list the calls of a time, as the lists of their callers do', async () => {
    const { id, key } = await makeAccount(inject('dataFolder'), 50);
    const { callId = '' } = await sendCall(inject('portalUrl'), 'scripted', {}, { key });
    const read = (query: string, headers = {}) =>
      ask(`/api/operator/calls?account=${id}&${query}`, { headers: { ...owner(), ...headers } });
    const { startedAt } = z.object({ startedAt: z.string() }).parse(listed(await read('')).list[0]);
    const later = new Date(Date.parse(startedAt) + 1).toISOString();
    const day = startedAt.slice(0, 10);
    for (const [query, isListed] of [
      [`from=${startedAt}`, true],
      [`from=${startedAt}&to=${later}`, true],
      [`from=${day}&state=settled&product=scripted`, true],
      [`from=${later}`, false],
      [`to=${startedAt}`, false],
      [`to=${day}`, false],
      ['from=2100-01-01', false],
    ] as const) {
      expect([query, listed(await read(query)).list.map((call) => call['id'])]).toEqual([
        query,
        isListed ? [callId] : [],
      ]);
      expect((await read(query, { accept: 'text/csv' })).text.includes(callId)).toBe(isListed);
    }
    expect((await read(`from=2026-03-02&to=2026-03-01`)).json).toEqual({
      ...{ list: [], next: null, unknownFilter: 'From is not before To: no call starts then.' },
    });
    for (const name of ['from', 'to'])
      expect(await read(`${name}=yesterday`)).toMatchObject({
        status: 400,
        json: {
          code: 'invalid-parameter',
          detail: expect.stringContaining(
            `${name} is "yesterday"; allowed is a date such as 2026-11-21, or a date and time such as 2026-11-21T08:00:00Z`,
          ),
        },
      });
  });

  it('take a product offline and online', async () => {
    const setStatus = (status: string) =>
      post(
        '/api/operator/products/scripted-too/status',
        { status, reason: 'Broken' },
        headersOf('publisher'),
      );
    const call = async () =>
      (await sendCall(inject('portalUrl'), 'scripted-too', {}, { key: account.key })).status;
    expect(await setStatus('offline')).toMatchObject({ status: 200, json: { status: 'offline' } });
    expect(await call()).toBe(409);
    expect(await setStatus('online')).toMatchObject({ status: 200 });
    expect(await call()).toBe(200);
    expect((await auditOf('verb=set-status'))[0]).toMatchObject({
      ...{ reason: 'Broken', after: { products: ['scripted-too'], status: 1 }, actorName: 'The publisher' },
    });
  });

  it('send a mail that was not sent, and list those that failed', async () => {
    const { list } = listed(await ask('/api/operator/mails?pageSize=1', { headers: owner() }));
    const id = String(list[0]?.['id']);
    const retry = (of: string) => post(`/api/operator/mails/${of}/retry`, { reason: 'Lost' }, owner());
    // A mail that another test caused may be on its way to its file: then it is not taken.
    await expect.poll(() => retry(id)).toMatchObject({ status: 200, json: { id } });
    expect(await auditOf(`target=${id}&verb=retry-mail`)).toMatchObject([{ reason: 'Lost' }]);
    expect(await retry('mail_x')).toMatchObject({ status: 404 });
    const failed = await ask('/api/operator/mails?state=failed', { headers: owner() });
    expect(listed(failed).list.filter(({ state }) => state !== 'failed')).toEqual([]);
  });

  it('sum up the portal', async () => {
    const overview = json(await ask('/api/operator/overview', { headers: owner() }));
    const { issued, earned, outstanding, held } = z.record(z.string(), z.number()).parse(overview['money']);
    expect(outstanding).toBe((issued ?? 0) - (earned ?? 0));
    expect(held).toBeGreaterThanOrEqual(0);
    const ofPublisher = json(await ask('/api/operator/overview', { headers: headersOf('publisher') }));
    expect(ofPublisher).toMatchObject({ money: null, runningOut: null, changes: null });
    expect(overview['changes']).toHaveLength(8);
  });

  it('show what callers do in a period, and accounts only to those who may see them', async () => {
    const { id, key } = await makeAccount(inject('dataFolder'), 50);
    await sendCall(inject('portalUrl'), 'scripted', { script: { status: 500 } }, { key });
    for (let calls = 0; calls < 3; calls += 1) await sendCall(inject('portalUrl'), 'scripted', {}, { key });
    const of = async (query: string, headers = owner()) => {
      await count();
      return json(await ask(`/api/operator/overview?${query}`, { headers }))['activity'];
    };
    const product = expect.objectContaining({ slug: 'scripted' });
    await expect
      .poll(() => of('period=month'), { timeout: 15_000 })
      .toMatchObject({
        ...{ period: 'month', countedFrom: expect.any(String), totals: { medianMs: expect.any(Number) } },
        topProducts: expect.arrayContaining([expect.objectContaining({ product, change: null })]),
        topAccounts: expect.arrayContaining([
          expect.objectContaining({ account: expect.objectContaining({ id }), calls: 4 }),
        ]),
        failures: expect.arrayContaining([expect.objectContaining({ product, reason: '500' })]),
      });
    expect(await of('period=month', headersOf('publisher'))).toMatchObject({ topAccounts: null });
    for (const [period, steps] of Object.entries({ day: 24, week: 42, month: 30, year: 12 }))
      expect(await of(`period=${period}`)).toMatchObject({ period, steps: { length: steps } });
    expect(await of('period=week&until=2001-01-07')).toMatchObject({
      ...{
        from: '2001-01-01T00:00:00.000Z',
        to: '2001-01-08T00:00:00.000Z',
        beforeFrom: '2000-12-25T00:00:00.000Z',
      },
      ...{ totals: { calls: 0, medianMs: null }, topProducts: [], topAccounts: [], failures: [] },
    });
    expect(await ask('/api/operator/overview?period=decade', { headers: owner() })).toMatchObject(
      problem(400, 'invalid-parameter'),
    );
  });

  it('show what an account used in a period, divided by product, key or member', async () => {
    const { id, key } = await makeAccount(inject('dataFolder'), 50);
    for (const slug of ['scripted', 'scripted', 'scripted-too'])
      await sendCall(inject('portalUrl'), slug, {}, { key });
    const of = async (query: string, headers = owner()) =>
      ask(`/api/operator/accounts/${id}/activity?${query}`, { headers });
    await expect
      .poll(async () => (await of('')).json)
      .toMatchObject({
        ...{ period: 'month', by: 'product', totals: { calls: 3 }, change: null, others: null },
        ...{ totalsBefore: { calls: 0, credits: 0 }, steps: { length: 30 } },
        shares: expect.arrayContaining([
          expect.objectContaining({ calls: 2 }),
          expect.objectContaining({ calls: 1 }),
        ]),
      });
    const year = z
      .object({
        totals: z.object({ credits: z.number() }),
        shares: z.array(z.unknown()),
        steps: z.array(z.object({ day: z.string(), credits: z.number(), parts: z.array(z.number()) })),
      })
      .parse((await of('period=year&by=key')).json);
    expect(year.shares).toHaveLength(1);
    expect(year.steps).toHaveLength(12);
    expect(year.steps.at(-1)).toMatchObject({
      ...{ day: `${new Date().toISOString().slice(0, 7)}-01`, credits: year.totals.credits },
      parts: [year.totals.credits],
    });
    expect((await of('period=week&by=member&until=2001-01-07')).json).toMatchObject({
      ...{ from: '2001-01-01', to: '2001-01-07', totals: { calls: 0 }, shares: [], steps: { length: 7 } },
    });
    expect(await of('', headersOf('publisher'))).toMatchObject(problem(403, 'forbidden'));
    expect(await of('period=day')).toMatchObject(problem(400, 'invalid-parameter'));
    expect(await ask('/api/operator/accounts/acc_nobody/activity', { headers: owner() })).toMatchObject(
      problem(404, 'not-found'),
    );
  });

  it('count how the calls of a product end, and say that it is broken', async () => {
    const { key } = await makeAccount(inject('dataFolder'), 50);
    const healthOf = async () => {
      await count();
      const { list } = listed(await ask('/api/operator/products?pageSize=1000', { headers: owner() }));
      return list.find(({ slug }) => slug === 'scripted-too')?.['health'];
    };
    const fail = { script: { status: 500 } };
    for (let calls = 0; calls < 4; calls += 1)
      await sendCall(inject('portalUrl'), 'scripted-too', fail, { key });
    await expect.poll(healthOf).toMatchObject({ lately: { failed: 4 }, usually: { failed: 0 } });
    expect(await healthOf()).toMatchObject({ isBroken: true, meanMs: expect.any(Number) });
    const csv = await ask('/api/operator/products?format=csv&state=online', { headers: headersOf('viewer') });
    expect(csv.text).toMatch(/^product,slug,.*broken\r?\n/);
    const broken = async () => json(await ask('/api/operator/overview', { headers: owner() }))['broken'];
    await expect.poll(broken).toContainEqual(
      expect.objectContaining({
        product: expect.objectContaining({ slug: 'scripted-too' }),
        isBroken: true,
      }),
    );
  });

  it('tell what needs somebody, and accounts only to those who may see them', async () => {
    const needsYou = z.object({ needsYou: z.record(z.string(), z.unknown()) });
    const of = async (role: OperatorRole) =>
      needsYou.parse((await ask('/api/operator/overview', { headers: headersOf(role) })).json).needsYou;
    const { lastBackupAt, ...owners } = await of('owner');
    // Another test makes a backup of the same portal.
    expect(owners).toMatchObject({
      ...{ isBackupLate: lastBackupAt === null, isAuditSignatureLate: false, failingWebhooks: [] },
      ...{ denied: expect.any(Array), auditSignedAt: expect.any(String) },
    });
    expect(await of('publisher')).toMatchObject({ failingWebhooks: null });
  });

  it('tell of refused credentials until a call succeeds or it is dismissed, and again when it happens again', async () => {
    const { key } = await makeAccount(inject('dataFolder'), 50);
    const call = (status: number) =>
      sendCall(inject('portalUrl'), 'scripted-too', { script: { status } }, { key });
    const overview = z.object({
      needsYou: z.object({
        denied: z.array(z.object({ product: z.object({ id: z.string(), slug: z.string() }) })),
      }),
    });
    const denied = async () => {
      await count();
      const reply = await ask('/api/operator/overview', { headers: owner() });
      const { list } = { list: overview.parse(reply.json).needsYou.denied };
      return list.flatMap(({ product: { id, slug } }) => (slug === 'scripted-too' ? [`denied:${id}`] : []));
    };
    const dismiss = (item: string, role: OperatorRole = 'publisher') =>
      post('/api/operator/overview/dismissals', { item, reason: 'Known' }, headersOf(role));
    await call(401);
    await expect.poll(denied).toHaveLength(1);
    await call(200);
    await expect.poll(denied).toEqual([]);
    await call(401);
    await expect.poll(denied).toHaveLength(1);
    const [item = ''] = await denied();
    expect(await dismiss(item)).toMatchObject({ status: 200, json: { item } });
    expect(await denied()).toEqual([]);
    expect(await auditOf(`target=${item}&verb=dismiss-item`)).toMatchObject([{ reason: 'Known' }]);
    await call(401);
    await expect.poll(denied).toEqual([item]);
    expect(await dismiss('denied:prd_nothing')).toMatchObject(problem(404, 'not-found'));
    expect(await dismiss('webhook:whk_nothing')).toMatchObject(problem(403, 'forbidden'));
    await call(200);
  });

  it('read receipts of others also while their role in an account does not allow it', async () => {
    const team = await makeTeam();
    const person = await makePerson(inject('dataFolder'), { role: 'viewer' });
    const token = await inviteBeside(inject('dataFolder'), team.account, 'billing');
    expect(await post('/api/join', { token }, person.headers)).toMatchObject({ status: 204 });
    const { key } = await makeAccount(inject('dataFolder'), 50);
    const { callId: id } = await sendCall(inject('portalUrl'), 'scripted', {}, { key });
    expect(await ask(`/api/calls/${id}`, { headers: person.headers })).toMatchObject({ status: 200 });
    const ofTeam = { headers: headersOfTeam(team, 'billing') };
    expect(await ask(`/api/calls/${id}`, ofTeam)).toMatchObject({ status: 403 });
  });

  it('list the keys and the ledger of all, which viewers cannot save', async () => {
    const { id, key } = await makeAccount(inject('dataFolder'), 7);
    for (const size of [1, 2]) await sendCall(inject('portalUrl'), 'scripted', { size }, { key });
    const read = (path: string, headers: Headers = headersOf('viewer')) => ask(path, { headers });
    const keys = listed(await read(`/api/operator/keys?account=${id}&state=active`)).list;
    expect(keys).toMatchObject([{ account: { id }, operator: false, revokedAt: null }]);
    const entries = listed(await read(`/api/operator/entries?account=${id}&kind=issued`)).list;
    expect(entries).toMatchObject([{ account: { id }, kind: 'grant', amount: 7, callId: null }]);
    for (const list of ['entries?', 'entries?kind=issued&', 'calls?']) {
      const { next, list: first } = listed(await read(`/api/operator/${list}pageSize=1`));
      const both = listed(await read(`/api/operator/${list}pageSize=2`)).list;
      const second = listed(await read(`/api/operator/${list}pageSize=1&before=${next}`)).list;
      expect([...first, ...second]).toEqual(both);
    }
    for (const list of ['accounts', 'keys', 'entries', 'calls', 'audit']) {
      const address = `/api/operator/${list}?format=csv&pageSize=1`;
      expect(await read(address)).toMatchObject({ status: 403 });
      expect(await read(address, owner())).toMatchObject({ status: 200 });
    }
  });

  it('list at most 100 people for those who cannot save them, and show no whole addresses', async () => {
    const { id, email } = await makePerson(inject('dataFolder'));
    const found = (headers: Headers) => ask(`/api/operator/people?q=${id}&pageSize=1000`, { headers });
    expect(listed(await found(owner())).list).toMatchObject([{ email }]);
    expect(listed(await found(headersOf('viewer'))).list).toMatchObject([{ email: 'p…@example.com' }]);
    const one = (headers: Headers) => ask(`/api/operator/people/${id}`, { headers });
    expect((await one(owner())).json).toMatchObject({ email });
    expect((await one(headersOf('viewer'))).json).toMatchObject({ email: 'p…@example.com' });
    for (const address of [`/api/operator/people/${id}`, `/operator/people/${id}`]) {
      const seen = await ask(address, { headers: headersOf('viewer') });
      expect(seen.status).toBe(200);
      expect(seen.text).not.toContain(email);
    }
  });

  it('show the members of an account without whole addresses to the same roles', async () => {
    const team = await makeTeam();
    const emails = [...team.people.values()].map(({ email }) => email);
    const read = (role: OperatorRole) =>
      ask(`/api/operator/accounts/${team.account}`, { headers: headersOf(role) });
    const members = z.object({ members: z.array(z.object({ person: z.object({ email: z.string() }) })) });
    const shown = async (role: OperatorRole) =>
      members.parse((await read(role)).json).members.map(({ person }) => person.email);
    expect((await shown('owner')).toSorted()).toEqual(emails.toSorted());
    for (const role of ['viewer', 'finance'] as const) {
      expect(new Set(await shown(role))).toEqual(new Set(['p…@example.com']));
      for (const email of emails) expect((await read(role)).text).not.toContain(email);
    }
  });

  it('export the audit log as a file that the command line verifies', async () => {
    const read = (path: string) => ask(path, { headers: owner() });
    const first = await read('/api/operator/audit/export?pageSize=3');
    expect(first.text.trim().split('\n')).toHaveLength(3);
    const [, next = ''] = /^<(.*)>; rel="next"$/.exec(first.headers['link'] ?? '') ?? [];
    const second = await read(next);
    const file = join(await mkdtemp(join(tmpdir(), 'farebox-audit-')), 'audit.jsonl');
    await writeFile(file, first.text + second.text);
    const verified = await printed(inject('dataFolder'), 'verify', 'audit', file);
    expect(verified).toContain('each as it was written');
    // The end of the log as the console shows it. Others may have changed something since.
    const [, last = ''] = /Last: +(\S+)$/.exec(verified) ?? [];
    const { head, list } = z
      .object({ head: z.string(), list: z.array(z.object({ number: z.number(), hash: z.string() })) })
      .parse((await read('/api/operator/audit?pageSize=1000')).json);
    expect(head).toBe(`${list[0]?.number}:${list[0]?.hash}`);
    expect(list.map(({ number, hash }) => `${number}:${hash}`)).toContain(last);
    const viewers = { headers: headersOf('viewer') };
    expect(await ask('/api/operator/audit/export', viewers)).toMatchObject({ status: 403 });
  });

  it('show the settings without secrets', async () => {
    const reply = await ask('/api/operator/settings', { headers: owner() });
    expect(listedSettings(reply)).toContainEqual(
      expect.objectContaining({ name: 'FAREBOX_URL', value: inject('portalUrl') }),
    );
    expect(reply.text).not.toMatch(/:[^/@"]+@/);
  });
});

const listedSettings = (reply: Reply) =>
  z.object({ list: z.array(z.record(z.string(), z.string())) }).parse(reply.json).list;
