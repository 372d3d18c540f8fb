import { describe, expect, test } from 'vitest';
import type { RegisterPayload } from '../../../server/store/registration-changes.ts';
import { run, statement, timeOf } from '../../../server/store/sql/statement.ts';
import { emptyForEach, engines } from '../../setup/engines-under-test.ts';
import { publishedProduct, publishedTags } from '../../setup/published-product.ts';

const now = Date.UTC(2026, 10, 23, 12);
const minute = 60_000;
const hour = 60 * minute;
const twenty = Array.from({ length: 20 }, (_, index) => index);
const addPurse = statement(
  "INSERT INTO Purse (key, id, posted, pending) VALUES (7, 'guest_a', 0, 0) ON CONFLICT DO NOTHING",
);
const addCall = statement(
  `INSERT INTO Call (key, id, purseKey, owner, productKey, versionKey, state, quoted, charged, startedAt, inputHash)
   VALUES (?, ?, 7, 'anon_a', 1, 1, 1, 0, 0, ?, 'h')`,
  `INSERT INTO Call (key, id, purseKey, owner, productKey, versionKey, state, quoted, charged, startedAt, inputHash, instanceKey)
   VALUES (?, ?, 7, 'anon_a', 1, 1, 1, 0, 0, ?, 'h', 1)`,
);
const mail = { subject: 'Register', text: 'Link' };
const mailToKnown = { subject: 'Known', text: 'Sign in' };

describe.each(engines)('registrations on $engine', ({ open }) => {
  const on = emptyForEach(open);

  const begin = (emailKey: string, hash: string, at = now) =>
    on.writer.run('begin-registration', {
      ...{ email: emailKey, emailKey, hash, now: at, expiresAt: at + hour, pauseMs: minute },
      ...{ mail, mailToKnown },
    });
  const register = (name: string, proof: RegisterPayload['proof'], changes: Partial<RegisterPayload> = {}) =>
    on.writer.run(
      'register',
      {
        ...{ proof, accountId: `acc_${name}`, credits: 40, history: null, now },
        person: { id: `per_${name}`, name: 'Ada', passwordHash: 'hash' },
        session: { hash: `hash of ${name}`, id: `ses_${name}`, device: 'Firefox', expiresAt: now + hour },
        ...changes,
      },
      { kind: 'person', id: `per_${name}`, requestId: 'req-1' },
    );
  const mails = async () => {
    const claimed = await on.writer.run('claim-mail', {
      now: now + hour,
      leaseUntil: now + 2 * hour,
      most: 10,
    });
    return claimed.map(({ to, subject }) => [to, subject]);
  };
  const identity = (subject: string, trip: string) => ({
    ...{ id: `idn_${trip}`, issuer: 'https://login.example.com', subject },
    challenge: { hash: `challenge ${trip}`, expiresAt: now + hour },
  });
  const outcomes = (results: { outcome: string }[]) => results.map(({ outcome }) => outcome).toSorted();

  test('mails are bounded in a day by address, by network, and in all, whoever asks', async () => {
    const ask = async (address: string, askedBy: string, at = now) => {
      const { bound } = await on.writer.run('begin-registration', {
        ...{ email: address, emailKey: address, hash: `${address} ${at}`, now: at, expiresAt: at + hour },
        ...{ pauseMs: minute, askedBy, mail, mailToKnown },
      });
      return bound;
    };
    for (let time = 0; time < 5; time += 1)
      expect(await ask('ada@example.com', `net ${time}`, now + time * hour)).toBeNull();
    expect(await ask('ada@example.com', 'another', now + 6 * hour)).toBe('address');
    // The last link is as good as it was.
    expect(
      await on.people.findRegistration(`ada@example.com ${now + 4 * hour}`, new Date(now)),
    ).toBeDefined();
    for (let one = 0; one < 50; one += 1) expect(await ask(`a${one}@example.com`, 'net')).toBeNull();
    expect(await ask('b@example.com', 'net')).toBe('network');
    expect(await ask('b@example.com', 'other')).toBeNull();
    const all = statement(`UPDATE Mail SET askedBy = 'many'`);
    await on.change(() => run(all));
    const more = statement(
      `INSERT INTO Mail (id, kind, "to", subject, text, createdAt, attempts, askedBy) VALUES (?, 'registration', 'x@example.com', '', '', ?, 0, 'many')`,
    );
    await on.change(function* () {
      for (let one = 56; one < 2_000; one += 1) yield* run(more, `mail_${one}`, timeOf(now));
    });
    expect(await ask('c@example.com', 'other')).toBe('all');
    expect(await ask('c@example.com', 'other', now + 25 * hour)).toBeNull();
  });

  test('of twenty people with one link at once, one is made, with one grant', async () => {
    await begin('ada@example.com', 'link');
    const results = await Promise.all(twenty.map((index) => register(`a${index}`, { linkHash: 'link' })));
    expect(outcomes(results)).toEqual([...Array.from({ length: 19 }, () => 'link'), 'registered']);
    const accounts = await on.accounts.listAccounts();
    expect(accounts).toMatchObject([{ name: 'Ada', posted: 40 }]);
    const person = await on.people.findByEmail('ada@example.com');
    expect(await on.members.accountsOf(person?.key ?? 0)).toMatchObject([{ name: 'Ada', role: 'owner' }]);
    const entries = await on.audit.entriesAfter(0, 100);
    expect(entries.map(({ verb, target, after }) => [verb, target, after])).toEqual([
      ['register', person?.id, { accountId: accounts[0]?.id, credits: 40 }],
    ]);
    expect(await on.people.sessionsOf(person?.key ?? 0, new Date(now))).toHaveLength(1);
  });

  test('a link ends with its time, with the next one, and where somebody else has the address', async () => {
    await begin('ada@example.com', 'first');
    expect(await on.people.findRegistration('first', new Date(now))).toBe('ada@example.com');
    expect(await register('late', { linkHash: 'first' }, { now: now + hour })).toEqual({ outcome: 'link' });
    expect(await begin('ada@example.com', 'second', now + minute)).toEqual({ mailed: true, bound: null });
    expect(await register('old', { linkHash: 'first' })).toEqual({ outcome: 'link' });
    const emailKey = 'ada@example.com';
    const person = { id: 'per_other', email: emailKey, emailKey, name: 'Other' };
    await on.writer.run('make-operator', { person, role: 'viewer', passwordHash: null, now });
    expect(await register('taken', { linkHash: 'second' })).toEqual({ outcome: 'email' });
    expect(await on.accounts.listAccounts()).toEqual([]);
  });

  test('an address becomes one person of all who make one of it at the same time', async () => {
    for (const index of twenty) {
      const emailKey = `ada${index}@example.com`;
      await begin(emailKey, `link ${index}`);
      const person = { id: `per_operator${index}`, email: emailKey, emailKey, name: 'Ada' };
      await Promise.all([
        on.writer.run('make-operator', { person, role: 'viewer', passwordHash: null, now }),
        register(`a${index}`, { linkHash: `link ${index}` }),
      ]);
      expect(await on.people.findByEmail(emailKey)).toMatchObject({ operatorRole: 'viewer' });
    }
  });

  test('an address gets one mail a minute, which says whether it is known', async () => {
    expect(await begin('ada@example.com', 'first')).toEqual({ mailed: true, bound: null });
    expect(await begin('ada@example.com', 'second', now + minute - 1)).toEqual({
      mailed: false,
      bound: null,
    });
    await register('ada', { linkHash: 'first' });
    expect(await begin('ada@example.com', 'third', now + minute)).toEqual({ mailed: true, bound: null });
    expect(await begin('ada@example.com', 'fourth', now + minute)).toEqual({ mailed: false, bound: null });
    expect(await mails()).toEqual([
      ['ada@example.com', 'Register'],
      ['ada@example.com', 'Known'],
    ]);
  });

  test('an account has the name of its person, and its id where that is taken', async () => {
    for (const name of ['one', 'two']) {
      await begin(`${name}@example.com`, name);
      await register(name, { linkHash: name });
    }
    await begin('three@example.com', 'three');
    const person = { id: 'per_three', name: 'acc_one', passwordHash: 'hash' };
    await register('three', { linkHash: 'three' }, { person });
    const names = (await on.accounts.listAccounts()).map(({ name }) => name);
    expect(names).toEqual(['Account of acc_one', 'Ada', 'Ada (two)']);
  });

  test('a person keeps the calls of their browser until then, and is the only one', async () => {
    await on.writer.run('publish-tags', { tags: publishedTags });
    await on.writer.run('publish', { products: [publishedProduct('a')], now });
    const keys = [1, 2, 3].map((number) => Math.floor(Date.now() / (24 * hour)) * 2 ** 32 + number);
    const addCalls = (some: number[]) =>
      on.change(function* () {
        yield* run(addPurse);
        for (const key of some) yield* run(addCall, key, `call_${key}`, timeOf(now));
      });
    await addCalls(keys.slice(0, 2));
    for (const name of ['one', 'two', 'three']) await begin(`${name}@example.com`, name);
    await register('one', { linkHash: 'one' }, { history: 'anon_a' });
    await addCalls(keys.slice(2));
    await register('two', { linkHash: 'two' }, { history: 'anon_a' });
    await register('three', { linkHash: 'three' }, { history: 'anon_none' });
    const historyOf = async (name: string) =>
      on.people.guestHistoryOf((await on.people.findByEmail(`${name}@example.com`))?.key ?? 0);
    expect(await historyOf('one')).toEqual({ owner: 'anon_a', lastCallKey: keys[1] });
    expect([await historyOf('two'), await historyOf('three')]).toEqual([undefined, undefined]);
  });

  test('an identity registers once, of twenty times at once and of twenty sign-ins', async () => {
    const by = (subject: string, trip: string, emailKey: string) =>
      register(trip, { identity: identity(subject, trip), email: emailKey, emailKey });
    const same = await Promise.all(
      twenty.map((index) =>
        register(`b${index}`, {
          identity: { ...identity('bea', 'one'), id: `idn_${index}` },
          email: `b${index}@example.com`,
          emailKey: `b${index}@example.com`,
        }),
      ),
    );
    expect(outcomes(same)).toEqual(['registered', ...Array.from({ length: 19 }, () => 'used')]);
    const several = await Promise.all(
      twenty.map((index) => by('cleo', `c${index}`, `c${index}@example.com`)),
    );
    expect(outcomes(several)).toEqual(['registered', ...Array.from({ length: 19 }, () => 'used')]);
    const addresses = await Promise.all(twenty.map((index) => by(`d${index}`, `d${index}`, 'd@example.com')));
    expect(outcomes(addresses)).toEqual([...Array.from({ length: 19 }, () => 'email'), 'registered']);
    const balances = (await on.accounts.listAccounts()).map(({ posted }) => posted);
    expect(balances).toEqual([40, 40, 40]);
  });
});
