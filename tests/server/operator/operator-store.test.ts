import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type AddedMember, addMember } from '../../setup/add-member.ts';
import { newCallId } from '../../../server/calls/call-id.ts';
import type { Author } from '../../../server/store/author.ts';
import type { Hold } from '../../../server/store/ledger.ts';
import { closeAccount } from '../../../server/store/sql/close-account.ts';
import { holdPayload } from '../../../server/store/sql/ledger-payloads.ts';
import { idempotencyMs } from '../../../server/store/sql/kept-times.ts';
import { type EngineUnderTest, engines } from '../../setup/engines-under-test.ts';
import { publishedProduct, publishedTags } from '../../setup/published-product.ts';

const now = Date.now();
const hour = 3_600_000;
const ada: Author = { kind: 'person', id: 'per_ada', requestId: 'req-1', reason: 'Asked for it' };

describe.each(engines)('for operators on $engine', ({ open }) => {
  let on: EngineUnderTest;
  beforeEach(async () => void (on = await open()));
  afterEach(() => on.close());

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
  const entries = () => on.audit.entriesAfter(0, 1_000);

  describe('a suspended account', () => {
    test('holds nothing from the commit on, and again when the suspension ends', async () => {
      await account('a', 100);
      await account('b', 100);
      expect(await hold('acc_a')).toMatchObject({ outcome: 'held' });
      expect(await suspend('acc_a')).toEqual({ changed: true });
      expect(await suspend('acc_a')).toEqual({ changed: false });
      expect(await hold('acc_a')).toEqual({ outcome: 'suspended' });
      expect(await hold('acc_b')).toMatchObject({ outcome: 'held' });
      expect(await suspend('acc_a', false)).toEqual({ changed: true });
      expect(await hold('acc_a')).toMatchObject({ outcome: 'held' });
      expect((await entries()).filter(({ verb }) => verb === 'suspend-account')).toMatchObject([
        { target: 'acc_a', after: { suspended: true }, reason: 'Asked for it' },
        { target: 'acc_a', after: { suspended: false } },
      ]);
    });

    test('holds nothing for calls that race with it', async () => {
      await account('a', 1_000);
      const first = Array.from({ length: 50 }, () => hold('acc_a'));
      const suspended = suspend('acc_a');
      const racing = Array.from({ length: 50 }, () => hold('acc_a'));
      await suspended;
      const later = await Promise.all(Array.from({ length: 50 }, () => hold('acc_a')));
      expect(new Set(later.map(({ outcome }) => outcome))).toEqual(new Set(['suspended']));
      const outcomes = (await Promise.all([...first, ...racing])).map(({ outcome }) => outcome);
      expect(outcomes.filter((outcome) => outcome !== 'held' && outcome !== 'suspended')).toEqual([]);
      const { pending } = (await on.accounts.summary('acc_a')) ?? {};
      expect(pending).toBe(outcomes.filter((outcome) => outcome === 'held').length);
    });

    test('without credits makes no free calls either, and its keys say so', async () => {
      await account('a');
      const key = { id: 'key_a', accountId: 'acc_a', name: '', hash: 'hash', hint: '', operator: false };
      const terms = { now, expiresAt: null, capDay: null, capMonth: null, capTotal: null };
      await on.writer.run('create-key', { ...key, ...terms });
      expect(await on.accounts.findKey('hash')).not.toHaveProperty('suspended');
      await suspend('acc_a');
      expect(await on.accounts.findKey('hash')).toMatchObject({ suspended: true });
      expect(await hold('acc_a', { credits: 0 })).toEqual({ outcome: 'suspended' });
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

    test('is changed, but that of the last owner', async () => {
      await person('ada', 'owner');
      await person('bob', 'viewer');
      expect(await set('bob', 'finance')).toMatchObject({ outcome: 'set', before: 'viewer' });
      expect(await set('ada', null)).toEqual({ outcome: 'last-owner' });
      expect(await set('ada', 'finance')).toEqual({ outcome: 'last-owner' });
      expect(await set('ada', 'owner')).toMatchObject({ outcome: 'set', before: 'owner' });
      expect(await set('nobody', 'owner')).toEqual({ outcome: 'unknown' });
      const changes = (await entries()).filter(({ verb }) => verb === 'set-operator-role');
      expect(changes).toMatchObject([
        { target: 'per_bob', before: { operatorRole: 'viewer' }, after: { operatorRole: 'finance' } },
      ]);
    });

    test('is that of the operator keys which the person made, and ends them', async () => {
      await account('a');
      await person('ada', 'owner');
      await person('bob', 'owner');
      const bob = await on.people.findByEmail('bob@example.com');
      const key = { ...ofKey('a', 'bobs'), operator: true, operatorPersonKey: bob?.key };
      await on.writer.run('create-key', key);
      await on.writer.run('create-key', { ...ofKey('a', 'portals'), operator: true });
      const roleOfKey = async () => (await on.accounts.findKey('hash of bobs'))?.operatorPerson?.role;
      expect(await roleOfKey()).toBe('owner');
      await set('bob', 'finance');
      expect(await roleOfKey()).toBe('finance');
      expect(await set('bob', null)).toMatchObject({ revokedKeys: 1 });
      await set('bob', 'owner');
      expect(await on.accounts.findKey('hash of bobs')).toBeUndefined();
      expect(await on.accounts.findKey('hash of portals')).toMatchObject({ operator: true });
      const ended = (await entries()).filter(({ after }) => after?.['revokedKeys'] === 1);
      expect(ended).toMatchObject([{ verb: 'set-operator-role', target: 'per_bob' }]);
    });

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
    const role = (operatorRole: 'owner' | 'finance' | null) =>
      on.writer.run('set-operator-role', { personId: 'per_bob', role: operatorRole, now }, ada);
    let of = { personKey: 0, sessionId: 'ses_bob' };
    const see = (accountId: string) => on.writer.run('see-as', { ...of, accountId, until }, ada);

    beforeEach(async () => {
      await account('a');
      await account('b');
      for (const name of ['ada', 'bob'])
        await on.writer.run('make-operator', {
          person: { id: `per_${name}`, email: `${name}@example.com`, emailKey: `${name}@example.com`, name },
          ...{ role: 'owner', passwordHash: null, now },
        });
      of = { ...of, personKey: (await on.people.summary('per_bob', new Date(now)))?.key ?? 0 };
      await on.writer.run('open-session', {
        ...{ hash: 'hash of bob', id: 'ses_bob', personKey: of.personKey, personId: 'per_bob' },
        ...{ device: 'Firefox', now, expiresAt: until, instead: null },
      });
    });

    test('is the last one they asked for, until they end it', async () => {
      expect(await sees()).toBeNull();
      expect(await see('acc_a')).toEqual({ seen: true, before: null });
      expect(await see('acc_b')).toEqual({ seen: true, before: 'acc_a' });
      expect(await see('acc_none')).toEqual({ seen: false });
      expect(await sees()).toEqual({ account: { id: 'acc_b', name: 'b' }, untilMs: until });
      expect(await on.writer.run('end-see-as', of, ada)).toEqual({ accountId: 'acc_b' });
      expect(await on.writer.run('end-see-as', of, ada)).toEqual({ accountId: null });
      expect(await sees()).toBeNull();
      expect((await entries()).filter(({ verb }) => verb.endsWith('see-as'))).toMatchObject([
        { verb: 'see-as', target: 'acc_a', before: null, reason: 'Asked for it', actor: { id: 'per_ada' } },
        { verb: 'see-as', target: 'acc_b', before: { accountId: 'acc_a' }, after: { sessionId: 'ses_bob' } },
        { verb: 'end-see-as', target: 'acc_b', after: { sessionId: 'ses_bob' } },
      ]);
    });

    test('is none once they lose their role, even if they get it again', async () => {
      await see('acc_a');
      await role(null);
      expect(await sees()).toBeNull();
      expect(await see('acc_a')).toEqual({ seen: false });
      await role('finance');
      expect(await sees()).toBeNull();
    });

    test('is none once the account is closed', async () => {
      await see('acc_a');
      const [found] = (
        await on.accounts.page({ text: 'acc_a', suspended: false }, { before: undefined, most: 1 })
      ).rows;
      const closed = { accountKey: found?.key ?? 0, accountId: 'acc_a', accountName: 'a' };
      await on.change(() => closeAccount(closed, now));
      expect(await sees()).toBeNull();
    });
  });

  describe('a request with a key', () => {
    const once = (changes: object = {}) => ({ hash: 'h', fingerprint: 'f', given: '{}', now, ...changes });
    const grant = (author: Author) =>
      on.writer.run(
        'grant',
        { purseId: 'acc_a', credits: 5, kind: 'grant', reason: 'Paid', nowMs: now },
        author,
      );

    test('is stored with its change, of which there is one however many ask at once', async () => {
      await account('a');
      const asked = Array.from({ length: 20 }, () => grant({ ...ada, once: once() }));
      const results = await Promise.allSettled(asked);
      const granted = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
      expect(granted).toEqual([{ posted: 5, pending: 0, available: 5, entryId: expect.any(Number) }]);
      expect((await entries()).filter(({ verb }) => verb === 'grant')).toHaveLength(1);
      const stored = await on.requests.find('h', now);
      expect(stored).toMatchObject({ fingerprint: 'f', given: '{}' });
      expect(JSON.parse(stored?.result ?? '')).toEqual(granted[0]);
      expect(await on.accounts.summary('acc_a')).toMatchObject({ posted: 5 });
    });

    test('is forgotten after a day', async () => {
      await account('a');
      await grant({ ...ada, once: once() });
      expect(await on.requests.find('h', now + idempotencyMs - 1)).toBeDefined();
      expect(await on.requests.find('h', now + idempotencyMs)).toBeUndefined();
      await grant({ ...ada, once: once({ fingerprint: 'later', now: now + idempotencyMs }) });
      expect(await on.requests.find('h', now + idempotencyMs)).toMatchObject({ fingerprint: 'later' });
    });

    test('is stored though it changed nothing, so that it changes nothing when it is repeated', async () => {
      await account('a');
      await suspend('acc_a');
      const again = () =>
        on.writer.run(
          'suspend-account',
          { accountId: 'acc_a', suspended: true, now },
          { ...ada, once: once() },
        );
      expect(await again()).toEqual({ changed: false });
      expect(await on.requests.find('h', now)).toMatchObject({ result: '{"changed":false}' });
      await suspend('acc_a', false);
      await expect(again()).rejects.toMatchObject({ code: 'job-failed' });
      expect(await hold('acc_a', { credits: 0 })).toMatchObject({ outcome: 'held' });
      expect((await entries()).filter(({ verb }) => verb === 'suspend-account')).toHaveLength(2);
    });
  });

  test('accounts are listed page by page, by text and by suspension', async () => {
    for (const name of ['Alpha', 'Beta 100%', 'alphabet', 'Gamma']) await account(name, 7);
    await suspend('acc_Gamma');
    const page = async (text?: string, suspended = false, before?: number, most = 10) => {
      const { rows, next } = await on.accounts.page({ text, suspended }, { before, most });
      return { names: rows.map(({ name }) => name), next };
    };
    const first = await page(undefined, false, undefined, 3);
    expect(first).toEqual({ names: ['Gamma', 'alphabet', 'Beta 100%'], next: expect.any(Number) });
    expect(await page(undefined, false, first.next ?? 0, 3)).toEqual({ names: ['Alpha'], next: null });
    expect((await page('ALPHA')).names).toEqual(['alphabet', 'Alpha']);
    expect((await page('0%')).names).toEqual(['Beta 100%']);
    expect((await page('%')).names).toEqual(['Beta 100%']);
    expect((await page('_')).names).toEqual([]);
    expect((await page('acc_Alpha')).names).toEqual(['Alpha']);
    expect((await page(undefined, true)).names).toEqual(['Gamma']);
    expect(await on.accounts.summary('acc_Alpha')).toMatchObject({ posted: 7, activeKeys: 0 });
  });

  test('accounts, API keys and people are found by letters in any case', async () => {
    const person = { id: 'per_o', email: 'o@example.com', emailKey: 'o@example.com', name: 'Õnne ЖУК' };
    await on.writer.run('make-operator', { person, role: 'viewer', passwordHash: null, now });
    await account('Ökostrom GMBH');
    await on.writer.run('create-key', ofKey('Ökostrom GMBH', 'Ψηφίο É'));
    const wish = { before: undefined, most: 9 };
    const any = { accountId: undefined, state: undefined, operators: false };
    for (const text of ['ökostrom gmbh', 'ÖKOSTROM', 'Ökostrom'])
      expect((await on.accounts.page({ text, suspended: false }, wish)).rows).toHaveLength(1);
    for (const text of ['ΨΗΦΊΟ é', 'ψηφίο É'])
      expect((await on.accounts.pageOfKeys({ ...any, text }, wish)).rows).toHaveLength(1);
    for (const text of ['õNNE', 'жук', 'ЖУК'])
      expect(
        (await on.people.page({ text, partsOfAddress: true, operators: true }, wish, new Date(now))).rows,
      ).toHaveLength(1);
    expect((await on.accounts.page({ text: 'ökostrom!', suspended: false }, wish)).rows).toEqual([]);
  });

  test('API keys are listed page by page, by account, text, state and kind', async () => {
    await account('a');
    await account('b');
    await on.writer.run('create-key', { ...ofKey('a', 'Shop'), hint: 'wxyz' });
    await on.writer.run('create-key', { ...ofKey('b', 'Till'), operator: true });
    await on.writer.run('create-key', ofKey('a', 'Old'));
    await on.writer.run('revoke-key', { id: 'key_Old', now });
    const any = { accountId: undefined, text: undefined, state: undefined, operators: false };
    const namesOf = async (filter: object, before?: number) =>
      (await on.accounts.pageOfKeys({ ...any, ...filter }, { before, most: 2 })).rows.map(({ name }) => name);
    const { next } = await on.accounts.pageOfKeys(any, { before: undefined, most: 2 });
    expect(await namesOf({})).toEqual(['Old', 'Till']);
    expect(await namesOf({}, next ?? 0)).toEqual(['Shop']);
    expect(await namesOf({ accountId: 'acc_a' })).toEqual(['Old', 'Shop']);
    for (const text of ['sHOp', 'wxyz', 'key_Shop']) expect(await namesOf({ text })).toEqual(['Shop']);
    expect(await namesOf({ state: 'revoked' })).toEqual(['Old']);
    expect(await namesOf({ state: 'active' })).toEqual(['Till', 'Shop']);
    expect(await namesOf({ operators: true })).toEqual(['Till']);
  });

  test('entries of the ledger are listed page by page, by account and kind', async () => {
    await account('a', 100);
    await account('b', 50);
    const held = await hold('acc_a', { credits: 40, callId: 'call_listed' });
    if (held.outcome !== 'held') throw new Error(held.outcome);
    await on.writer.run('settle', [held.callKey, 1, 40, now, '{}', null, null, false]);
    const list = async (filter: object, before?: number, most = 2) => {
      const any = { accountId: undefined, kind: undefined };
      const { rows, next } = await on.accounts.pageOfEntries({ ...any, ...filter }, { before, most });
      return { next, entries: rows.map(({ purseId, kind, amount }) => [purseId, kind, amount]) };
    };
    const first = await list({});
    expect(first.entries).toEqual([
      ['acc_a', 'charge', -40],
      ['acc_b', 'grant', 50],
    ]);
    expect(await list({}, first.next ?? 0)).toEqual({ entries: [['acc_a', 'grant', 100]], next: null });
    expect((await list({ accountId: 'acc_a', kind: 'issued' })).entries).toEqual([['acc_a', 'grant', 100]]);
    expect((await list({ kind: 'charge' })).entries).toEqual([['acc_a', 'charge', -40]]);
    expect(await list({ accountId: 'acc_none' })).toEqual({ entries: [], next: null });
    const { rows } = await on.accounts.pageOfEntries(
      { accountId: 'acc_a', kind: 'charge' },
      { before: undefined, most: 1 },
    );
    expect(rows).toMatchObject([{ callId: 'call_listed', at: new Date(now), reason: null }]);
    await hold('guest', {
      purse: { id: 'guest', allowance: 30, nowMs: now },
    });
    const issued = await list({ kind: 'issued' });
    expect(issued.entries).toEqual([
      ['guest', 'allowance', 30],
      ['acc_b', 'grant', 50],
    ]);
    expect(await list({ kind: 'issued' }, issued.next ?? 0)).toEqual({
      ...{ entries: [['acc_a', 'grant', 100]], next: null },
    });
    const grants = await list({ kind: 'grant' }, undefined, 1);
    expect(grants.entries).toEqual([['acc_b', 'grant', 50]]);
    expect((await list({ kind: 'grant' }, grants.next ?? 0)).entries).toEqual([['acc_a', 'grant', 100]]);
  });

  test('people are listed with their sessions', async () => {
    for (const name of ['ada', 'bob'])
      await on.writer.run('make-operator', {
        person: { id: `per_${name}`, email: `${name}@Example.com`, emailKey: `${name}@example.com`, name },
        ...{ role: 'owner', passwordHash: name === 'ada' ? 'hash' : null, now },
      });
    const person = await on.people.findByEmail('ada@example.com');
    const session = { hash: 's', id: 'ses_a', device: 'Firefox', expiresAt: now + hour, instead: null };
    const personKey = person?.key ?? 0;
    await on.writer.run('open-session', { ...session, personKey, personId: 'per_ada', now });
    const page = async (text?: string, partsOfAddress = true) => {
      const filter = { text, partsOfAddress, operators: true };
      return (await on.people.page(filter, { before: undefined, most: 10 }, new Date(now))).rows;
    };
    expect(await page()).toMatchObject([
      { id: 'per_bob', sessions: 0, hasPassword: false, lastSeenAt: null },
      { id: 'per_ada', sessions: 1, hasPassword: true, lastSeenAt: new Date(now) },
    ]);
    expect(await page('ADA@EXAMPLE')).toMatchObject([{ id: 'per_ada' }]);
    expect(await page('ADA@EXAMPLE', false)).toEqual([]);
    expect(await page(undefined, false)).toHaveLength(2);
    for (const text of ['ADA@EXAMPLE.com', 'per_ada', 'Ad'])
      expect(await page(text, false)).toMatchObject([{ id: 'per_ada' }]);
    expect(await on.people.namesOf(['per_ada', 'per_none'])).toEqual(new Map([['per_ada', 'ada']]));
    const all = { personKey, personId: 'per_ada', which: 'all' } as const;
    expect(await on.writer.run('end-sessions', all, ada)).toEqual({ ended: 1 });
    expect((await entries()).at(-1)).toMatchObject({ verb: 'end-sessions', after: { ended: 1 } });
  });

  test('the audit log is paged and filtered', async () => {
    await account('a');
    await suspend('acc_a');
    await suspend('acc_a', false);
    const numbers = async (filter: object, before?: number, most = 10) => {
      const none = { verb: undefined, actor: undefined, target: undefined };
      const { rows, next } = await on.audit.page({ ...none, ...filter }, { before, most });
      return [rows.map(({ number }) => number), next];
    };
    expect(await numbers({}, undefined, 2)).toEqual([[3, 2], 2]);
    expect(await numbers({}, 2, 2)).toEqual([[1], null]);
    expect(await numbers({ verb: 'suspend-account' })).toEqual([[3, 2], null]);
    expect(await numbers({ actor: 'per_ada' })).toEqual([[3, 2], null]);
    expect(await numbers({ target: 'acc_b' })).toEqual([[], null]);
  });

  describe('the calls of all', () => {
    beforeEach(async () => {
      await on.writer.run('publish-tags', { tags: publishedTags });
      const products = ['one', 'two'].map((slug) => publishedProduct(slug));
      await on.writer.run('publish', { products, now });
      await account('a', 100);
      await account('b', 100);
    });

    const keyOf = async (slug: string) => (await on.catalogue.findProduct('slug', slug))?.key ?? 0;
    const pageOf = (filter: object, before?: number, most = 10) => {
      const none = { owner: undefined, productKeys: undefined, state: undefined };
      return on.calls.listAll({ ...none, ...filter }, { before, most });
    };
    const idsOf = async (...given: Parameters<typeof pageOf>) =>
      (await pageOf(...given)).rows.map(({ id }) => id);

    test('are listed newest first, by account, product and state', async () => {
      const [one, two] = [await keyOf('one'), await keyOf('two')];
      for (const [owner, productKey] of [
        ['acc_a', one],
        ['acc_b', one],
        ['acc_a', two],
        ['acc_a', one],
      ] as const)
        await hold(owner, { productKey, callId: `call_of_${owner}_${++made}` });
      const all = await idsOf({});
      expect(all).toHaveLength(4);
      const first = await pageOf({}, undefined, 3);
      expect(first.rows.map(({ id }) => id)).toEqual(all.slice(0, 3));
      expect(await idsOf({}, first.next ?? 0)).toEqual(all.slice(3));
      expect((await pageOf({}, first.next ?? 0)).next).toBeNull();
      expect(await idsOf({ owner: 'acc_b' })).toEqual([all[2]]);
      expect(await idsOf({ productKeys: [two] })).toEqual([all[1]]);
      expect(await idsOf({ owner: 'acc_a', productKeys: [one] })).toEqual([all[0], all[3]]);
      expect(await idsOf({ state: 1 })).toEqual([]);
      const half = await pageOf({ owner: 'acc_a', productKeys: [one] }, undefined, 1);
      expect(await idsOf({ owner: 'acc_a', productKeys: [one] }, half.next ?? 0)).toEqual([all[3]]);
    });

    test('say who made them, and are found by that and by their ids', async () => {
      const [one, two] = [await keyOf('one'), await keyOf('two')];
      await on.writer.run('create-key', ofKey('a', 'shop'));
      const [shop] = await on.calls.makersByKeys(['key_shop']);
      const added: AddedMember[] = [];
      await on.change(function* () {
        for (const role of ['owner', 'member'] as const) added.push(yield* addMember('acc_a', role));
      });
      const [ada, bob] = added;
      const callId = newCallId(now);
      const held = await hold('acc_a', { ...{ productKey: one, callId }, memberKey: ada?.key ?? 0 });
      if (held.outcome !== 'held') throw new Error(held.outcome);
      const ending = JSON.stringify({ requestId: 'id of_1' });
      await on.writer.run('settle', [held.callKey, 1, 0, now, ending, null, null, false]);
      await hold('acc_a', { productKey: two, apiKeyKey: shop?.key ?? 0, callId: newCallId(now + 1) });
      await hold('acc_b', { productKey: one, callId: newCallId(now + 2) });
      const { rows } = await pageOf({});
      const name = ada?.personId ?? '';
      expect(rows.map(({ apiKey, person }) => [apiKey, person])).toEqual([
        [null, null],
        [{ id: 'key_shop', name: 'shop' }, null],
        [null, { id: name, name }],
      ]);
      const [ofB, ofKeyShop, ofAda] = rows.map(({ id }) => id);
      expect(await idsOf({ apiKeyKeys: [shop?.key] })).toEqual([ofKeyShop]);
      expect(await idsOf({ memberKeys: [ada?.key] })).toEqual([ofAda]);
      expect(await idsOf({ memberKeys: [bob?.key] })).toEqual([]);
      expect(await idsOf({ memberKeys: [] })).toEqual([]);
      expect(await idsOf({ owners: ['acc_b', 'acc_c'] })).toEqual([ofB]);
      expect(await idsOf({ callId })).toEqual([ofAda]);
      expect(await idsOf({ callId, owner: 'acc_b' })).toEqual([]);
      expect(await idsOf({ callId: 'call_none' })).toEqual([]);
      expect(await idsOf({ requestId: 'id of_1' })).toEqual([ofAda]);
      expect(await idsOf({ requestId: 'id_of_1' })).toEqual([]);
      const own = { owner: 'acc_a', earlier: undefined, productKeys: undefined, state: undefined };
      const ownPage = { page: 1, pageSize: 5 };
      const { rows: ofOwner, total } = await on.calls.list({ ...own, memberKeys: [ada?.key ?? 0] }, ownPage);
      expect([ofOwner.map(({ id, person }) => [id, person?.id]), total]).toEqual([[[ofAda, name]], 1]);
      expect((await on.calls.list({ ...own, callId: ofB ?? '' }, ownPage)).total).toBe(0);
      expect(await on.calls.makersByPeople([name])).toEqual([{ key: ada?.key, accountId: 'acc_a' }]);
      expect((await on.calls.membersOf('acc_a')).map(({ id }) => id).toSorted()).toEqual(
        added.map(({ personId }) => personId).toSorted(),
      );
      const found = async (text: string) => (await on.calls.findProducts(text, 9)).map(({ key }) => key);
      expect(await found('ONE')).toEqual([one]);
      expect(await found('tw')).toEqual([two]);
      expect(await found('o')).toEqual([one, two]);
      expect(await found('prd_two')).toEqual([two]);
      expect(await found('three')).toEqual([]);
    });

    test('are listed by when they started', async () => {
      const productKey = await keyOf('one');
      const ids: string[] = [];
      for (const ago of [30 * hour, 2 * hour, hour, 0]) {
        const startedMs = now - ago;
        ids.unshift(newCallId(startedMs));
        const purse = { id: 'acc_a', allowance: null, nowMs: startedMs };
        await hold('acc_a', { productKey, callId: ids[0] ?? '', purse });
      }
      const since = (ago: number) => new Date(now - ago);
      expect(await idsOf({ from: since(hour) })).toEqual(ids.slice(0, 2));
      expect(await idsOf({ from: since(hour - 1) })).toEqual(ids.slice(0, 1));
      expect(await idsOf({ to: since(hour) })).toEqual(ids.slice(2));
      expect(await idsOf({ from: since(2 * hour), to: since(1) })).toEqual(ids.slice(1, 3));
      expect(await idsOf({ from: since(3 * hour), owner: 'acc_a', state: 0 })).toEqual(ids.slice(0, 3));
      expect(await idsOf({ from: since(3 * hour), owner: 'acc_b' })).toEqual([]);
      expect(await pageOf({ from: since(-24 * hour) })).toEqual({ rows: [], next: null });
      const first = await pageOf({ from: since(3 * hour) }, undefined, 2);
      expect(first.rows.map(({ id }) => id)).toEqual(ids.slice(0, 2));
      const rest = await pageOf({ from: since(3 * hour) }, first.next ?? 0, 2);
      expect([rest.rows.map(({ id }) => id), rest.next]).toEqual([ids.slice(2, 3), null]);
    });

    test('make the sums of the overview', async () => {
      const day = new Date(now).toISOString().slice(0, 10);
      const productKey = await keyOf('one');
      for (const owner of ['acc_a', 'acc_b', 'acc_a']) {
        const held = await hold(owner, { productKey, credits: 40 });
        if (held.outcome !== 'held') throw new Error(held.outcome);
        await on.writer.run('settle', [held.callKey, 1, 40, now, '{}', null, null, false]);
      }
      await hold('acc_a', { productKey, credits: 3 });
      expect(await on.overview.money()).toEqual({ issued: 200, earned: 120, held: 3 });
      expect(await on.overview.useOf(day)).toEqual({ calls: 3, credits: 120, accounts: 2 });
      expect(await on.overview.useOf('2001-01-01')).toEqual({ calls: 0, credits: 0, accounts: 0 });
      const spending = await on.overview.spendingOf(day);
      expect(await on.overview.runningOut(spending, 7, 10)).toEqual([
        { account: { id: 'acc_a', name: 'a' }, available: 17, perDay: 80 },
        { account: { id: 'acc_b', name: 'b' }, available: 60, perDay: 40 },
      ]);
      expect(await on.overview.runningOut(spending, 1, 10)).toMatchObject([{ account: { id: 'acc_a' } }]);
      expect(await on.overview.runningOut(await on.overview.spendingOf('2001-01-01'), 7, 10)).toEqual([]);
    });
  });
});
