import { beforeEach, describe, expect, test } from 'vitest';
import type { Author } from '../../../server/store/author.ts';
import type { Proof } from '../../../server/store/people/proofs.ts';
import { beginSignIn as beginSignInSteps } from '../../../server/store/people/password-jobs.ts';
import { run, statement, timeOf } from '../../../server/store/sql/statement.ts';
import { emptyForEach, engines } from '../../setup/engines-under-test.ts';

const now = Date.UTC(2026, 10, 23, 12);
const minute = 60_000;
const hour = 60 * minute;
const mail = { subject: 'Subject', text: 'Text' };
const ada: Author = { kind: 'person', id: 'per_ada', requestId: 'req-1' };
const erase = statement('UPDATE Person SET erasedAt = ? WHERE key = ?');
let passkeySessions = 0;
const twenty = Array.from({ length: 20 }, (_, index) => index);

describe.each(engines)('on $engine', ({ open }) => {
  const on = emptyForEach(open);
  let of: { personKey: number; personId: string; now: number };
  beforeEach(async () => {
    const person = { id: 'per_ada', email: 'ada@example.com', emailKey: 'ada@example.com', name: 'Ada' };
    await on.writer.run('make-operator', { person, role: 'owner', passwordHash: 'hash', now });
    const { key = 0 } = (await on.people.findByEmail('ada@example.com')) ?? {};
    of = { personKey: key, personId: 'per_ada', now };
  });

  const begin = (secret = 'secret') => on.writer.run('begin-second-factor', { ...of, secret }, ada);
  const recoveryCodes = twenty.slice(0, 10).map((index) => `recovery code ${index}`);
  const enable = (changes: object = {}) =>
    on.writer.run(
      'enable-second-factor',
      { ...of, secret: 'secret', step: 100, recoveryCodes, mail, ...changes },
      ada,
    );
  const enabled = async () => {
    await begin();
    await enable();
  };
  const beginSignIn = (hash: string, expiresAt = now + 5 * minute) =>
    on.change(() => beginSignInSteps({ ...of, hash, expiresAt }));
  const finish = (challengeHash: string | null, proof: Proof, at = now) => {
    const name = challengeHash ?? (passkeySessions += 1);
    const session = { hash: `session of ${name}`, id: `ses_${name}`, device: 'Firefox on Linux' };
    const opened = { ...session, ...of, now: at, expiresAt: at + hour, instead: null };
    return on.writer.run('finish-sign-in', { challengeHash, proof, session: opened }, ada);
  };
  const code = (step: number): Proof => ({ kind: 'code', step });
  const verbs = async () => (await on.audit.entriesAfter(0, 100)).map(({ verb }) => verb).slice(1);
  const isSignedIn = async (name: string) =>
    (await on.accounts.findSession(`session of ${name}`)) !== undefined;

  describe('setting up', () => {
    test('counts once a code was entered, and then cannot begin again', async () => {
      expect(await begin('first')).toEqual({ begun: true });
      expect(await begin()).toEqual({ begun: true });
      expect(await on.people.secondFactorOf(of.personKey)).toEqual({ secret: 'secret', confirmedAt: null });
      expect(await enable({ secret: 'first' })).toEqual({ enabled: false });
      expect(await enable()).toEqual({ enabled: true });
      expect(await on.people.secondFactorOf(of.personKey)).toMatchObject({ confirmedAt: new Date(now) });
      expect(await on.people.countRecoveryCodes(of.personKey)).toBe(10);
      expect(await begin('second')).toEqual({ begun: false });
      expect(await enable()).toEqual({ enabled: false });
      expect(await verbs()).toEqual(['begin-second-factor', 'begin-second-factor', 'enable-second-factor']);
    });

    test('of twenty times at once is one, and its code is used', async () => {
      await begin();
      const results = await Promise.all(
        twenty.map((index) => enable({ recoveryCodes: [`recovery code of ${index}`] })),
      );
      expect(results.filter((result) => result.enabled)).toHaveLength(1);
      expect(await on.people.countRecoveryCodes(of.personKey)).toBe(1);
      await beginSignIn('a');
      expect(await finish('a', code(100))).toEqual({ outcome: 'used' });
    });
  });

  describe('a code', () => {
    beforeEach(enabled);

    test('signs in once, of twenty times at once', async () => {
      await Promise.all(twenty.map((index) => beginSignIn(`challenge ${index}`)));
      const results = await Promise.all(twenty.map((index) => finish(`challenge ${index}`, code(101))));
      expect(results.map(({ outcome }) => outcome).toSorted()).toEqual([
        'signed-in',
        ...Array.from({ length: 19 }, () => 'used'),
      ]);
      const signedIn = await Promise.all(twenty.map((index) => isSignedIn(`challenge ${index}`)));
      expect(signedIn.filter(Boolean)).toHaveLength(1);
      expect((await verbs()).filter((verb) => verb === 'finish-sign-in')).toHaveLength(1);
    });

    test('ends those before it', async () => {
      await beginSignIn('a');
      await beginSignIn('b');
      expect(await finish('a', code(102))).toEqual({ outcome: 'signed-in' });
      expect(await finish('b', code(101))).toEqual({ outcome: 'used' });
      expect(await finish('b', code(103))).toEqual({ outcome: 'signed-in' });
    });

    test('of an app that is not set up, or of somebody else, is none', async () => {
      await on.writer.run('remove-second-factor', { ...of, mail }, ada);
      await begin('another');
      await beginSignIn('a');
      expect(await finish('a', code(101))).toEqual({ outcome: 'used' });
      const others = { kind: 'recovery-code', hash: 'recovery code of bob' } as const;
      expect(await finish('a', others)).toEqual({ outcome: 'used' });
    });

    test('has ten tries within an hour, also at once, and new ones after the right one', async () => {
      const take = (at = now) =>
        on.writer.run('take-code-try', { personKey: of.personKey, now: at, most: 10, withinMs: hour });
      const tries = await Promise.all(twenty.map(() => take()));
      expect(tries.filter(({ retryAt }) => retryAt === null)).toHaveLength(10);
      expect(await take(now + hour - 1)).toEqual({ retryAt: now + hour });
      expect(await take(now + hour)).toEqual({ retryAt: null });
      await Promise.all(twenty.map(() => take(now + hour)));
      await beginSignIn('a', now + 2 * hour);
      expect(await finish('a', code(300), now + hour)).toEqual({ outcome: 'signed-in' });
      expect(await take(now + hour)).toEqual({ retryAt: null });
    });
  });

  describe('a recovery code', () => {
    beforeEach(enabled);
    const recovery = (index: number): Proof => ({ kind: 'recovery-code', hash: `recovery code ${index}` });

    test('signs in once, of twenty times at once', async () => {
      await Promise.all(twenty.map((index) => beginSignIn(`challenge ${index}`)));
      const results = await Promise.all(twenty.map((index) => finish(`challenge ${index}`, recovery(3))));
      expect(results.filter(({ outcome }) => outcome === 'signed-in')).toHaveLength(1);
      expect(await on.people.countRecoveryCodes(of.personKey)).toBe(9);
    });
  });

  describe('a sign-in that needs a code', () => {
    beforeEach(enabled);

    test('ends once, of twenty times at once', async () => {
      await beginSignIn('a');
      const results = await Promise.all(twenty.map((index) => finish('a', code(200 + index))));
      expect(results.filter(({ outcome }) => outcome === 'signed-in')).toHaveLength(1);
    });

    test.each([
      ['that nobody began', 'b', now],
      ['that began five minutes ago', 'a', now + 5 * minute],
    ])('cannot be one %s, and the code is not used', async (_what, hash, at) => {
      await beginSignIn('a');
      expect(await on.people.findChallenge('sign-in', hash, new Date(at))).toBeUndefined();
      expect(await finish(hash, code(101), at)).toEqual({ outcome: 'expired' });
      expect(await on.people.findChallenge('sign-in', 'a', new Date(now))).toBe(of.personKey);
      expect(await finish('a', code(101))).toEqual({ outcome: 'signed-in' });
    });

    test('is begun by a link to choose a password, too', async () => {
      const link = { emailKey: 'ada@example.com', hash: 'link', now, expiresAt: now + hour, mail };
      await on.writer.run('make-password-link', link);
      const session = { hash: 'session of link', id: 'ses_link', device: 'Firefox', expiresAt: now + hour };
      const wish = { linkHash: 'link', passwordHash: 'new', session, now, mail };
      expect(await on.writer.run('use-password-link', wish)).toEqual({
        personId: 'per_ada',
        signedIn: false,
        ended: [],
        keptKeys: 0,
      });
      expect(await isSignedIn('link')).toBe(false);
      expect(await on.people.findByEmail('ada@example.com')).toMatchObject({ passwordHash: 'new' });
    });
  });

  describe('a passkey', () => {
    const challenge = (name: string) => ({ hash: `challenge ${name}`, expiresAt: now + 5 * minute });
    const add = (name: string, changes: object = {}) =>
      on.writer.run(
        'add-passkey',
        {
          ...{ ...of, id: `psk_${name}`, name, credentialId: name, publicKey: 'key', counter: 5, mail },
          ...{ transports: ['internal'], challenge: challenge(`to add ${name}`), most: 3, ...changes },
        },
        ada,
      );
    const use = (counter: number, name: string, credentialId = 'laptop') =>
      finish(null, { kind: 'passkey', credentialId, counter, challenge: challenge(name) });

    test('is added once for each challenge, of twenty times at once', async () => {
      const one = { challenge: challenge('one'), most: 50 };
      const results = await Promise.all(twenty.map((index) => add(`device ${index}`, one)));
      expect(results.filter(({ outcome }) => outcome === 'added')).toHaveLength(1);
      expect(await on.people.passkeysOf(of.personKey)).toHaveLength(1);
      expect(await verbs()).toEqual(['add-passkey']);
    });

    test('is one of at most so many, and of one person', async () => {
      const results = await Promise.all(twenty.map((index) => add(`device ${index}`)));
      expect(results.filter(({ outcome }) => outcome === 'added')).toHaveLength(3);
      expect(results.filter(({ outcome }) => outcome === 'too-many')).toHaveLength(17);
      const [first] = await on.people.passkeysOf(of.personKey);
      const { credentialId = '' } = first ?? {};
      expect(await add('again', { credentialId, most: 9 })).toEqual({ outcome: 'used' });
    });

    test('signs in once for each challenge, of twenty times at once', async () => {
      await add('laptop');
      const results = await Promise.all(twenty.map((index) => use(10 + index, 'a')));
      expect(results.filter(({ outcome }) => outcome === 'signed-in')).toHaveLength(1);
    });

    test('signs in with a counter once, of twenty times at once', async () => {
      await add('laptop');
      const results = await Promise.all(twenty.map((index) => use(6, `a ${index}`)));
      expect(results.filter(({ outcome }) => outcome === 'signed-in')).toHaveLength(1);
    });

    test.each([
      ['goes back', 5, 4, 'used'],
      ['stays', 5, 5, 'used'],
      ['goes back to zero', 5, 0, 'used'],
      ['goes up', 5, 6, 'signed-in'],
      ['is as large as it can be', 5, 4_294_967_295, 'signed-in'],
      ['begins', 0, 1, 'signed-in'],
      ['is always zero', 0, 0, 'signed-in'],
    ])('whose counter %s: from %d to %d is %s', async (_what, from, to, outcome) => {
      await add('laptop', { counter: from });
      expect(await use(to, 'a')).toEqual({ outcome });
    });

    test('that was removed signs nobody in', async () => {
      await add('laptop');
      const remove = () => on.writer.run('remove-passkey', { ...of, id: 'psk_laptop', mail }, ada);
      const others = { ...of, personKey: of.personKey + 1, id: 'psk_laptop', mail };
      expect(await on.writer.run('remove-passkey', others, ada)).toEqual({ outcome: 'unknown' });
      expect(await remove()).toEqual({ outcome: 'removed' });
      expect(await remove()).toEqual({ outcome: 'unknown' });
      expect(await use(6, 'a')).toEqual({ outcome: 'used' });
      expect(await verbs()).toEqual(['add-passkey', 'remove-passkey']);
    });

    test('stays if it is the last way to sign in, of two that are removed at once', async () => {
      for (const name of ['laptop', 'phone']) await add(name);
      await on.change(() => run(statement('UPDATE Person SET passwordHash = NULL')));
      const ids = ['psk_laptop', 'psk_phone'];
      const results = await Promise.all(
        ids.map((id) => on.writer.run('remove-passkey', { ...of, id, mail }, ada)),
      );
      expect(results.map(({ outcome }) => outcome).toSorted()).toEqual(['last-way', 'removed']);
      expect(await on.people.passkeysOf(of.personKey)).toHaveLength(1);
    });
  });

  test.each([
    [
      'a change of the password',
      () => on.writer.run('change-password', { ...of, passwordHash: 'new', sessionId: 'ses_a', mail }),
    ],
    [
      'a link to choose one',
      async () => {
        const link = { emailKey: 'ada@example.com', hash: 'link', now, expiresAt: now + hour, mail };
        await on.writer.run('make-password-link', link);
        const session = { hash: 'chosen', id: 'ses_chosen', device: 'Firefox', expiresAt: now + hour };
        return on.writer.run('use-password-link', {
          ...{ linkHash: 'link', passwordHash: 'new', session, now, mail },
        });
      },
    ],
  ])('a sign-in that waits for a code ends with %s', async (_what, choose) => {
    await enabled();
    await beginSignIn('waiting', now + hour);
    expect(await on.people.findChallenge('sign-in', 'waiting', new Date(now))).toBe(of.personKey);
    await choose();
    expect(await on.people.findChallenge('sign-in', 'waiting', new Date(now))).toBeUndefined();
  });

  describe('a password', () => {
    const signIn = (name: string, comparedHash = 'hash') => {
      const session = { hash: `session of ${name}`, id: `ses_${name}`, device: 'Firefox' };
      return on.writer.run(
        'sign-in-by-password',
        {
          ...{ comparedHash, pending: { hash: `pending of ${name}`, expiresAt: now + hour } },
          session: { ...session, ...of, expiresAt: now + hour, instead: null },
        },
        ada,
      );
    };

    test('that was changed after it was compared signs nobody in', async () => {
      const change = { ...of, passwordHash: 'new', sessionId: 'ses_a', mail };
      await on.writer.run('change-password', change, ada);
      expect(await signIn('late')).toEqual({ outcome: 'changed' });
      expect(await isSignedIn('late')).toBe(false);
      await enabled();
      expect(await signIn('later')).toEqual({ outcome: 'changed' });
      expect(await on.people.findChallenge('sign-in', 'pending of later', new Date(now))).toBeUndefined();
      expect((await verbs()).filter((verb) => verb === 'sign-in-by-password')).toEqual([]);
    });

    test('of somebody who was erased signs nobody in', async () => {
      await on.change(() => run(erase, timeOf(now), of.personKey));
      expect(await signIn('late')).toEqual({ outcome: 'changed' });
    });
  });

  describe('a mailed code', () => {
    const ask = (answer: string, at = now, emailKey = 'ada@example.com') =>
      on.writer.run('mail-code', {
        ...{ emailKey, hash: `for ${emailKey}`, answer, now: at, expiresAt: at + 10 * minute },
        ...{ pauseMs: minute, mail },
      });
    const use = (answer: string, name = 'mail', at = now, emailKey = 'ada@example.com') =>
      on.writer.run('use-mail-code', {
        ...{ emailKey, hash: `for ${emailKey}`, answer, instead: null, now: at },
        session: { hash: `session of ${name}`, id: `ses_${name}`, device: 'Firefox', expiresAt: at + hour },
        pending: { hash: `pending of ${name}`, expiresAt: at + 5 * minute },
        link: { hash: `link of ${name}`, expiresAt: at + hour, mail },
      });
    const outcomes = (results: { outcome: string }[]) => results.map(({ outcome }) => outcome).toSorted();
    const mails = async () =>
      (await on.writer.run('claim-mail', { now: now + hour, leaseUntil: now + 2 * hour, most: 50 })).length;

    test('signs in once, of twenty times at once', async () => {
      expect(await ask('right')).toEqual({ personId: 'per_ada' });
      const results = await Promise.all(twenty.map((index) => use('right', `mail ${index}`)));
      expect(outcomes(results)).toEqual(['signed-in', ...Array.from({ length: 19 }, () => 'wrong')]);
      expect(await verbs()).toEqual(['mail-code', 'use-mail-code']);
    });

    const mailedCodeAt = async (name: string) => {
      const active = await on.accounts.findSession(`session of ${name}`);
      return active && 'person' in active ? active.person.mailedCodeAtMs : undefined;
    };

    test('is known to have begun a session, also one that needs a code of the app, and no other', async () => {
      await ask('right');
      await use('right');
      expect(await mailedCodeAt('mail')).toBe(now);
      await enabled();
      await ask('another', now + minute);
      expect(await use('another', 'app', now + minute)).toMatchObject({ outcome: 'pending' });
      expect(await finish('pending of app', code(201), now + 2 * minute)).toEqual({ outcome: 'signed-in' });
      expect(await mailedCodeAt('pending of app')).toBe(now + minute);
      await beginSignIn('password');
      await finish('password', code(202));
      expect(await mailedCodeAt('password')).toBe(0);
    });

    test('has five tries, of twenty at once', async () => {
      await ask('right');
      expect(outcomes(await Promise.all(twenty.slice(0, 4).map(() => use('wrong'))))).not.toContain(
        'signed-in',
      );
      expect(await use('right')).toMatchObject({ outcome: 'signed-in' });
      await ask('another', now + minute);
      await Promise.all(twenty.map(() => use('wrong', 'mail', now + minute)));
      expect(await use('another', 'mail', now + minute)).toEqual({ outcome: 'wrong' });
      expect((await verbs()).filter((verb) => verb === 'use-mail-code')).toHaveLength(1);
    });

    test('is valid for ten minutes', async () => {
      await ask('right');
      expect(await use('right', 'mail', now + 10 * minute)).toEqual({ outcome: 'wrong' });
      expect(await use('right', 'mail', now + 10 * minute - 1)).toMatchObject({ outcome: 'signed-in' });
    });

    test('is mailed once a minute, and ends the one before', async () => {
      const asked = await Promise.all(twenty.map((index) => ask(`code ${index}`)));
      expect(asked.filter(({ personId }) => personId !== null)).toHaveLength(1);
      expect(await ask('later', now + minute - 1)).toEqual({ personId: null });
      expect(await ask('latest', now + minute)).toEqual({ personId: 'per_ada' });
      expect(await mails()).toBe(2);
      expect(await use('code 0', 'mail', now + minute)).toEqual({ outcome: 'wrong' });
      expect(await use('latest', 'mail', now + minute)).toMatchObject({ outcome: 'signed-in' });
    });
  });

  describe('removing', () => {
    beforeEach(enabled);

    test('ends the recovery codes, and is told by mail', async () => {
      const remove = () => on.writer.run('remove-second-factor', { ...of, mail }, ada);
      expect(await remove()).toEqual({ removed: true });
      expect(await remove()).toEqual({ removed: false });
      expect(await on.people.secondFactorOf(of.personKey)).toBeUndefined();
      expect(await on.people.countRecoveryCodes(of.personKey)).toBe(0);
      const mails = await on.writer.run('claim-mail', { now, leaseUntil: now + hour, most: 10 });
      expect(mails.map(({ kind, to }) => [kind, to])).toEqual([
        ['factors-changed', 'ada@example.com'],
        ['factors-changed', 'ada@example.com'],
      ]);
    });

    test('by an operator also ends the sessions, and sign-ins that wait for a code', async () => {
      await beginSignIn('a');
      await beginSignIn('b');
      await finish('a', code(101));
      const challenge = { hash: 'challenge', expiresAt: now + minute };
      const passkey = { id: 'psk_a', name: 'A', credentialId: 'a', publicKey: 'key', counter: 0, mail };
      await on.writer.run('add-passkey', { ...of, ...passkey, transports: [], challenge, most: 3 }, ada);
      const reset = (emailKey = 'ada@example.com') => on.writer.run('reset-factors', { emailKey, now, mail });
      expect(await reset()).toEqual({ personId: 'per_ada', had: true });
      expect(await isSignedIn('a')).toBe(false);
      expect(await on.people.passkeysOf(of.personKey)).toEqual([]);
      expect(await finish('b', code(102))).toEqual({ outcome: 'expired' });
      expect(await reset()).toEqual({ personId: 'per_ada', had: false });
      expect(await reset('bob@example.com')).toEqual({ personId: null });
      expect((await verbs()).filter((verb) => verb === 'reset-factors')).toHaveLength(1);
    });
  });
});
