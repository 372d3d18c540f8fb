import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { run, statement, timeOf } from '../../../server/store/sql/statement.ts';
import { type EngineUnderTest, engines } from '../../setup/engines-under-test.ts';
import { publishedProduct, publishedTags } from '../../setup/published-product.ts';
import type { Payload } from '../../../server/store/writer.ts';

const now = Date.UTC(2026, 10, 21, 23, 30);
const hour = 3_600_000;

describe.each(engines)('on $engine', ({ open }) => {
  let on: EngineUnderTest;
  let made = 0;
  beforeAll(async () => {
    on = await open();
    await addAccount('acc_a');
    await on.writer.run('publish-tags', { tags: publishedTags });
  });
  afterAll(() => on.close());

  const addAccount = (id: string, credits?: number) =>
    on.writer.run('create-account', { id, name: id, now, ...(credits !== undefined && { credits }) });

  function addKey(id: string, changes: Partial<Payload<'create-key'>> = {}) {
    const caps = { capDay: null, capMonth: null, capTotal: null };
    const key = {
      id,
      accountId: 'acc_a',
      name: 'Shop',
      hash: `hash of ${id}`,
      hint: 'abcd',
      operator: false,
    };
    return on.writer.run('create-key', { ...key, ...caps, now, expiresAt: null, ...changes });
  }

  test('an account is not made where its name is taken, or its credits cannot be issued', async () => {
    const taken = await on.writer.run('create-account', { id: 'acc_b', name: 'acc_a', now, credits: 5 });
    expect(taken).toEqual({ takenBy: 'acc_a' });
    await addAccount('acc_some', 1);
    await expect(addAccount('acc_b', Number.MAX_SAFE_INTEGER)).rejects.toMatchObject({
      code: 'job-failed',
      message: 'create-account: More credits cannot be issued.',
    });
    expect(await on.accounts.find('acc_b')).toEqual([]);
  });

  test('a key belongs to an account that exists, which has so many at most', async () => {
    await addAccount('acc_keys');
    const add = (id: string, changes = {}) => addKey(id, { accountId: 'acc_keys', ...changes });
    const noAccount = { created: false, because: 'no-account' };
    expect(await add('key_1', { accountId: 'acc_none' })).toEqual(noAccount);
    expect(await add('key_1', { most: 1 })).toMatchObject({ created: true });
    expect(await add('key_2', { most: 1 })).toEqual({ created: false, because: 'too-many' });
    await on.writer.run('revoke-key', { id: 'key_1', now });
    expect(await add('key_2', { most: 1 })).toMatchObject({ created: true });
  });

  describe('a session', () => {
    let key = { id: '', apiKeyKey: 0 };
    beforeEach(async () => {
      const id = `key_of_sessions_${++made}`;
      await addKey(id, { expiresAt: now + hour });
      key = { id, apiKeyKey: (await on.accounts.findKey(`hash of ${id}`))?.key ?? 0 };
    });
    const openSession = (
      hash: string,
      changes: { now?: number; expiresAt?: number; instead?: string } = {},
    ) =>
      on.writer.run('open-session', {
        ...{ hash, apiKeyKey: key.apiKeyKey, now, expiresAt: now + hour, instead: null },
        ...changes,
      });
    const expiryOf = async (hash: string) => {
      const active = await on.accounts.findSession(hash);
      return active && 'key' in active ? active.key.expiresAtMs : undefined;
    };

    test('stands for its key until either expires, and ends when closed, replaced or revoked', async () => {
      await openSession('short', { expiresAt: now + 1 });
      await openSession('long', { expiresAt: now + 2 * hour });
      expect([await expiryOf('short'), await expiryOf('long')]).toEqual([now + 1, now + hour]);
      await on.writer.run('close-session', { hash: 'short' });
      await openSession('other', { instead: 'long' });
      expect([await expiryOf('short'), await expiryOf('long')]).toEqual([undefined, undefined]);
      expect(await expiryOf('other')).toBe(now + hour);
      await on.writer.run('revoke-key', { id: key.id, now });
      expect(await on.accounts.findSession('other')).toBeUndefined();
    });

    test('ends when its key has fifty newer ones, or another begins after it expired', async () => {
      for (let index = 0; index < 51; index += 1) await openSession(`s${index}`, { now: now + index });
      expect([await expiryOf('s0'), await expiryOf('s1')]).toEqual([undefined, now + hour]);
      await openSession('late', { now: now + hour });
      expect([await expiryOf('s50'), await expiryOf('late')]).toEqual([undefined, now + hour]);
    });
  });

  describe('a publication', () => {
    const publish = (...products: Parameters<typeof publishedProduct>[]) =>
      on.writer.run('publish', {
        products: products.map(([slug, changes]) => publishedProduct(slug, changes)),
        now,
      });

    test('keeps status and owner where none is given, and takes up an old version', async () => {
      const owner = { file: '/a.yaml', source: '/a.json' };
      const versionOf = async (hash: string, changes = {}) => {
        const template = { id: 'tpl_kept', hash, document: '{}' };
        const { products } = await publish(['kept', { template, ...changes }]);
        return products[0];
      };
      expect(await versionOf('h1', { owner })).toEqual({
        slug: 'kept',
        created: true,
        version: 1,
        release: 1,
      });
      expect(await versionOf('h2', { status: null })).toEqual({
        slug: 'kept',
        created: false,
        version: 2,
        release: 2,
      });
      expect(await versionOf('h1', { status: null })).toMatchObject({ version: 1 });
      expect(await on.publications.products(['kept'])).toMatchObject([{ status: 1, ...owner }]);
      const other = { file: '/b.yaml', source: null };
      await versionOf('h1', { owner: other });
      expect(await on.publications.products(['kept'])).toMatchObject([other]);
    });

    test('of several products is written whole or not at all', async () => {
      const broken = publish(['whole-a'], ['whole-b', { tags: [{ kind: 1, slug: 'absent' }] }]);
      await expect(broken).rejects.toMatchObject({
        code: 'job-failed',
        message: 'publish: The product whole-b has the tag absent, which is not published.',
      });
      expect(await on.publications.products(['whole-a', 'whole-b'])).toEqual([]);
    });

    test('changes nothing where a product got another owner since', async () => {
      const [mine, other] = ['/mine.yaml', '/other.yaml'].map((file) => ({ file, source: null }));
      await publish(['owned', { owner: other }]);
      const taken = [{ slug: 'owned', ...other }];
      const claim = { slug: 'owned', owner: { file: '/mine.yaml', source: null }, before: null };
      expect(await on.writer.run('own-products', { owners: [claim] })).toEqual({ taken });
      const published = await publish(['owned', { owner: mine, before: null }], ['unowned']);
      expect(published).toEqual({ products: [], taken });
      expect(await on.publications.products(['unowned'])).toEqual([]);
      const known = { ...claim, before: { file: '/other.yaml', source: null } };
      expect(await on.writer.run('own-products', { owners: [known] })).toEqual({});
      expect(await on.publications.products(['owned'])).toMatchObject([mine ?? {}]);
    });

    test('is called before the job that did it is answered', async () => {
      const heard: string[] = [];
      const end = on.writer.onPublish((what) => heard.push(what));
      await publish(['heard']).then(() => heard.push('answered'));
      await addAccount('acc_heard');
      await addKey('key_heard');
      await on.writer.run('revoke-key', { id: 'key_heard', now });
      end();
      expect(heard).toEqual(['catalogue', 'answered', 'keys']);
    });
  });

  test('calls of an account are listed with those of a guest up to one of these, newest first', async () => {
    const call = statement(
      `INSERT INTO Call (key, id, purseKey, owner, productKey, versionKey, state, quoted, charged, startedAt, inputHash)
       VALUES (?, ?, 7, ?, 1, 1, 1, 5, 4, ?, 'h')`,
      `INSERT INTO Call (key, id, purseKey, owner, productKey, versionKey, state, quoted, charged, startedAt, inputHash, instanceKey)
       VALUES (?, ?, 7, ?, 1, 1, 1, 5, 4, ?, 'h', 1)`,
    );
    // Keys of PostgreSQL begin with the day.
    const first = Math.floor(Date.now() / (24 * hour)) * 2 ** 32;
    await on.writer.run('publish', { products: [publishedProduct('called')], now });
    await on.change(function* () {
      yield* run(statement('INSERT INTO Purse (key, id, posted, pending) VALUES (7, ?, 5, 0)'), 'acc_calls');
      for (const [index, owner] of ['anon_a', 'acc_a', 'acc_a', 'anon_a', 'anon_a'].entries())
        yield* run(call, first + index, `call_${index}`, owner, timeOf(now + index * hour));
    });
    const earlier = { owner: 'anon_a', lastCallKey: first + 3 };
    const list = async (owner: string, guest: typeof earlier | undefined, page = 1, after = 0) => {
      const filter = { owner, after, earlier: guest, productKeys: undefined, state: undefined };
      return (
        await on.calls.list({ ...filter, from: undefined, to: undefined }, { page, pageSize: 2 })
      ).rows.map(({ id }) => id);
    };
    expect(await list('acc_a', earlier)).toEqual(['call_3', 'call_2']);
    expect(await list('acc_a', earlier, 2)).toEqual(['call_1', 'call_0']);
    expect(await list('acc_b', earlier)).toEqual(['call_3', 'call_0']);
    expect(await list('acc_a', { ...earlier, owner: 'anon_b' })).toEqual(['call_2', 'call_1']);
    expect(await list('anon_a', undefined, 1, earlier.lastCallKey)).toEqual(['call_4']);
  });
});
