import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { CreateKeyPayload } from '../../../server/store/account-changes.ts';
import type { PublishedApi } from '../../../server/store/catalogue-changes.ts';
import { leastCallId } from '../../../server/calls/call-id.ts';
import { run, statement, type Steps, timeOf } from '../../../server/store/sql/statement.ts';
import { type EngineUnderTest, engines } from '../../setup/engines-under-test.ts';
import { publishedProduct, publishedTags } from '../../setup/published-product.ts';

const now = Date.UTC(2026, 10, 21, 23, 30);
const hour = 3_600_000;

describe.each(engines)('on $engine', ({ open }) => {
  let on: EngineUnderTest;
  beforeEach(async () => void (on = await open()));
  afterEach(() => on.close());

  const addAccount = (id: string, credits?: number) =>
    on.writer.run('create-account', { id, name: id, now, ...(credits !== undefined && { credits }) });

  function addKey(id: string, changes: Partial<CreateKeyPayload> = {}) {
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

  const openSession = (hash: string, changes: { now?: number; expiresAt?: number; instead?: string } = {}) =>
    on.writer.run('open-session', {
      ...{ hash, apiKeyKey: 1, now, expiresAt: now + hour, instead: null },
      ...changes,
    });

  describe('an account', () => {
    test('is listed with its credits and keys', async () => {
      expect(await addAccount('acc_b', 50)).toEqual({ takenBy: null });
      await addAccount('acc_a');
      await addKey('key_1');
      await addKey('key_2');
      await on.writer.run('revoke-key', { id: 'key_2', now });
      const createdAt = new Date(now);
      expect(await on.accounts.listAccounts()).toEqual([
        { id: 'acc_a', name: 'acc_a', createdAt, posted: 0, pending: 0, activeKeys: 1 },
        { id: 'acc_b', name: 'acc_b', createdAt, posted: 50, pending: 0, activeKeys: 0 },
      ]);
      expect(await on.accounts.find('acc_b')).toEqual([{ id: 'acc_b', name: 'acc_b' }]);
      expect(await on.accounts.names(1)).toEqual([{ id: 'acc_b', name: 'acc_b' }]);
    });

    test('is not made where its name is taken', async () => {
      await addAccount('acc_a');
      const taken = await on.writer.run('create-account', { id: 'acc_b', name: 'acc_a', now, credits: 5 });
      expect(taken).toEqual({ takenBy: 'acc_a' });
      expect(await on.accounts.names(9)).toHaveLength(1);
    });

    test('is not made where its credits cannot be issued', async () => {
      await addAccount('acc_a', 1);
      await expect(addAccount('acc_b', Number.MAX_SAFE_INTEGER)).rejects.toMatchObject({
        code: 'job-failed',
        message: 'create-account: More credits cannot be issued.',
      });
      expect(await on.accounts.names(9)).toHaveLength(1);
    });
  });

  describe('a key', () => {
    beforeEach(() => addAccount('acc_a'));

    test('is found by its hash until it is revoked', async () => {
      expect(await addKey('key_1', { operator: true, expiresAt: now + 1 })).toMatchObject({ created: true });
      const found = await on.accounts.findKey('hash of key_1');
      const key = { id: 'key_1', accountId: 'acc_a', operator: true, expiresAtMs: now + 1, member: null };
      expect(found).toEqual({ key: expect.any(Number), ...key });
      expect(await on.accounts.findKey('hash of key_2')).toBeUndefined();
      expect(await on.writer.run('revoke-key', { id: 'key_1', now })).toEqual({ found: true, before: null });
      expect(await on.accounts.findKey('hash of key_1')).toBeUndefined();
      const again = await on.writer.run('revoke-key', { id: 'key_1', now: now + 1 });
      expect(again).toEqual({ found: true, before: now });
      expect(await on.writer.run('revoke-key', { id: 'key_2', now })).toEqual({ found: false });
      expect(await on.accounts.activeKeyIds()).toEqual([]);
    });

    test('belongs to an account that exists, which has so many at most', async () => {
      expect(await addKey('key_1', { accountId: 'acc_none' })).toEqual({
        created: false,
        because: 'no-account',
      });
      expect(await addKey('key_1', { most: 1 })).toMatchObject({ created: true });
      expect(await addKey('key_2', { most: 1 })).toEqual({ created: false, because: 'too-many' });
      await on.writer.run('revoke-key', { id: 'key_1', now });
      expect(await addKey('key_2', { most: 1 })).toMatchObject({ created: true });
    });

    test('is listed with what it spent in a period, and its terms', async () => {
      await addKey('key_1', { capDay: 10, expiresAt: now + 1 });
      await addKey('key_2');
      await addKey('key_3');
      await on.writer.run('revoke-key', { id: 'key_2', now });
      const spend = statement('INSERT INTO KeySpend (apiKeyKey, period, credits) VALUES (?, ?, ?)');
      const { key = 0 } = (await on.accounts.findKey('hash of key_1')) ?? {};
      await on.change(function* () {
        yield* run(spend, key, '2026-11-21', 7);
        yield* run(spend, key, '2026-11', 9);
        yield* run(spend, key, '2026-10', 8);
      });
      const { rows, total } = await on.accounts.listKeys('acc_a', ['2026-11-21', '2026-11', 'all'], 9);
      expect([total, rows.map(({ id }) => id)]).toEqual([3, ['key_3', 'key_1', 'key_2']]);
      expect(rows[1]).toMatchObject({ capDay: 10n, capMonth: null, expiresAt: new Date(now + 1) });
      const spent = rows[1]?.spending.map(({ period, credits }) => [period, credits]).sort();
      expect(spent).toEqual([
        ['2026-11', 9n],
        ['2026-11-21', 7n],
      ]);
      expect(rows[2]).toMatchObject({ revokedAt: new Date(now) });
      expect(await on.accounts.readTerms(key)).toEqual({
        hasCap: true,
        hasScope: false,
        expiresAtMs: now + 1,
      });
      expect(await on.accounts.readNames(key)).toEqual({
        account: { id: 'acc_a', name: 'acc_a' },
        key: { id: 'key_1', name: 'Shop', hint: 'abcd' },
      });
      expect(await on.accounts.findKeyOwner('acc_a', 'key_2')).toEqual({
        ...{ personKey: null, operator: false, operatorPersonKey: null, clientId: null },
      });
      expect(await on.accounts.findKeyOwner('acc_b', 'key_2')).toBeUndefined();
      expect((await on.accounts.listAllKeys('acc_a')).map(({ id }) => id)).toEqual([
        'key_1',
        'key_2',
        'key_3',
      ]);
    });
  });

  describe('a session', () => {
    beforeEach(async () => {
      await addAccount('acc_a');
      await addKey('key_1', { expiresAt: now + hour });
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
      await on.writer.run('revoke-key', { id: 'key_1', now });
      expect(await on.accounts.findSession('other')).toBeUndefined();
    });

    test('ends when its key has fifty newer ones, or another begins after it expired', async () => {
      for (let index = 0; index < 51; index += 1) await openSession(`s${index}`, { now: now + index });
      expect([await expiryOf('s0'), await expiryOf('s1')]).toEqual([undefined, now + hour]);
      await openSession('late', { now: now + hour });
      expect([await expiryOf('s50'), await expiryOf('late')]).toEqual([undefined, now + hour]);
    });
  });

  const api: PublishedApi = {
    ...{ id: 'api_pay', slug: 'pay', name: 'Pay', sortName: 'pay', version: '2', provider: 'sharp' },
    ...{ url: null, summary: 'Payments', doc: 'Doc', groups: '[]' },
    owner: { file: '/pay.yaml', source: '/pay.json' },
  };

  describe('a publication', () => {
    beforeEach(() => on.writer.run('publish-tags', { tags: publishedTags }));
    const publish = (...products: Parameters<typeof publishedProduct>[]) =>
      on.writer.run('publish', {
        products: products.map(([slug, changes]) => publishedProduct(slug, changes)),
        now,
      });

    test('reads back as it was written', async () => {
      expect(await on.publications.hasProducts()).toBe(false);
      const owner = { file: '/a.yaml', source: null };
      const document = JSON.stringify({ deprecated: true });
      const template = { id: 'tpl_a', hash: 'h', document };
      const result = await publish(['a', { owner, template, status: null }], ['b', { priceTo: 3e9 }]);
      expect(result.products).toEqual(['a', 'b'].map((slug) => ({ slug, created: true, version: 1 })));
      const { tags, introduction, doc } = publishedProduct('a');
      const [a, b] = (await on.publications.products(['a', 'b', 'c'])).sort((x, y) =>
        x.slug < y.slug ? -1 : 1,
      );
      expect(a).toMatchObject({
        ...{ slug: 'a', name: 'a', status: 0, priceFrom: 1, priceTo: 10, deprecated: 1 },
        ...{ introduction, doc, tags, document, ...owner },
      });
      expect(b).toMatchObject({ status: 1, priceTo: 3e9, deprecated: 0, file: null, source: null });
      const read = (await on.publications.tags()).sort((x, y) => x.kind - y.kind);
      expect(read).toMatchObject(publishedTags);
      expect(await on.publications.productSlugs(1)).toEqual(['a']);
      expect(await on.publications.onlineSlugs()).toEqual(['b']);
    });

    test('keeps status and owner where none is given, and takes up an old version', async () => {
      const owner = { file: '/a.yaml', source: '/a.json' };
      const versionOf = async (hash: string, changes = {}) => {
        const template = { id: 'tpl_a', hash, document: '{}' };
        const { products } = await publish(['a', { template, ...changes }]);
        return products[0];
      };
      expect(await versionOf('h1', { owner })).toEqual({ slug: 'a', created: true, version: 1 });
      expect(await versionOf('h2', { status: null })).toEqual({ slug: 'a', created: false, version: 2 });
      expect(await versionOf('h1', { status: null })).toMatchObject({ version: 1 });
      expect(await on.publications.products(['a'])).toMatchObject([{ status: 1, ...owner }]);
      const other = { file: '/b.yaml', source: null };
      await versionOf('h1', { owner: other });
      expect(await on.publications.products(['a'])).toMatchObject([other]);
    });

    test('of several products is written whole or not at all', async () => {
      const broken = publish(['a'], ['b', { tags: [{ kind: 1, slug: 'absent' }] }]);
      await expect(broken).rejects.toMatchObject({
        code: 'job-failed',
        message: 'publish: The product b has the tag absent, which is not published.',
      });
      expect(await on.publications.hasProducts()).toBe(false);
    });

    test('changes nothing where a product got another owner since', async () => {
      const [mine, other] = ['/mine.yaml', '/other.yaml'].map((file) => ({ file, source: null }));
      await publish(['a', { owner: other }]);
      const taken = [{ slug: 'a', ...other }];
      const claim = { slug: 'a', owner: { file: '/mine.yaml', source: null }, before: null };
      expect(await on.writer.run('own-products', { owners: [claim] })).toEqual({ taken });
      const published = await publish(['a', { owner: mine, before: null }], ['b']);
      expect(published).toEqual({ products: [], taken });
      expect(await on.publications.productSlugs(9)).toEqual(['a']);
      const known = { ...claim, before: { file: '/other.yaml', source: null } };
      expect(await on.writer.run('own-products', { owners: [known] })).toEqual({});
      expect(await on.publications.products(['a'])).toMatchObject([mine ?? {}]);
    });

    test('says which tags look different and which status changed', async () => {
      await publish(['a'], ['b', { status: 0 }]);
      const renamed = publishedTags.map((tag) => (tag.kind === 1 ? { ...tag, name: 'Pictures' } : tag));
      const { changed } = await on.writer.run('publish-tags', { tags: renamed });
      expect(changed).toHaveLength(1);
      const refresh = (afterKey: number) =>
        on.writer.run('refresh-products', { tagKey: changed[0] ?? 0, afterKey });
      const { lastKey } = await refresh(0);
      expect(await refresh(lastKey ?? 0)).toEqual({ lastKey: null });
      const status = await on.writer.run('set-status', { slugs: ['a', 'b', 'c'], status: 0, now });
      expect(status).toEqual({ changed: ['a'], unknown: ['c'] });
    });

    test('of an API places its products, until it is removed', async () => {
      await publish(['a'], ['b'], ['c', { status: 0 }]);
      await on.writer.run('publish-api', { api, now });
      const places = ['a', 'c', 'b'].map((slug, position) => ({ slug, api: 'pay', groupIndex: 0, position }));
      await on.writer.run('place-operations', { places });
      const { owner, ...facts } = api;
      expect(await on.publications.findApi('pay')).toMatchObject({
        ...{ slug: 'pay', name: facts.name, version: '2', provider: 'sharp', summary: 'Payments', ...owner },
        ...{ operations: 2, groupCount: 1, priceFrom: 1, priceTo: 10 },
      });
      expect(await on.publications.apiFiles()).toEqual([{ slug: 'pay', file: '/pay.yaml' }]);
      const stored = await on.publications.places(['b', 'x']);
      expect(stored).toEqual([{ slug: 'b', api: 'pay', groupIndex: 0, position: 2 }]);
      expect((await on.publications.operationsOf('pay')).sort()).toEqual(['a', 'b', 'c']);
      const [b] = await on.publications.products(['b']);
      expect(await on.findPlace(keyOf(b))).toEqual({
        api: expect.objectContaining({ slug: 'pay', name: 'Pay' }),
        groupIndex: 0,
        previous: { slug: 'a', name: 'a' },
        next: null,
      });
      await on.writer.run('place-operations', {
        places: [{ slug: 'b', api: null, groupIndex: 0, position: 0 }],
      });
      expect(await on.publications.findApi('pay')).toMatchObject({ operations: 1 });
      await on.writer.run('remove-api', { slug: 'pay' });
      expect([await on.publications.findApi('pay'), await on.publications.places(['a'])]).toEqual([
        undefined,
        [],
      ]);
    });

    test('of an API or a place that does not exist is refused', async () => {
      const place = { slug: 'none', api: 'pay', groupIndex: 0, position: 0 };
      await expect(on.writer.run('place-operations', { places: [place] })).rejects.toMatchObject({
        message: 'place-operations: The product none is not published.',
      });
      const homeless = { ...api, provider: 'none' };
      await expect(on.writer.run('publish-api', { api: homeless, now })).rejects.toMatchObject({
        message: 'publish-api: The API pay has the provider none, which is not published.',
      });
    });

    test('of synonyms replaces those of its files', async () => {
      const groups = ['/a', '/b'].map((file) => ({ file, phrases: ['photo', `picture ${file}`] }));
      await on.writer.run('publish-synonyms', { files: [], groups });
      await on.writer.run('publish-synonyms', {
        files: ['/a'],
        groups: [{ file: '/a', phrases: ['x', 'y'] }],
      });
      expect(await on.publications.synonyms()).toEqual([groups[1], { file: '/a', phrases: ['x', 'y'] }]);
    });

    test('is called before the job that did it is answered', async () => {
      const heard: string[] = [];
      on.writer.onPublish((what) => heard.push(what));
      await publish(['a']).then(() => heard.push('answered'));
      await addAccount('acc_a');
      await addKey('key_1');
      await on.writer.run('revoke-key', { id: 'key_1', now });
      await openSession('s');
      expect(heard).toEqual(['catalogue', 'answered', 'keys', 'sessions']);
    });
  });

  describe('calls', () => {
    const purse = statement('INSERT INTO Purse (key, id, posted, pending) VALUES (?, ?, 5, 0)');
    const call = statement(
      `INSERT INTO Call (key, id, purseKey, owner, productKey, versionKey, state, quoted, charged, startedAt, inputHash)
       VALUES (?, ?, 7, ?, 1, 1, ?, 5, ?, ?, 'h')`,
      `INSERT INTO Call (key, id, purseKey, owner, productKey, versionKey, state, quoted, charged, startedAt, inputHash, instanceKey)
       VALUES (?, ?, 7, ?, 1, 1, ?, 5, ?, ?, 'h', 1)`,
    );
    const ending = statement(`INSERT INTO CallEnding (callKey, ending) VALUES (?, '{"x":1}')`);
    const input = statement(`INSERT INTO CallInput (callKey, input, bytes) VALUES (?, '{}', 2)`);
    const entry = statement(
      `INSERT INTO Entry (key, transfer, purseKey, amount, kind, at, callKey) VALUES (?, 1, ?, ?, ?, ?, ?)`,
    );
    const use = statement(
      'INSERT INTO DailyUse (purseKey, day, productKey, apiKeyKey, memberKey, calls, credits) VALUES (7, ?, 1, ?, 0, ?, ?)',
    );

    /** Keys of PostgreSQL begin with the day. */
    const today = Math.floor(Date.now() / (24 * hour));
    const keys = [1, 2, 3].map((number) => today * 2 ** 32 + number);
    const [first = 0, second = 0, third = 0] = keys;
    const ids = keys.map((_key, index) => leastCallId(now + index * hour));

    function* addCalls(): Steps<void> {
      yield* run(purse, 7, 'acc_a');
      for (const [index, state] of [0, 1, 1].entries()) {
        const names = [keys[index] ?? 0, ids[index] ?? '', 'acc_a'];
        yield* run(call, ...names, state, 4 * state, timeOf(now + index * hour));
      }
      yield* run(ending, second);
      yield* run(input, second);
      const entries: [number, number, string, number][] = [
        [7, -4, 'charge', second],
        [2, 4, 'charge', second],
        [7, 3, 'refund', second],
        [2, -3, 'refund', second],
        [7, -4, 'charge', third],
      ];
      for (const [index, [purseKey, amount, kind, key]] of entries.entries())
        yield* run(entry, first + index, purseKey, amount, kind, timeOf(now + index), key);
      for (const day of ['2026-11-19', '2026-11-20', '2026-11-21']) {
        yield* run(use, day, 0, 1, 2);
        yield* run(use, day, 3, 1, 4);
      }
    }

    beforeEach(async () => {
      await on.writer.run('publish-tags', { tags: publishedTags });
      await on.writer.run('publish', { products: [publishedProduct('a')], now });
      await on.change(addCalls);
    });
    const product = { id: 'prd_a', slug: 'a', name: 'a' };
    const filter = {
      owner: 'acc_a',
      earlier: undefined,
      productKeys: undefined,
      state: undefined,
      from: undefined,
      to: undefined,
    };
    const idsOf = async (changes: object, page = 1) =>
      (await on.calls.list({ ...filter, ...changes }, { page, pageSize: 2 })).rows.map(({ id }) => id);

    test('are listed newest first, by state, product and time', async () => {
      const { rows, ...rest } = await on.calls.list(filter, { page: 1, pageSize: 1 });
      expect(rest).toEqual({ total: 3, isTruncated: false });
      const startedAt = new Date(now + 2 * hour);
      const credits = { quoted: 5, charged: 4 };
      expect(rows).toEqual([
        {
          id: ids[2],
          owner: 'acc_a',
          state: 1,
          ...credits,
          startedAt,
          settledAt: null,
          product,
          ending: null,
          apiKey: null,
          person: null,
        },
      ]);
      expect(await idsOf({}, 2)).toEqual([ids[0]]);
      expect(await idsOf({ state: 0 })).toEqual([ids[0]]);
      expect(await idsOf({ productKeys: [2] })).toEqual([]);
      expect(await idsOf({ owner: 'acc_b' })).toEqual([]);
      expect(await idsOf({ from: new Date(now + hour) })).toEqual([ids[2], ids[1]]);
      expect(await idsOf({ to: new Date(now + hour) })).toEqual([ids[0]]);
      expect(await idsOf({ from: new Date(now + 9 * hour) })).toEqual([]);
    });

    test('are listed with those of a guest up to one of these', async () => {
      await on.change(function* () {
        for (const [index, key] of [first - 1, third + 1, third + 2].entries())
          yield* run(call, key, `call_guest${index}`, 'anon_a', 1, 4, timeOf(now + index * hour));
      });
      const earlier = { owner: 'anon_a', lastCallKey: third + 1 };
      expect(await idsOf({ earlier })).toEqual(['call_guest1', ids[2]]);
      expect(await idsOf({ earlier }, 2)).toEqual([ids[1], ids[0]]);
      expect(await idsOf({ earlier }, 3)).toEqual(['call_guest0']);
      expect(await idsOf({ earlier, owner: 'acc_b' })).toEqual(['call_guest1', 'call_guest0']);
      expect(await idsOf({ earlier: { ...earlier, owner: 'anon_b' } }, 2)).toEqual([ids[0]]);
    });

    test('have a receipt with the entries of their purse', async () => {
      const id = ids[1] ?? '';
      expect(await on.calls.find(id)).toEqual({ key: second, owner: 'acc_a', purseId: 'acc_a' });
      expect(await on.calls.find('call_none')).toBeUndefined();
      const { template, ...receipt } = await on.calls.readReceipt(second);
      expect(receipt).toMatchObject({ id, purseId: 'acc_a', ending: '{"x":1}', product });
      expect(template).toMatchObject({ id: 'tpl_a', version: 1 });
      expect(receipt.startedAt).toEqual(new Date(now + hour));
      const entries = await on.calls.readEntries(second);
      expect(entries).toEqual([
        { id: first, kind: 'charge', amount: -4, at: new Date(now) },
        { id: first + 2, kind: 'refund', amount: 3, at: new Date(now + 2) },
      ]);
      expect(await on.calls.readRefundable(id, 'acc_a')).toEqual({ charged: 4, left: 1 });
      expect(await on.calls.readRefundable(id, 'acc_b')).toBeUndefined();
      expect(await on.calls.readProducts([id], 'acc_b')).toEqual(new Map());
      expect(await on.calls.readProducts([id])).toEqual(new Map([[id, product]]));
      const days = await on.calls.readUse('acc_a', '2026-11-19', 9);
      expect(days).toEqual(
        ['2026-11-21', '2026-11-20'].map((day) => ({ day, productId: 'prd_a', calls: 2, credits: 6 })),
      );
    });

    test('lose their input when they are asked to', async () => {
      expect(await on.calls.readInput(second)).toBe('{}');
      expect(await on.writer.run('forget-input', { callKey: second })).toEqual({ forgotten: true });
      expect(await on.calls.readInput(second)).toBeUndefined();
      expect(await on.writer.run('forget-input', { callKey: second })).toEqual({ forgotten: false });
    });
  });
});

/** The rows of publications hold more than their type says. */
function keyOf(row: object | undefined): number {
  return row && 'key' in row ? Number(row.key) : 0;
}
