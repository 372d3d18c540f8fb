import { beforeEach, describe, expect, test } from 'vitest';
import { emptyForEach, engines } from '../../setup/engines-under-test.ts';

const now = Date.UTC(2026, 10, 21, 23, 30);
const hour = 3_600_000;

/**
 * The grant begins with `a`. Each use of a token gives one that has its name and a number, as `a1` and `a2` of `a`.
 * A use is the token and the milliseconds when it comes; `!` is one that gives nothing.
 */
const stories: [what: string, uses: string][] = [
  ['renews one token after the other', 'a@0 a1@3600000 a11@7200000'],
  ['gives tokens again to a client that has lost them', 'a@0 a@59000'],
  ['goes on with the tokens that came at last', 'a@0 a@1 a2@3600000'],
  ['goes on with the tokens that came first', 'a@0 a@1 a1@3600000'],
  ['gives tokens again once', 'a@0 a@1 a@2!'],
  ['gives no tokens again after a minute', 'a@0 a@60000!'],
  ['gives no tokens again once the new ones are used', 'a@0 a1@1 a@2!'],
  ['forgives the same of the next token', 'a@0 a1@3600000 a1@3600001 a12@7200000'],
  ['renews two lines of tokens side by side', 'a@0 a@1 a1@3600000 a2@3600001 a11@7200000'],
  ['ends when one of two lines comes late', 'a@0 a@1 a1@3600000 a2@3660000!'],
];

describe.each(engines)('a grant on $engine', ({ open }) => {
  const on = emptyForEach(open);
  beforeEach(async () => {
    await on.writer.run('create-account', { id: 'acc_a', name: 'acc_a', now });
    await addKey('key_1');
    await addKey('key_2');
  });

  const caps = { capDay: null, capMonth: null, capTotal: null };
  const addKey = (id: string) =>
    on.writer.run('create-key', {
      ...{ id, accountId: 'acc_a', name: 'Agent', hash: `hash of ${id}`, hint: 'abcd', operator: false },
      ...{ ...caps, now, expiresAt: null },
    });

  const save = (replaced: string | null, refresh: string, at: number, apiKeyKey = 1) =>
    on.writer.run('save-client-tokens', {
      ...{ replaced, apiKeyKey, now: now + at },
      access: { hash: `access of ${refresh}`, expiresAt: now + at + hour },
      refresh: { hash: refresh, expiresAt: now + at + 90 * 24 * hour },
    });

  test.each(stories)('%s', async (_what, uses) => {
    await save(null, 'a', -hour);
    const given = new Map<string, number>();
    for (const [, token = '', at, refused] of uses.matchAll(/(\w+)@(\d+)(!?)/g)) {
      const number = (given.get(token) ?? 0) + 1;
      given.set(token, number);
      const { saved } = await save(token, `${token}${number}`, Number(at));
      expect(saved, `${token} at ${at}`).toBe(refused === '');
    }
  });

  test('gives tokens again to one of three that ask at once', async () => {
    await save(null, 'a', -hour);
    const all = await Promise.all([1, 2, 3].map((number) => save('a', `a${number}`, 0)));
    expect(all.filter(({ saved }) => saved)).toHaveLength(2);
  });

  test('is not renewed by an access token, or once its key is revoked', async () => {
    await save(null, 'a', -hour);
    expect(await save('access of a', 'a1', 0)).toEqual({ saved: false });
    await on.writer.run('revoke-key', { id: 'key_1', now });
    expect(await save('a', 'a1', 0)).toEqual({ saved: false });
  });
});
