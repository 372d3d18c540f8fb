import { idempotencyMs } from '../../../lib/ledger/earlier-call.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Author } from '../../../server/store/author.ts';
import type { Hold } from '../../../server/store/ledger.ts';
import { closeAccount } from '../../../server/store/accounts/close-account.ts';
import { newest } from '../../../server/store/order-rows.ts';
import { holdPayload } from '../../../server/store/sql/ledger-payloads.ts';
import { type EngineUnderTest, engines } from '../../setup/engines-under-test.ts';
import { publishedProduct, publishedTags } from '../../setup/published-product.ts';

const now = Date.now();
const hour = 3_600_000;
const ada: Author = { kind: 'person', id: 'per_ada', requestId: 'req-1', reason: 'Asked for it' };

describe.each(engines)('for operators on $engine', ({ open }) => {
  let on: EngineUnderTest;
  beforeAll(async () => void (on = await open()));
  afterAll(() => on.close());

  let made = 0;
  const account = (name: string, credits = 0) =>
    on.writer.run('create-account', { id: `acc_${name}`, name, now, credits });
  const hold = (purse: string, changes: Partial<Hold> = {}) =>
    on.writer.run(
      'hold',
      holdPayload({
        ...{ callId: `call_${++made}`, purse: { id: purse, allowance: null, nowMs: now }, owner: purse },
        ...{
          apiKeyKey: null,
          memberKey: null,
          productKey: 1,
          versionKey: 1,
          credits: 1,
          inputHash: 'h',
          input: null,
        },
        ...{ idempotency: null, ...changes },
      }),
    );
  const suspend = (accountId: string, suspended = true) =>
    on.writer.run('suspend-account', { accountId, suspended, now }, ada);
  const ofKey = (of: string, name: string) => ({
    ...{ id: `key_${name}`, accountId: `acc_${of}`, name, hash: `hash of ${name}`, hint: '', now },
    ...{ operator: false, expiresAt: null, capDay: null, capMonth: null, capTotal: null },
  });
  const entries = () => on.audit.entriesAfter(0, 10_000);

  describe('a suspended account', () => {
    test('holds nothing for calls that race with it', async () => {
      await account('raced', 1_000);
      const first = Array.from({ length: 50 }, () => hold('acc_raced'));
      const suspended = suspend('acc_raced');
      const racing = Array.from({ length: 50 }, () => hold('acc_raced'));
      await suspended;
      const later = await Promise.all(Array.from({ length: 50 }, () => hold('acc_raced')));
      expect(new Set(later.map(({ outcome }) => outcome))).toEqual(new Set(['suspended']));
      const outcomes = (await Promise.all([...first, ...racing])).map(({ outcome }) => outcome);
      expect(outcomes.filter((outcome) => outcome !== 'held' && outcome !== 'suspended')).toEqual([]);
      const { pending } = (await on.accounts.summary('acc_raced')) ?? {};
      expect(pending).toBe(outcomes.filter((outcome) => outcome === 'held').length);
    });

    test('without credits makes no free calls either, and its keys say so', async () => {
      await account('empty');
      const key = {
        id: 'key_empty',
        accountId: 'acc_empty',
        name: '',
        hash: 'hash of empty',
        hint: '',
        operator: false,
      };
      const terms = { now, expiresAt: null, capDay: null, capMonth: null, capTotal: null };
      await on.writer.run('create-key', { ...key, ...terms });
      expect(await on.accounts.findKey('hash of empty')).not.toHaveProperty('suspended');
      await suspend('acc_empty');
      expect(await on.accounts.findKey('hash of empty')).toMatchObject({ suspended: true });
      expect(await hold('acc_empty', { credits: 0 })).toEqual({ outcome: 'suspended' });
      expect(await suspend('acc_none')).toEqual({ changed: false });
    });
  });

  describe('the role of a person', () => {
    const person = (name: string, role: 'owner' | 'viewer') =>
      on.writer.run('make-operator', {
        person: { id: `per_${name}`, email: `${name}@example.com`, emailKey: `${name}@example.com`, name },
        ...{ role, passwordHash: null, now },
      });
    const set = (name: string, role: 'owner' | 'finance' | null) =>
      on.writer.run('set-operator-role', { personId: `per_${name}`, role, now }, ada);

    test('leaves one of two owners who remove each other at once', async () => {
      for (let round = 0; round < 5; round += 1) {
        const names = [`ada${round}`, `bob${round}`];
        for (const name of names) await person(name, 'owner');
        if (round > 0) await set(`ada${round - 1}`, null);
        if (round > 0) await set(`bob${round - 1}`, null);
        const results = await Promise.all(names.map((name) => set(name, null)));
        expect(results.map(({ outcome }) => outcome).toSorted()).toEqual(['last-owner', 'set']);
      }
    });
  });

  describe('the account that a session of an operator sees', () => {
    const until = now + hour;
    const sees = async () => {
      const active = await on.accounts.findSession('hash of bob');
      return active && 'person' in active ? active.person.sees : undefined;
    };
    let of = { personKey: 0, sessionId: 'ses_bob' };
    const see = (accountId: string) => on.writer.run('see-as', { ...of, accountId, until }, ada);

    beforeAll(async () => {
      await account('seen');
      await on.writer.run('make-operator', {
        person: { id: 'per_bob', email: 'bob@example.com', emailKey: 'bob@example.com', name: 'bob' },
        ...{ role: 'finance', passwordHash: null, now },
      });
      of = { ...of, personKey: (await on.people.summary('per_bob', new Date(now)))?.key ?? 0 };
      await on.writer.run('open-session', {
        ...{ hash: 'hash of bob', id: 'ses_bob', personKey: of.personKey, personId: 'per_bob' },
        ...{ device: 'Firefox', now, expiresAt: until, instead: null },
      });
    });

    test('is none once the account is closed', async () => {
      await see('acc_seen');
      const [found] = (await on.accounts.page({ text: 'acc_seen' }, newest(1))).rows;
      const closed = { accountKey: found?.key ?? 0, accountId: 'acc_seen', accountName: 'seen' };
      await on.change(() => closeAccount(closed, now));
      expect(await sees()).toBeNull();
    });
  });

  describe('a request with a key', () => {
    let of = '';
    beforeEach(async () => {
      of = `once${++made}`;
      await account(of);
    });
    const once = (changes: object = {}) => ({ hash: of, fingerprint: 'f', given: '{}', now, ...changes });
    const changes = async () => (await entries()).filter(({ target }) => target === `acc_${of}`);
    const grant = (author: Author) =>
      on.writer.run(
        'grant',
        { purseId: `acc_${of}`, credits: 5, kind: 'grant', reason: 'Paid', nowMs: now },
        author,
      );

    test('is stored with its change, of which there is one however many ask at once', async () => {
      const asked = Array.from({ length: 20 }, () => grant({ ...ada, once: once() }));
      const results = await Promise.allSettled(asked);
      const granted = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
      expect(granted).toEqual([{ posted: 5, pending: 0, available: 5, entryId: expect.any(Number) }]);
      expect((await changes()).filter(({ verb }) => verb === 'grant')).toHaveLength(1);
      const stored = await on.requests.find(of, now);
      expect(stored).toMatchObject({ fingerprint: 'f', given: '{}' });
      expect(JSON.parse(stored?.result ?? '')).toEqual(granted[0]);
      expect(await on.accounts.summary(`acc_${of}`)).toMatchObject({ posted: 5 });
    });

    test('is forgotten after a day', async () => {
      await grant({ ...ada, once: once() });
      expect(await on.requests.find(of, now + idempotencyMs - 1)).toBeDefined();
      expect(await on.requests.find(of, now + idempotencyMs)).toBeUndefined();
      await grant({ ...ada, once: once({ fingerprint: 'later', now: now + idempotencyMs }) });
      expect(await on.requests.find(of, now + idempotencyMs)).toMatchObject({ fingerprint: 'later' });
    });

    test('is stored though it changed nothing, so that it changes nothing when it is repeated', async () => {
      await suspend(`acc_${of}`);
      const again = () =>
        on.writer.run(
          'suspend-account',
          { accountId: `acc_${of}`, suspended: true, now },
          { ...ada, once: once() },
        );
      expect(await again()).toEqual({ changed: false });
      expect(await on.requests.find(of, now)).toMatchObject({ result: '{"changed":false}' });
      await suspend(`acc_${of}`, false);
      await expect(again()).rejects.toMatchObject({ code: 'job-failed' });
      expect(await hold(`acc_${of}`, { credits: 0 })).toMatchObject({ outcome: 'held' });
      expect((await changes()).filter(({ verb }) => verb === 'suspend-account')).toHaveLength(2);
    });
  });

  test('accounts, API keys and people are found by letters in any case', async () => {
    const person = { id: 'per_o', email: 'o@example.com', emailKey: 'o@example.com', name: 'Õnne ЖУК' };
    await on.writer.run('make-operator', { person, role: 'viewer', passwordHash: null, now });
    await account('Ökostrom GMBH');
    await on.writer.run('create-key', ofKey('Ökostrom GMBH', 'Ψηφίο É'));
    const wish = newest(9);
    const any = { accountId: undefined, state: undefined, operators: false };
    for (const text of ['ökostrom gmbh', 'ÖKOSTROM', 'Ökostrom'])
      expect((await on.accounts.page({ text }, wish)).rows).toHaveLength(1);
    for (const text of ['ΨΗΦΊΟ é', 'ψηφίο É'])
      expect((await on.accounts.pageOfKeys({ ...any, text }, wish)).rows).toHaveLength(1);
    for (const text of ['õNNE', 'жук', 'ЖУК'])
      expect(
        (await on.people.page({ text, partsOfAddress: true, operators: true }, wish, new Date(now))).rows,
      ).toHaveLength(1);
    expect((await on.accounts.page({ text: 'ökostrom!' }, wish)).rows).toEqual([]);
  });

  describe('the calls of all', () => {
    beforeAll(async () => {
      await on.writer.run('publish-tags', { tags: publishedTags });
      const products = ['one', 'two'].map((slug) => publishedProduct(slug));
      await on.writer.run('publish', { products, now });
      await account('calls_a', 100);
      await account('calls_b', 100);
    });

    const keyOf = async (slug: string) => (await on.catalogue.findProduct('slug', slug))?.key ?? 0;
    const day = new Date(now).toISOString().slice(0, 10);
    const sums = async () => ({ ...(await on.overview.money()), ...(await on.overview.useOf(day)) });

    test('make the sums of the overview', async () => {
      const before = await sums();
      for (const name of ['sum_a', 'sum_b']) await account(name, 100);
      const productKey = await keyOf('one');
      for (const owner of ['acc_sum_a', 'acc_sum_b', 'acc_sum_a']) {
        const held = await hold(owner, { productKey, credits: 40 });
        if (held.outcome !== 'held') throw new Error(held.outcome);
        await on.writer.run('settle', [held.callKey, 1, 40, now, '{}', null, null, false]);
      }
      await hold('acc_sum_a', { productKey, credits: 3 });
      expect(await sums()).toEqual({
        ...{ issued: before.issued + 200, earned: before.earned + 120, held: before.held + 3 },
        ...{ calls: before.calls + 3, credits: before.credits + 120, accounts: before.accounts + 2 },
      });
      expect(await on.overview.useOf('2001-01-01')).toEqual({ calls: 0, credits: 0, accounts: 0 });
      const runningOut = async (ofDay: string, days: number) =>
        (await on.overview.runningOut(await on.overview.spendingOf(ofDay), days, 100)).filter(
          ({ account: { name } }) => name.startsWith('sum_'),
        );
      expect(await runningOut(day, 7)).toEqual([
        { account: { id: 'acc_sum_a', name: 'sum_a' }, available: 17, perDay: 80 },
        { account: { id: 'acc_sum_b', name: 'sum_b' }, available: 60, perDay: 40 },
      ]);
      expect(await runningOut(day, 1)).toMatchObject([{ account: { id: 'acc_sum_a' } }]);
      expect(await runningOut('2001-01-01', 7)).toEqual([]);
    });
  });
});
