import { describe, expect, test } from 'vitest';
import type { NewIdentity } from '../../../server/store/people/own-account.ts';
import { emptyForEach, engines } from '../../setup/engines-under-test.ts';

const now = Date.UTC(2026, 10, 23, 12);
const hour = 3_600_000;
const mail = { subject: 'Subject', text: 'Text' };
const twenty = Array.from({ length: 20 }, (_, index) => index);
const issuer = 'https://login.example.com';

describe.each(engines)('identities on $engine', ({ open }) => {
  const on = emptyForEach(open);

  async function makePerson(name: string, passwordHash: string | null = 'hash') {
    const emailKey = `${name}@example.com`;
    const person = { id: `per_${name}`, email: emailKey, emailKey, name };
    await on.writer.run('make-operator', { person, role: 'viewer', passwordHash, now });
    const { key = 0 } = (await on.people.findByEmail(emailKey)) ?? {};
    return { personKey: key, personId: person.id };
  }
  type Person = Awaited<ReturnType<typeof makePerson>>;

  const challenge = (name: string) => ({ hash: `challenge ${name}`, expiresAt: now + hour });
  const identity = (subject: string, trip = subject): NewIdentity => ({
    ...{ id: `idn_${trip}`, issuer, subject, challenge: challenge(trip) },
  });
  const connect = (of: Person, which: NewIdentity, most = 20) =>
    on.writer.run('connect-identity', { ...of, identity: which, now, most, mail });
  const disconnect = (of: Person, id: string) =>
    on.writer.run('disconnect-identity', { ...of, id, now, mail });
  const signIn = (of: Person, subject: string, trip: string, session = trip) =>
    on.writer.run('sign-in-by-identity', {
      proof: { kind: 'identity', issuer, subject, challenge: challenge(trip) },
      session: {
        ...{ hash: `session ${session}`, id: `ses_${session}`, device: 'Firefox', now, instead: null },
        ...{ ...of, expiresAt: now + hour, confirmedAt: now - hour },
      },
    });
  const outcomes = (results: { outcome: string }[]) => results.map(({ outcome }) => outcome).toSorted();

  test('of twenty people who connect one identity at once, one does', async () => {
    const people: Person[] = [];
    for (const index of twenty) people.push(await makePerson(`person${index}`));
    const results = await Promise.all(
      people.map((of, index) => connect(of, identity('shared', `trip ${index}`))),
    );
    expect(outcomes(results)).toEqual(['connected', ...Array.from({ length: 19 }, () => 'taken')]);
    const owner = people[results.findIndex(({ outcome }) => outcome === 'connected')];
    expect(await on.people.findIdentity(issuer, 'shared')).toEqual({ personKey: owner?.personKey });
    expect(await on.people.findIdentity('https://other.example', 'shared')).toBeUndefined();
  });

  test('a sign-in elsewhere is used once, of twenty times at once', async () => {
    const ada = await makePerson('ada');
    await connect(ada, identity('ada'));
    const results = await Promise.all(twenty.map((index) => signIn(ada, 'ada', 'one', `${index}`)));
    expect(outcomes(results)).toEqual(['signed-in', ...Array.from({ length: 19 }, () => 'used')]);
    expect(await on.people.sessionsOf(ada.personKey, new Date(now))).toHaveLength(1);
    expect(await connect(ada, identity('another', 'one'))).toEqual({ outcome: 'used' });
    expect(await signIn(ada, 'nobody', 'two')).toEqual({ outcome: 'used' });
  });

  test('a session counts as confirmed from when its person signed in elsewhere', async () => {
    const ada = await makePerson('ada');
    await connect(ada, identity('ada'));
    await signIn(ada, 'ada', 'one');
    const active = await on.accounts.findSession('session one');
    expect(active).toMatchObject({ person: { confirmedAtMs: now - hour } });
  });

  test('a person has a limited number, and keeps one way to sign in', async () => {
    const ada = await makePerson('ada', null);
    expect(await connect(ada, identity('one'), 2)).toEqual({ outcome: 'connected' });
    expect(await connect(ada, identity('two'), 2)).toEqual({ outcome: 'connected' });
    expect(await connect(ada, identity('three'), 2)).toEqual({ outcome: 'too-many' });
    const results = await Promise.all(['idn_one', 'idn_two'].map((id) => disconnect(ada, id)));
    expect(outcomes(results)).toEqual(['disconnected', 'last-way']);
    expect(await disconnect(ada, 'idn_nobody')).toEqual({ outcome: 'unknown' });
    const [left] = await on.people.identitiesOf(ada.personKey);
    const bob = await makePerson('bob');
    expect(await disconnect(bob, left?.id ?? '')).toEqual({ outcome: 'unknown' });
  });

  test('each change has one entry in the audit log, and a mail', async () => {
    const ada = await makePerson('ada');
    await connect(ada, identity('ada'));
    await connect(ada, identity('ada', 'again'));
    await signIn(ada, 'ada', 'one');
    await signIn(ada, 'ada', 'one', 'again');
    await disconnect(ada, 'idn_ada');
    const entries = await on.audit.entriesAfter(1, 100);
    expect(entries.map(({ verb, target }) => [verb, target])).toEqual([
      ['connect-identity', 'idn_ada'],
      ['sign-in-by-identity', 'ses_one'],
      ['disconnect-identity', 'idn_ada'],
    ]);
    const mails = await on.writer.run('claim-mail', { now, leaseUntil: now + hour, most: 10 });
    expect(mails.map(({ kind, to }) => [kind, to])).toEqual([
      ['factors-changed', 'ada@example.com'],
      ['factors-changed', 'ada@example.com'],
    ]);
  });
});
