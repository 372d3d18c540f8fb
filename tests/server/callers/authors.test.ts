import { beforeEach, describe, expect, test } from 'vitest';
import type { OperatorRole } from '../../../lib/account/session.ts';
import { createKey } from '../../../server/callers/change-keys.ts';
import { authorOf, memberCaller } from '../../../server/callers/caller.ts';
import { memberAuthor } from '../../../server/callers/require-role.ts';
import { makeChange } from '../../../server/operator/change.ts';
import { grantCredits } from '../../../server/operator/change-account.ts';
import type { Author, Need } from '../../../server/store/author.ts';
import { run, statement } from '../../../server/store/sql/statement.ts';
import type { Writer } from '../../../server/store/writer.ts';
import { writeChange } from '../../../server/store/write-change.ts';
import { type AddedMember, addMember } from '../../setup/add-member.ts';
import { emptyForEach, engines } from '../../setup/engines-under-test.ts';
import { openPortalUnderTest } from '../../setup/portal-under-test.ts';

const hour = 3_600_000;
const sessionId = 'ses_ada';
const noCaps = { capDay: null, capMonth: null, capTotal: null };
const refused = { code: 'author-refused' };

const openSession = (writer: Writer, { personKey, personId }: AddedMember) =>
  writer.run('open-session', {
    ...{ hash: 'hash', id: sessionId, personKey, personId, device: 'Firefox' },
    ...{ now: Date.now(), expiresAt: Date.now() + hour, instead: null },
  });

describe.each(engines)('the author of a change on $engine', ({ open }) => {
  const on = emptyForEach(open);
  let ada: AddedMember;
  let asPerson: Author;
  const asKey: Author = { kind: 'key', id: 'key_a', requestId: null };

  beforeEach(async () => {
    await on.writer.run('create-account', { id: 'acc_a', name: 'A', now: 0, credits: 100 });
    ada = await on.change(() => addMember('acc_a', 'owner'));
    await setRole('finance');
    await openSession(on.writer, ada);
    asPerson = { kind: 'person', id: ada.personId, requestId: null, sessionId };
  });

  const setRole = (role: OperatorRole | null) =>
    on.writer.run('set-operator-role', { personId: ada.personId, role, now: Date.now() });
  const makeKey = (changes: object) =>
    on.writer.run('create-key', {
      ...{ id: 'key_a', accountId: 'acc_a', name: '', hash: 'hash of key', hint: '', operator: false },
      ...{ now: Date.now(), expiresAt: null, ...noCaps, ...changes },
    });
  const revokeKey = () => on.writer.run('revoke-key', { id: 'key_a', now: Date.now() });
  const grant = (author: Author) =>
    on.writer.run('grant', { purseId: 'acc_a', credits: 5, kind: 'grant', reason: '', nowMs: 0 }, author);
  const finance: Need = { operatorRoles: ['owner', 'finance'] };
  const needing = (verb: 'manage-webhooks' | 'own-keys'): Author => ({
    ...asPerson,
    needs: { accountId: 'acc_a', personKey: ada.personKey, verb },
  });

  test('needs a session that has not ended', async () => {
    expect(await grant(asPerson)).toMatchObject({ posted: 105 });
    await on.writer.run('end-sessions', { personId: ada.personId, personKey: ada.personKey, which: 'all' });
    await expect(grant(asPerson)).rejects.toMatchObject(refused);
    await expect(grant({ ...asPerson, needs: finance })).rejects.toMatchObject(refused);
  });

  test('needs a session that has not expired', async () => {
    await on.change(() => run(statement('UPDATE Session SET expiresAt = createdAt')));
    await expect(grant(asPerson)).rejects.toMatchObject(refused);
  });

  test('needs the role of an operator that the change needs', async () => {
    const author = { ...asPerson, needs: finance };
    expect(await grant(author)).toMatchObject({ posted: 105 });
    for (const role of ['viewer', null] as const) {
      await setRole(role);
      await expect(grant(author)).rejects.toMatchObject(refused);
    }
    const { posted } = (await on.accounts.summary('acc_a')) ?? {};
    expect(posted).toBe(105);
    const entries = await on.audit.entriesAfter(0, 100);
    expect(entries.filter(({ verb }) => verb === 'grant')).toHaveLength(1);
  });

  test.each([
    ['members', () => on.change(() => run(statement('UPDATE Member SET removedAt = NULL')))],
    ['operator-key', () => makeKey({ operator: true })],
  ] as const)('needs another role once the account has %s, and is told which', async (has, add) => {
    await on.change(() => run(statement('UPDATE Member SET removedAt = joinedAt')));
    const also = { account: 'acc_a', has, operatorRoles: ['owner'] as const, refusal: 'Only owners can.' };
    const author = { ...asPerson, needs: { ...finance, also } };
    expect(await grant(author)).toMatchObject({ posted: 105 });
    await add();
    await expect(grant(author)).rejects.toMatchObject({ ...refused, message: 'Only owners can.' });
    await setRole('owner');
    expect(await grant(author)).toMatchObject({ posted: 110 });
  });

  test('needs the role in the account that the change needs', async () => {
    const end = () =>
      on.writer.run('delete-webhook', { id: 'none', accountId: 'acc_a' }, needing('manage-webhooks'));
    expect(await end()).toEqual({ deleted: false });
    await on.change(() => run(statement("UPDATE Member SET role = 'member' WHERE key = ?"), ada.key));
    await expect(end()).rejects.toMatchObject(refused);
    expect(await grant(needing('own-keys'))).toMatchObject({ posted: 105 });
  });

  test('needs a key that is neither revoked nor expired', async () => {
    await makeKey({ id: 'key_b', hash: 'b', expiresAt: Date.now() - 1 });
    await expect(grant({ ...asKey, id: 'key_b' })).rejects.toMatchObject(refused);
    await makeKey({});
    expect(await grant(asKey)).toMatchObject({ posted: 105 });
    await revokeKey();
    await expect(grant(asKey)).rejects.toMatchObject(refused);
  });

  test('is no operator with the key of an account', async () => {
    await makeKey({});
    await expect(grant({ ...asKey, needs: finance })).rejects.toMatchObject(refused);
    await makeKey({ id: 'key_b', hash: 'b', operator: true });
    expect(await grant({ ...asKey, id: 'key_b', needs: finance })).toMatchObject({ posted: 105 });
  });

  test('has only the role of the person whose operator key it is', async () => {
    await makeKey({ operator: true, personKey: ada.personKey });
    expect(await grant({ ...asKey, needs: finance })).toMatchObject({ posted: 105 });
    await setRole(null);
    await expect(grant({ ...asKey, needs: finance })).rejects.toMatchObject(refused);
  });

  test('undoes nothing of the changes that are written at the same time', async () => {
    const none = { ...asPerson, needs: { operatorRoles: [] } };
    const grants = [asPerson, none, asPerson, none, asPerson].map(grant);
    const outcomes = (await Promise.allSettled(grants)).map(({ status }) => status);
    expect(outcomes).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected', 'fulfilled']);
    expect(await on.accounts.summary('acc_a')).toMatchObject({ posted: 115 });
  });
});

describe('a caller whose role has changed since they were identified', () => {
  const forbidden = { code: 'forbidden', message: expect.stringContaining('no longer allowed') };

  async function identified(role: 'owner' | null) {
    const portal = await openPortalUnderTest({});
    const { writer, database } = portal;
    await writer.run('create-account', { id: 'acc_a', name: 'A', now: 0, credits: 100 });
    const invited = { id: 'per_ada', email: 'ada@example.com', emailKey: 'ada@example.com', name: 'Ada' };
    await writer.run('make-operator', { person: invited, role: 'owner', passwordHash: null, now: 0 });
    const { key: personKey } = await database.person.findUniqueOrThrow({ where: { id: 'per_ada' } });
    const { key: accountKey } = await database.account.findUniqueOrThrow({ where: { id: 'acc_a' } });
    const terms = { accountKey, personKey, role: 'owner', joinedAt: new Date(0) };
    const { key } = await database.member.create({ data: terms });
    await openSession(writer, { key, personKey, personId: 'per_ada' });
    const person = {
      key: personKey,
      id: 'per_ada',
      sessionId,
      confirmedAtMs: Date.now(),
      mailedCodeAtMs: 0,
      operatorRole: role,
    };
    const member = { key, role: 'owner', accountId: 'acc_a' } as const;
    return { ...portal, memberKey: key, caller: memberCaller(person, member) };
  }

  test('grants nothing as an operator', async () => {
    const { context, caller, database, close } = await identified('owner');
    const grant = () => {
      const wish = { accountId: 'acc_a', credits: 5, reason: 'Asked for it' };
      return makeChange(context, grantCredits, wish, authorOf(caller, 'req-1'), undefined);
    };
    expect(await grant()).toMatchObject({ answer: { balance: 105 } });
    await database.person.update({ where: { id: 'per_ada' }, data: { operatorRole: 'publisher' } });
    await expect(grant()).rejects.toMatchObject(forbidden);
    await close();
  });

  test('takes credits of which another operator has taken some at the same time with a sentence, or not at all', async () => {
    const { context, caller, close } = await identified('owner');
    const taken = Array.from({ length: 10 }, () => {
      const wish = { accountId: 'acc_a', credits: -60, reason: 'Granted twice' };
      return makeChange(context, grantCredits, wish, authorOf(caller, 'req-1'), undefined);
    });
    const outcomes = await Promise.allSettled(taken);
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(refused).toHaveLength(9);
    for (const error of refused)
      expect(error).toMatchObject({
        ...{ code: 'validation', errors: [{ pointer: '/credits', detail: expect.stringContaining('40') }] },
      });
    await close();
  });

  test('creates no key and changes no webhook as a member', async () => {
    const { context, caller, database, memberKey, close } = await identified(null);
    await database.member.update({ where: { key: memberKey }, data: { role: 'viewer' } });
    const author = authorOf(caller, 'req-1');
    await expect(createKey(context, caller, { name: 'Key' }, author)).rejects.toMatchObject(forbidden);
    const wish = { id: 'whk_a', accountId: 'acc_a' };
    const manager = memberAuthor(author, caller, 'manage-webhooks');
    await expect(writeChange(context, 'delete-webhook', wish, manager)).rejects.toMatchObject(forbidden);
    await close();
  });
});
