import { describe, expect, test } from 'vitest';
import { auditStart, faultOfEntry } from '../../../server/store/operation/check-audit.ts';
import { hashLinkToken, makeSetupLink } from '../../../server/people/link-token.ts';
import type { Author } from '../../../server/store/author.ts';
import { run, statement } from '../../../server/store/sql/statement.ts';
import { emptyForEach, engines } from '../../setup/engines-under-test.ts';
import { publishedTags } from '../../setup/published-product.ts';
import type { Payload } from '../../../server/store/writer.ts';

const now = Date.UTC(2026, 10, 23, 12);
const hour = 3_600_000;
const ada: Author = { kind: 'person', id: 'per_ada', requestId: 'req-1' };

describe.each(engines)('on $engine', ({ open }) => {
  const on = emptyForEach(open);

  const session = (name: string) => ({
    ...{ hash: `hash of ${name}`, id: `ses_${name}`, device: 'Firefox on Linux', expiresAt: now + hour },
  });
  const link = (changes: object = {}) =>
    on.writer.run('make-setup-link', {
      hash: 'link',
      now,
      expiresAt: now + hour,
      graceMs: 0,
      ...changes,
    });

  function claim(name: string, changes: Partial<Payload<'claim-portal'>> = {}) {
    const emailKey = `${name}@example.com`;
    const person = { id: `per_${name}`, email: emailKey, emailKey, name, passwordHash: 'hash' };
    const wish = { linkHash: 'link', person, session: session(name), now, ...changes };
    return on.writer.run('claim-portal', wish, { ...ada, id: person.id });
  }

  const auditFaults = async () => {
    let place = auditStart;
    const faults: string[] = [];
    for (const entry of await on.audit.entriesAfter(0, 1_000)) {
      const fault = faultOfEntry(entry, place);
      if (fault !== undefined) faults.push(fault);
      place = { number: entry.number, hash: entry.hash };
    }
    return faults;
  };

  describe('the first operator', () => {
    test('of fifty who claim the portal at once, one does', async () => {
      await link();
      const claims = await Promise.all(Array.from({ length: 50 }, (_, index) => claim(`person${index}`)));
      const claimed = claims.flatMap((result, index) => (result.claimed ? index : []));
      expect(claimed).toHaveLength(1);
      const refused = claims.filter((result) => !result.claimed);
      expect(new Set(refused.map((result) => JSON.stringify(result)))).toEqual(
        new Set([JSON.stringify({ claimed: false, because: 'operator' })]),
      );
      const winner = await on.people.findByEmail(`person${claimed[0]}@example.com`);
      expect(winner).toMatchObject({ operatorRole: 'owner', passwordHash: 'hash' });
      const active = await on.accounts.findSession(`hash of person${claimed[0]}`);
      expect(active).toMatchObject({ person: { id: winner?.id, operatorRole: 'owner' } });
      const entries = await on.audit.entriesAfter(0, 100);
      expect(entries.map(({ verb, target }) => [verb, target])).toEqual([['claim-portal', winner?.id]]);
    });

    test.each([
      ['a link that nobody made', { linkHash: 'other' }],
      ['a link that has expired', { now: now + hour }],
    ])('is not made with %s', async (_what, changes) => {
      await link();
      expect(await claim('ada', changes)).toEqual({ claimed: false, because: 'link' });
      expect(await on.people.hasOperator()).toBe(false);
    });

    const isRefused = { claimed: false, because: 'link' };

    test('is made with the link of the newest start', async () => {
      await link({ hash: 'first' });
      await link({ hash: 'second' });
      expect(await claim('ada', { linkHash: 'first' })).toEqual(isRefused);
      expect(await claim('ada', { linkHash: 'second' })).toEqual({ claimed: true });
      expect(await link()).toEqual({ made: false });
    });

    test('is made with the link of any portal that starts at the same time, for a while', async () => {
      const minute = 60_000;
      const start = (hash: string, atMs: number) => link({ hash, now: atMs, graceMs: 10 * minute });
      await start('yesterday', now - 24 * hour);
      await start('first', now - 9 * minute);
      await start('second', now);
      await start('third', now + minute / 2);
      const holds = (hash: string, atMs: number) => on.people.hasLink('setup', hash, new Date(atMs));
      expect(await holds('yesterday', now)).toBe(false);
      // The second start gave it ten minutes, and the third one no more.
      expect([await holds('first', now + 10 * minute - 1), await holds('first', now + 10 * minute)]).toEqual([
        ...[true, false],
      ]);
      expect([
        await holds('second', now + 10.5 * minute - 1),
        await holds('second', now + 10.5 * minute),
      ]).toEqual([...[true, false]]);
      expect(await claim('ada', { linkHash: 'second', now: now + 11 * minute })).toEqual(isRefused);
      expect(await claim('ada', { linkHash: 'third', now: now + 11 * minute })).toEqual({ claimed: true });
    });

    test('is made with the link of a portal that started just before another one of its database', async () => {
      const settings = { url: 'https://apis.example.com', databaseUrl: 'postgres://database/farebox' };
      const hashOf = (made: string | undefined) => hashLinkToken(made?.split('#')[1] ?? '');
      await link({ hash: 'earlier', now: Date.now() - hour, expiresAt: Date.now() + hour });
      const [one, other] = [
        await makeSetupLink(settings, on.writer),
        await makeSetupLink(settings, on.writer),
      ];
      const at = Date.now();
      expect(await claim('ada', { linkHash: 'earlier', now: at })).toEqual(isRefused);
      expect(await claim('ada', { linkHash: hashOf(one), now: at + hour })).toEqual(isRefused);
      expect(await on.people.hasLink('setup', hashOf(other), new Date(at + hour))).toBe(true);
      expect(await claim('ada', { linkHash: hashOf(one), now: at })).toEqual({ claimed: true });
    });
  });

  describe('the operator of the settings', () => {
    const provision = (name: string) => {
      const emailKey = `${name}@example.com`;
      const person = { id: `per_${name}`, email: emailKey, emailKey, name };
      return on.writer.run('provision-operator', { person, passwordHash: `hash of ${name}`, now });
    };

    test('is made by one of twenty portals that start at once, and ends links to set up', async () => {
      await link();
      const results = await Promise.all(Array.from({ length: 20 }, (_, index) => provision(`ada${index}`)));
      const made = results.flatMap(({ personId }) => personId ?? []);
      expect(made).toHaveLength(1);
      expect(await claim('bob')).toEqual({ claimed: false, because: 'operator' });
      const [id = ''] = made;
      expect(await on.people.findByEmail(`${id.slice(4)}@example.com`)).toMatchObject({
        ...{ operatorRole: 'owner', passwordHash: `hash of ${id.slice(4)}` },
      });
      const entries = await on.audit.entriesAfter(0, 100);
      expect(entries).toMatchObject([{ verb: 'provision-operator', target: id }]);
    });

    test('may be somebody who is an operator of another role', async () => {
      const person = { id: 'per_ada', email: 'ada@example.com', emailKey: 'ada@example.com', name: 'Ada' };
      await on.writer.run('make-operator', { person, role: 'viewer', passwordHash: null, now });
      expect(await provision('ada')).toMatchObject({ personId: 'per_ada' });
      expect(await on.people.findByEmail('ada@example.com')).toMatchObject({
        ...{ id: 'per_ada', operatorRole: 'owner', passwordHash: 'hash of ada' },
      });
    });
  });

  describe('an operator of the command line', () => {
    const make = (name: string, role: 'owner' | 'viewer' = 'owner') =>
      on.writer.run('make-operator', {
        person: { id: `per_${name}`, email: `${name}@example.com`, emailKey: `${name}@example.com`, name },
        ...{ role, passwordHash: null, now },
      });

    test('is made once, and ends links to set up', async () => {
      await link();
      expect(await make('ada')).toMatchObject({ made: true, personId: 'per_ada' });
      expect(await make('ada', 'viewer')).toMatchObject({ made: false, personId: 'per_ada' });
      expect(await claim('bob')).toEqual({ claimed: false, because: 'operator' });
    });
  });

  test('sessions of a person are listed, the last used first', async () => {
    await link();
    await claim('ada');
    const personKey = (await on.people.findByEmail('ada@example.com'))?.key ?? 0;
    for (const [name, at] of [
      ['second', now + 1],
      ['third', now + 2],
    ] as const) {
      const opened = { ...session(name), personKey, personId: 'per_ada', now: at, instead: null };
      await on.writer.run('open-session', opened, ada);
    }
    await on.writer.run('see-session', { hash: 'hash of second', now: now + 3 });
    const listed = await on.people.sessionsOf(personKey, new Date(now));
    expect(listed.map(({ id }) => id)).toEqual(['ses_second', 'ses_third', 'ses_ada']);
  });

  describe('the audit log', () => {
    const createAccount = (name: string, author?: Author) =>
      on.writer.run('create-account', { id: `acc_${name}`, name, now, credits: 5 }, author);

    test('has one entry for each change, with its author, in a chain', async () => {
      await createAccount('a', ada);
      const root: Author = { kind: 'command-line', id: 'root', requestId: null };
      const grant = { purseId: 'acc_a', credits: 7, kind: 'grant', reason: 'Paid', nowMs: now } as const;
      // Verbs of different kinds run at the same time.
      const changes = Array.from({ length: 10 }, (_, index) => [
        createAccount(`a${index}`, ada),
        on.writer.run('grant', grant, root),
        on.writer.run('publish-tags', { tags: publishedTags }, root),
      ]);
      await Promise.all(changes.flat());
      const entries = await on.audit.entriesAfter(0, 100);
      expect(entries[0]).toMatchObject({
        ...{
          number: 1,
          actor: { kind: 'person', id: 'per_ada' },
          verb: 'create-account',
          requestId: 'req-1',
        },
        ...{ target: 'acc_a', after: { credits: 5 } },
      });
      expect(entries.find(({ verb }) => verb === 'grant')).toMatchObject({
        ...{ actor: { kind: 'command-line', id: 'root' }, target: 'acc_a', reason: 'Paid' },
        after: { credits: 7, kind: 'grant' },
      });
      const count = (verb: string) => entries.filter((entry) => entry.verb === verb).length;
      expect(['create-account', 'grant', 'publish-tags'].map(count)).toEqual([11, 10, 10]);
      expect(await auditFaults()).toEqual([]);
      expect(await on.audit.entriesAfter(30, 100)).toHaveLength(1);
    });

    test('has no entry for what changed nothing, or failed', async () => {
      await createAccount('a');
      expect(await createAccount('a')).toEqual({ takenBy: 'acc_a' });
      const tooMuch = { purseId: 'acc_a', credits: -6, kind: 'correction', reason: 'x', nowMs: now } as const;
      await expect(on.writer.run('grant', tooMuch)).rejects.toThrow();
      expect(await on.audit.entriesAfter(0, 100)).toHaveLength(1);
    });

    test.each([
      ['UPDATE', "UPDATE AuditEntry SET reason = 'other'"],
      ['DELETE', 'DELETE FROM AuditEntry'],
    ])('refuses %s', async (_what, sql) => {
      await createAccount('a');
      const change = () => on.change(() => run(statement(sql)));
      await expect((async () => change())()).rejects.toThrow('audit entries do not change');
      expect(await on.audit.entriesAfter(0, 100)).toHaveLength(1);
    });
  });
});
