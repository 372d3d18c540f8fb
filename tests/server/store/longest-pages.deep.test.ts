import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newest } from '../../../server/store/order-rows.ts';
import { type EngineUnderTest, engines } from '../../setup/engines-under-test.ts';

const now = Date.now();
/** The most rows that a page of the console, or its CSV, may ask for; and one more. */
const most = 1_000;
const names = Array.from({ length: most + 1 }, (_, index) => `n${index}`);
const wish = newest(most);
const newestFirst = names.toReversed().slice(0, most);

describe.each(engines)('the longest page on $engine', ({ open }) => {
  let on: EngineUnderTest;
  beforeAll(async () => {
    on = await open();
    for (const name of names) {
      void on.writer.run('create-account', { id: `acc_${name}`, name, now, credits: 0 });
      void on.writer.run('create-key', {
        ...{ id: `key_${name}`, accountId: `acc_${name}`, name, hash: `hash of ${name}`, hint: '', now },
        ...{ operator: false, expiresAt: null, capDay: null, capMonth: null, capTotal: null },
      });
      const email = `${name}@example.com`;
      void on.writer.run('make-operator', {
        person: { id: `per_${name}`, email, emailKey: email, name },
        ...{ role: 'viewer', passwordHash: null, now },
      });
    }
    await on.writer.run('create-account', { id: 'acc_last', name: 'last', now, credits: 0 });
  });
  afterAll(() => on.close());

  test.each([
    ['accounts', () => on.accounts.page({ text: 'n' }, wish)],
    [
      'keys',
      () =>
        on.accounts.pageOfKeys(
          { accountId: undefined, text: undefined, state: undefined, operators: false },
          wish,
        ),
    ],
    [
      'people',
      () => on.people.page({ text: undefined, partsOfAddress: true, operators: false }, wish, new Date(now)),
    ],
  ] as const)('of %s', async (_, read) => {
    const { rows, next } = await read();
    expect(rows.map(({ name }) => name)).toEqual(newestFirst);
    expect(next).not.toBeNull();
  });

  test('of names', async () => {
    expect((await on.accounts.namesOf(names.map((name) => `acc_${name}`))).size).toBe(most + 1);
  });
});
