import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountCaller } from '../../../server/callers/caller.ts';
import { createKey, rotateKey } from '../../../server/callers/change-keys.ts';
import { portalAuthor } from '../../../server/store/author.ts';
import { openPortalUnderTest, type PortalUnderTest } from '../../setup/portal-under-test.ts';

let portal: PortalUnderTest;
const accountId = 'acc_keys';

beforeAll(async () => {
  portal = await openPortalUnderTest({});
  const { writer, store } = portal;
  const now = Date.now();
  await writer.run('create-account', { id: accountId, name: 'Keys', now });
  for (const name of ['ada', 'bob']) {
    const email = `${name}@example.com`;
    const person = { id: `per_${name}`, email, emailKey: email, name };
    await writer.run('make-operator', { person, role: 'owner', passwordHash: null, now });
  }
  const ada = await store.people.findByEmail('ada@example.com');
  const terms = { now, expiresAt: null, capDay: null, capMonth: null, capTotal: null, hint: '', accountId };
  const of = (name: string) => ({ id: `key_${name}`, name, hash: name, operator: true, ...terms });
  await writer.run('create-key', { ...of('adas'), operatorPersonKey: ada?.key });
  await writer.run('create-key', of('portals'));
});
afterAll(() => portal.close());

async function callerOf(hash: string) {
  const key = await portal.store.accounts.findKey(hash);
  if (!key) throw new Error(`There is no key ${hash}.`);
  return accountCaller(key);
}

const rotate = async (by: string, id: string) =>
  rotateKey(portal.context, await callerOf(by), id, 1, portalAuthor);
const create = async (by: string) =>
  createKey(portal.context, await callerOf(by), { name: 'New', operator: true }, portalAuthor);

test('the key of an operator does not take the secret of one that belongs to nobody', async () => {
  await expect(rotate('adas', 'key_portals')).rejects.toMatchObject({ code: 'forbidden' });
  await expect(rotate('portals', 'key_adas')).rejects.toMatchObject({ code: 'forbidden' });
});

test('the key of an operator makes operator keys of the same person while the role allows it', async () => {
  const { id } = await create('adas');
  const made = await portal.store.accounts.findKeyOwner(accountId, id);
  const own = await portal.store.accounts.findKeyOwner(accountId, 'key_adas');
  expect(made?.operatorPersonKey).toBe(own?.operatorPersonKey);
  const role = { personId: 'per_ada', role: 'finance', now: Date.now() } as const;
  await portal.writer.run('set-operator-role', role);
  await expect(create('adas')).rejects.toMatchObject({ code: 'forbidden' });
  await expect(rotate('adas', 'key_portals')).rejects.toMatchObject({ code: 'forbidden' });
});
