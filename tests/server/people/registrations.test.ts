import { describe, expect, test } from 'vitest';
import type { Payload } from '../../../server/store/writer.ts';
import { run, statement, timeOf } from '../../../server/store/sql/statement.ts';
import { emptyForEach, engines } from '../../setup/engines-under-test.ts';

const now = Date.UTC(2026, 10, 23, 12);
const minute = 60_000;
const hour = 60 * minute;
const twenty = Array.from({ length: 20 }, (_, index) => index);
const mail = { subject: 'Register', text: 'Link' };
const mailToKnown = { subject: 'Known', text: 'Sign in' };

describe.each(engines)('registrations on $engine', ({ open }) => {
  const on = emptyForEach(open);

  const begin = (emailKey: string, hash: string, at = now) =>
    on.writer.run('begin-registration', {
      ...{ email: emailKey, emailKey, hash, now: at, expiresAt: at + hour, pauseMs: minute },
      ...{ mail, mailToKnown },
    });
  const register = (
    name: string,
    proof: Payload<'register'>['proof'],
    changes: Partial<Payload<'register'>> = {},
  ) =>
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
