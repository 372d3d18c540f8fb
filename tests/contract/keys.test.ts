import { beforeAll, describe, expect, inject, it } from 'vitest';
import { z } from 'zod';
import { makeAccount, type TestAccount } from '../setup/call-portal.ts';
import { sendCall } from '../setup/send-call.ts';
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
    expect(await keyOf(id)).toMatchObject({ access: 'call', products: [{ name: expect.any(String) }] });
    expect(await call(key)).toMatchObject({ status: 200, charged: 1 });
    const before = await balance();
    const refused = await call(key, 'scripted-too');
    expect(refused).toMatchObject({ status: 403, charged: 0, json: { code: 'forbidden' } });
    expect(refused.json).toMatchObject({
      detail: expect.stringMatching(/^The API key "Shop" may only call ".+", and not "scripted-too"\./),
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

  it.each([
    ['a product that is not there', { products: ['scripted', 'nowhere'] }, '/products/1'],
    ['no product', { products: [] }, '/products'],
    ['another access', { access: 'write' }, '/access'],
  ])('is refused with %s', async (_what, body, pointer) => {
    expect(await post('/api/keys', { name: 'Shop', ...body }, headers)).toMatchObject({
      status: 422,
      json: { code: 'validation', errors: [{ pointer }] },
    });
  });
});
