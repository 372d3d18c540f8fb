import { beforeAll, describe, expect, inject, it } from 'vitest';
import { z } from 'zod';
import { hashApiKey, hintOfApiKey, makeApiKey } from '../../server/callers/api-key.ts';
import { randomLetters } from '../../server/call-id.ts';
import { openCommandStore } from '../../server/control/open-store.ts';
import { makeAccount, type TestAccount } from '../setup/call-portal.ts';
import { placeOf } from '../setup/data-place.ts';
import { sendCall } from '../setup/send-call.ts';
import { makePerson } from '../setup/make-person.ts';
import { faultAt, problem } from '../setup/problems.ts';
import { ask, post } from './ask.ts';

let account: TestAccount;
let headers: { authorization: string };
beforeAll(async () => {
  account = await makeAccount(inject('dataFolder'), 1_000);
  headers = { authorization: `Bearer ${account.key}` };
});

const created = z.object({ id: z.string(), key: z.string() });
const create = async (body: Record<string, unknown> = {}) =>
  created.parse((await post('/api/keys', { name: 'Shop', ...body }, headers)).json);
const by = (key: string) => ({ authorization: `Bearer ${key}` });
const call = (key: string, product = 'scripted') =>
  sendCall(inject('portalUrl'), product, { size: 1 }, { headers: by(key) });
const listed = z.object({ list: z.array(z.looseObject({ id: z.string() })) });
const keyOf = async (id: string) =>
  listed.parse((await ask('/api/keys', { headers })).json).list.find((key) => key.id === id);
const balance = async () =>
  z.object({ balance: z.int() }).parse((await ask('/api/credits', { headers })).json).balance;

describe('the scope of a key', () => {
  it('of chosen products refuses all others, and charges nothing', async () => {
    const { id, key } = await create({ products: ['scripted'] });
    expect(await keyOf(id)).toMatchObject({ access: 'call', products: [{ slug: 'scripted' }] });
    expect(await call(key)).toMatchObject({ status: 200, charged: 1 });
    const before = await balance();
    const refused = await call(key, 'scripted-too');
    expect(refused).toMatchObject({ status: 403, charged: 0, json: { code: 'forbidden' } });
    expect(refused.json).toMatchObject({
      detail: expect.stringMatching(/^The API key "Shop" may only call "scripted", and not "scripted-too"\./),
    });
    expect(await balance()).toBe(before);
  });

  it('that is read only reads and estimates, and changes nothing', async () => {
    const { id, key } = await create({ access: 'read' });
    expect(await keyOf(id)).toMatchObject({ access: 'read', products: null });
    const readOnly = {
      status: 403,
      json: { code: 'forbidden', detail: expect.stringContaining('only read') },
    };
    expect(await call(key)).toMatchObject({ ...readOnly, charged: 0 });
    expect(await ask('/api/credits', { headers: by(key) })).toMatchObject({ status: 200 });
    expect(await ask('/api/calls', { headers: by(key) })).toMatchObject({ status: 200 });
    expect(await post('/api/product/credits/required/scripted', { size: 2 }, by(key))).toMatchObject({
      status: 200,
    });
    expect(await post('/api/keys', { name: 'More' }, by(key))).toMatchObject(readOnly);
    expect(await ask(`/api/keys/${id}`, { method: 'DELETE', headers: by(key) })).toMatchObject(readOnly);
    expect(await call(account.key)).toMatchObject({ status: 200 });
  });

  it('is not lifted by another key that it creates', async () => {
    const { key } = await create({ products: ['scripted'] });
    expect(await post('/api/keys', { name: 'More' }, by(key))).toMatchObject({
      status: 403,
      json: { detail: expect.stringContaining('scope') },
    });
  });
});

it.each([
  ['no name', { name: '' }, '/name'],
  ['a long name', { name: 'x'.repeat(101) }, '/name'],
  ['a name of two lines', { name: 'two\nlines' }, '/name'],
  ['another end than a time', { expiresAt: 'soon' }, '/expiresAt'],
  ['an end in the past', { expiresAt: '2020-01-01T00:00:00Z' }, '/expiresAt'],
  ['a limit of nothing', { caps: { day: 0 } }, '/caps/day'],
  ['a limit of half a credit', { caps: { month: 1.5 } }, '/caps/month'],
  ['a limit of a week', { caps: { week: 9 } }, '/caps'],
  ['more than it takes', { admin: true }, ''],
  ['a product that is not there', { products: ['scripted', 'nowhere'] }, '/products/1'],
  ['no product', { products: [] }, '/products'],
  ['another access', { access: 'write' }, '/access'],
])('a key is not made with %s', async (_what, body, pointer) => {
  expect(await post('/api/keys', { name: 'Shop', ...body }, headers)).toMatchObject({
    status: 422,
    json: { code: 'validation', errors: [{ pointer }] },
  });
});

const change = (id: string, changes: Record<string, unknown>, as = headers) =>
  ask(`/api/keys/${id}`, {
    method: 'PATCH',
    body: JSON.stringify(changes),
    headers: { 'content-type': 'application/json', ...as },
  });

describe('a change of a key', () => {
  it('of its scope holds for the next call, and for the key in memory', async () => {
    const { id, key } = await create({ name: 'Narrow' });
    expect(await call(key)).toMatchObject({ status: 200 });
    expect(await change(id, { products: ['scripted-too'] })).toMatchObject({ status: 204 });
    expect(await call(key)).toMatchObject({ status: 403, charged: 0 });
    expect(await call(key, 'scripted-too')).toMatchObject({ status: 200 });
    expect(await change(id, { access: 'read', products: null })).toMatchObject({ status: 204 });
    expect(await call(key, 'scripted-too')).toMatchObject({ status: 403 });
    expect(await change(id, { access: 'call' })).toMatchObject({ status: 204 });
    expect(await call(key)).toMatchObject({ status: 200 });
  });

  it('is in the audit log with ids of products, and without names', async () => {
    const { id } = await create({ name: 'Narrow' });
    expect(await change(id, { name: 'Zephyr', products: ['scripted'] })).toMatchObject({ status: 204 });
    const owner = await makePerson(inject('dataFolder'), { role: 'owner', name: 'Owner' });
    const { json } = await ask(`/api/operator/audit?target=${id}`, { headers: owner.headers });
    const { list } = z.object({ list: z.array(z.record(z.string(), z.unknown())) }).parse(json);
    const products = [expect.stringMatching(/^prd_/)];
    expect(list).toMatchObject([
      { verb: 'change-key', before: { products: null }, after: { products, renamed: true } },
      { verb: 'create-key', after: { access: 'call', products: null } },
    ]);
    for (const { before, after } of list)
      expect(JSON.stringify([before, after])).not.toMatch(/Zephyr|Narrow/);
  });

  it('of its limit goes on from what is spent', async () => {
    const { id, key } = await create({ caps: { day: 2 } });
    expect([await call(key), await call(key)]).toMatchObject([{ status: 200 }, { status: 200 }]);
    expect(await call(key)).toMatchObject({ status: 402, json: { code: 'over-cap', cap: 2, spent: 2 } });
    expect(await change(id, { caps: { day: 3 } })).toMatchObject({ status: 204 });
    expect([(await call(key)).status, (await call(key)).status]).toEqual([200, 402]);
    expect(await change(id, { caps: { day: null, total: 4 } })).toMatchObject({ status: 204 });
    expect([(await call(key)).status, (await call(key)).status]).toEqual([200, 402]);
    expect(await keyOf(id)).toMatchObject({ spending: { day: { cap: null }, total: { cap: 4, spent: 4 } } });
  });

  it('of a key without a limit counts what it has spent, and can be taken back', async () => {
    const { id, key } = await create({ name: 'Free' });
    expect([(await call(key)).status, (await call(key)).status]).toEqual([200, 200]);
    expect(await keyOf(id)).toMatchObject({ spending: { total: { cap: null, spent: null } } });
    expect(await change(id, { caps: { total: 3 } })).toMatchObject({ status: 204 });
    expect(await keyOf(id)).toMatchObject({ spending: { total: { cap: 3, spent: 2 } } });
    expect((await call(key)).status).toBe(200);
    expect(await call(key)).toMatchObject({ status: 402, json: { code: 'over-cap', cap: 3, spent: 3 } });
    expect(await change(id, { caps: { total: null } })).toMatchObject({ status: 204 });
    expect((await call(key)).status).toBe(200);
  });

  it('of a key that ends makes others that end with it, unless they end before', async () => {
    const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
    const { key } = await create({ expiresAt });
    const made = await post('/api/keys', { name: 'By another' }, by(key));
    expect(made.status).toBe(201);
    const { id } = z.object({ id: z.string() }).parse(made.json);
    expect(await keyOf(id)).toMatchObject({ expiresAt });
    expect(await post('/api/keys', { name: 'For ever', expiresAt: null }, by(key))).toMatchObject(
      problem(422, 'validation'),
    );
  });

  it('leaves what it does not name, and can end the key at a time', async () => {
    const { id, key } = await create({ caps: { total: 9 }, products: ['scripted'] });
    const before = await keyOf(id);
    expect(await change(id, { name: 'Another name' })).toMatchObject({ status: 204 });
    expect(await keyOf(id)).toEqual({ ...before, name: 'Another name' });
    const soon = new Date(Date.now() + 1_000).toISOString();
    expect(await change(id, { expiresAt: soon })).toMatchObject({ status: 204 });
    await expect.poll(async () => (await ask('/api/credits', { headers: by(key) })).status).toBe(401);
    expect(await change(id, { expiresAt: null })).toMatchObject({ status: 204 });
    expect(await call(key)).toMatchObject({ status: 200 });
  });

  it.each([
    ['an end in the past', {}, { expiresAt: '2020-01-01T00:00:00Z' }, '/expiresAt'],
    ['an unknown product', {}, { products: ['nowhere'] }, '/products/0'],
    ['no name', {}, { name: '' }, '/name'],
  ])('is refused for %s', async (_what, body, changes, pointer) => {
    const { id } = await create(body);
    expect(await change(id, changes)).toMatchObject(faultAt(pointer));
  });

  it('is not made by a key with limits, by another account, or of a revoked key', async () => {
    const { id, key } = await create({ caps: { total: 5 } });
    expect(await change(id, { caps: { total: 50 } }, by(key))).toMatchObject({ status: 403 });
    const other = await makeAccount(inject('dataFolder'), 0);
    expect(await change(id, { name: 'Mine' }, by(other.key))).toMatchObject({ status: 404 });
    await ask(`/api/keys/${id}`, { method: 'DELETE', headers });
    expect(await change(id, { name: 'Gone' })).toMatchObject({ status: 404 });
  });
});

const rotate = async (id: string, body: Record<string, unknown> = {}, as = headers) =>
  created.parse((await post(`/api/keys/${id}/rotate`, body, as)).json);

describe('a rotation', () => {
  it('gives a new secret under the same id, and both work until the overlap is ended', async () => {
    const { id, key } = await create({ caps: { total: 3 } });
    expect(await call(key)).toMatchObject({ status: 200 });
    const rotated = await rotate(id);
    expect(rotated.id).toBe(id);
    expect(rotated.key).not.toBe(key);
    const { earlierEndsAt } = z.object({ earlierEndsAt: z.iso.datetime() }).parse(await keyOf(id));
    expect(Date.parse(earlierEndsAt) - Date.now()).toBeGreaterThan(23.9 * 60 * 60 * 1000);
    expect([(await call(rotated.key)).status, (await call(key)).status]).toEqual([200, 200]);
    expect(await call(rotated.key)).toMatchObject({ status: 402, json: { spent: 3 } });
    expect(await ask(`/api/keys/${id}/rotate`, { method: 'DELETE', headers })).toMatchObject({ status: 204 });
    expect((await call(key)).status).toBe(401);
    expect((await call(rotated.key)).status).toBe(402);
    expect(await keyOf(id)).toMatchObject({ earlierEndsAt: null });
  });

  it('without an overlap ends the secret and its sessions at once', async () => {
    const { id, key } = await create();
    const opened = await post('/api/session', { key });
    const cookie = { cookie: opened.headers['set-cookie']?.split(';', 1)[0] ?? '' };
    expect((await ask('/api/session', { headers: cookie })).json).toMatchObject({ kind: 'account' });
    const rotated = await rotate(id, { overlapHours: 0 });
    expect((await call(key)).status).toBe(401);
    expect((await call(rotated.key)).status).toBe(200);
    expect(await ask('/api/session', { headers: cookie })).toMatchObject({ json: { kind: 'guest' } });
  });

  it('ends the secret when the overlap ends, also for a key in memory', async () => {
    const { id, key } = await create();
    await rotate(id, { overlapHours: 1 / 3_600 });
    await expect.poll(async () => (await ask('/api/credits', { headers: by(key) })).status).toBe(401);
  });

  it('is made by the key itself, ends an even earlier secret, and a revocation ends all', async () => {
    const first = await create({ caps: { total: 9 } });
    const opened = await post('/api/session', { key: first.key });
    const cookie = { cookie: opened.headers['set-cookie']?.split(';', 1)[0] ?? '' };
    const second = await rotate(first.id, {}, by(first.key));
    expect((await ask('/api/session', { headers: cookie })).json).toMatchObject({ kind: 'account' });
    const third = await rotate(first.id, {}, by(second.key));
    expect((await ask('/api/session', { headers: cookie })).json).toMatchObject({ kind: 'guest' });
    expect((await call(first.key)).status).toBe(401);
    expect([(await call(second.key)).status, (await call(third.key)).status]).toEqual([200, 200]);
    await ask(`/api/keys/${first.id}`, { method: 'DELETE', headers });
    expect([(await call(second.key)).status, (await call(third.key)).status]).toEqual([401, 401]);
  });

  it('is refused for keys of others, by keys with limits, and with a wrong overlap', async () => {
    const { id } = await create();
    const { key: limited } = await create({ caps: { day: 5 } });
    const other = await makeAccount(inject('dataFolder'), 0);
    expect(await post(`/api/keys/${id}/rotate`, {}, by(limited))).toMatchObject({ status: 403 });
    expect(await post(`/api/keys/${id}/rotate`, {}, by(other.key))).toMatchObject({ status: 404 });
    expect(await post(`/api/keys/${id}/rotate`, { overlapHours: -1 }, headers)).toMatchObject(
      faultAt('/overlapHours'),
    );
  });

  it('of a key of an operator needs a key of an operator', async () => {
    const { id, secret } = await makeOperatorKey();
    expect(await change(id, { name: 'Mine' })).toMatchObject({ status: 403 });
    expect(await post(`/api/keys/${id}/rotate`, {}, headers)).toMatchObject({ status: 403 });
    expect((await rotate(id, {}, by(secret))).id).toBe(id);
  });
});

it('does not revoke a key of an operator, whoever made it for the account', async () => {
  const { id, secret } = await makeOperatorKey();
  const revoke = (path: string, as: Record<string, string>) => ask(path, { method: 'DELETE', headers: as });
  for (const path of [`/api/keys/${id}`, `/api/keys/${id}/rotate`])
    expect(await revoke(path, headers)).toMatchObject(problem(403, 'forbidden'));
  expect(await keyOf(id)).toMatchObject({ id });
  expect(await revoke(`/api/keys/${id}`, by(secret))).toMatchObject({ status: 204 });
});

/** One that the command line makes. */
async function makeOperatorKey(): Promise<{ id: string; secret: string }> {
  const { writer, close } = await openCommandStore(placeOf(inject('dataFolder')));
  const secret = makeApiKey();
  const id = `key_${randomLetters(16)}`;
  const caps = { capDay: null, capMonth: null, capTotal: null };
  const terms = { ...caps, operator: true, now: Date.now(), expiresAt: null };
  const named = { id, accountId: account.id, name: 'Operator', hint: hintOfApiKey(secret) };
  await writer.run('create-key', { ...named, ...terms, hash: hashApiKey(secret) });
  await close();
  return { id, secret };
}
