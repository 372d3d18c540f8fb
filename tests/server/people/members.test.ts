import { beforeEach, describe, expect, test } from 'vitest';
import type { MemberRole } from '../../../lib/account/roles.ts';
import { showInvitation } from '../../../server/members/invitations.ts';
import { hashLinkToken } from '../../../server/people/link-token.ts';
import type { Payload } from '../../../server/store/writer.ts';
import { emptyForEach, engines } from '../../setup/engines-under-test.ts';

const now = Date.UTC(2026, 10, 23, 12);
const hour = 3_600_000;
const noCaps = { capDay: null, capMonth: null, capTotal: null };
const accountId = 'acc_team';

describe.each(engines)('members on $engine', ({ open }) => {
  const on = emptyForEach(open);
  beforeEach(async () => {
    await on.writer.run('create-account', { id: accountId, name: 'Team', now, credits: 100 });
  });

  function invite(hash: string, changes: Partial<Payload<'create-invitation'>> = {}) {
    const terms = { role: 'member' as const, caps: noCaps, sendTo: null, by: null };
    const times = { now, expiresAt: now + hour, most: 5 };
    return on.writer.run('create-invitation', {
      id: `inv_${hash}`,
      hash,
      accountId,
      ...terms,
      ...times,
      ...changes,
    });
  }

  const newcomer = (name: string): Payload<'use-invitation'>['who'] => ({
    person: {
      ...{ id: `per_${name}`, email: `${name}@example.com`, emailKey: `${name}@example.com` },
      ...{ name, passwordHash: 'hash' },
    },
    session: { hash: `hash of ${name}`, id: `ses_${name}`, device: 'Firefox', expiresAt: now + hour },
    history: null,
  });
  const use = (linkHash: string, who: Payload<'use-invitation'>['who'], changes: object = {}) =>
    on.writer.run('use-invitation', { linkHash, who, allowsNew: true, operators: [], now, ...changes });

  /** A new person who joins by an invitation of the command line. Returns their key. */
  async function join(name: string, role: MemberRole, of = accountId): Promise<number> {
    await invite(`link of ${name}`, { role, accountId: of });
    expect(await use(`link of ${name}`, newcomer(name))).toMatchObject({ outcome: 'joined' });
    return keyOf(name);
  }
  const keyOf = async (name: string) => (await on.people.findByEmail(`${name}@example.com`))?.key ?? 0;
  const change = (name: string, by: number, changes: object) =>
    on.writer.run('change-member', { accountId, personId: `per_${name}`, by, now, ...changes });
  const remove = (name: string, by: number) =>
    on.writer.run('remove-member', { accountId, personId: `per_${name}`, by, now });
  const makeKey = (id: string, personKey: number) =>
    on.writer.run('create-key', {
      ...{ id, accountId, name: id, hash: `hash of ${id}`, hint: 'abcd', operator: false, now },
      ...{ expiresAt: null, ...noCaps, personKey },
    });
  /** Makes an invitation with a token, and returns whether it says that new people can join. */
  async function shows(token: string, by: number | null) {
    await invite(hashLinkToken(token), { by });
    return async (registration: 'invitation' | 'closed') =>
      (await showInvitation({ store: on, settings: { registration } }, token, new Date(now))).takesNewPeople;
  }
  const actsIn = async (name: string) => {
    const active = await on.accounts.findSession(`hash of ${name}`);
    return active && 'person' in active ? active.person.member : undefined;
  };
  const roles = async () =>
    (await on.members.list(accountId, '2026-11-23', 10)).rows.map(({ name, role }) => `${name}: ${role}`);
  const verbs = async () => (await on.audit.entriesAfter(0, 100)).map(({ verb }) => verb);

  test('get a few mails in a day, also after the invitations are withdrawn', async () => {
    const by = await join('ada', 'owner');
    const mail = { subject: 'Subject', text: 'Text' };
    let made = 0;
    const mailTo = async (address: string, at = now, of: number | null = by) => {
      made += 1;
      const sendTo = { address, mail };
      const { outcome } = await invite(`mail ${made}`, { sendTo, by: of, now: at, expiresAt: at + hour });
      await on.writer.run('withdraw-invitation', { id: `inv_mail ${made}`, accountId, by, now: at });
      return outcome;
    };
    const addresses = ['Bob@example.com', 'bob@example.com', 'bob@example.com', 'bob@example.com'];
    const outcomes = [];
    for (const address of addresses) outcomes.push(await mailTo(address));
    expect(outcomes).toEqual(['invited', 'invited', 'invited', 'too-many-mails']);
    expect((await on.mails.list({ most: 1 })).rows).toMatchObject([
      { kind: 'invitation', to: 'bob@example.com', text: 'Text' },
    ]);
    expect(await mailTo('bob@example.com', now, null)).toBe('invited');
    expect(await mailTo('bob@example.com', now + 24 * hour)).toBe('invited');
    for (let index = 0; index < 46; index += 1) await mailTo(`c${index}@example.com`);
    expect(await mailTo('last@example.com')).toBe('too-many-mails');
    expect(await invite('copied', { by })).toEqual({ outcome: 'invited' });
  });

  test('the first one is an owner, who acts in the account from then on', async () => {
    expect(await invite('first')).toEqual({ outcome: 'first-is-owner' });
    await join('ada', 'owner');
    expect(await actsIn('ada')).toMatchObject({ accountId, role: 'owner' });
    expect(await invite('second')).toEqual({ outcome: 'invited' });
    expect(await verbs()).toEqual([
      ...['create-account', 'create-invitation', 'use-invitation', 'create-invitation'],
    ]);
  });

  test('of ten who use an invitation at once, one joins', async () => {
    await invite('link', { role: 'owner' });
    const results = await Promise.all(
      Array.from({ length: 10 }, (_, index) => use('link', newcomer(`person${index}`))),
    );
    expect(results.filter(({ outcome }) => outcome === 'joined')).toHaveLength(1);
    expect(results.filter(({ outcome }) => outcome === 'link')).toHaveLength(9);
    expect(await roles()).toHaveLength(1);
  });

  test('cannot join with an invitation that has expired, is withdrawn, or whose author may no longer invite', async () => {
    const ada = await join('ada', 'owner');
    const bob = await join('bob', 'admin');
    await invite('expired', { by: bob });
    expect(await use('expired', newcomer('eve'), { now: now + hour })).toEqual({ outcome: 'link' });
    await invite('withdrawn', { by: bob });
    const wish = { id: 'inv_withdrawn', accountId, now };
    expect(await on.writer.run('withdraw-invitation', { ...wish, by: ada })).toEqual({ withdrawn: true });
    expect(await use('withdrawn', newcomer('eve'))).toEqual({ outcome: 'link' });
    await invite('to own', { by: ada, role: 'owner' });
    const toOwn = { ...wish, id: 'inv_to own' };
    expect(await on.writer.run('withdraw-invitation', { ...toOwn, by: bob })).toEqual({
      ...{ withdrawn: false, needsOwner: true },
    });
    expect(await on.writer.run('withdraw-invitation', { ...toOwn, by: ada })).toEqual({ withdrawn: true });
    await invite('demoted', { by: bob });
    const openNow = async () => {
      const [listed, shown] = await Promise.all([
        on.members.openInvitations(accountId, new Date(now)),
        on.members.findInvitation('demoted', new Date(now)),
      ]);
      return [listed.filter(({ id }) => id === 'inv_demoted').length, shown?.id];
    };
    expect(await openNow()).toEqual([1, 'inv_demoted']);
    await change('bob', ada, { role: 'member' });
    expect(await openNow()).toEqual([0, undefined]);
    expect(await use('demoted', newcomer('eve'))).toEqual({ outcome: 'link' });
    expect(await on.writer.run('withdraw-invitation', { ...wish, id: 'inv_demoted', by: bob })).toEqual({
      withdrawn: false,
    });
    expect(await on.people.findByEmail('eve@example.com')).toBeUndefined();
  });

  test('who are new need a portal that allows it, or an operator, and an address of their own', async () => {
    const ada = await join('ada', 'owner');
    await invite('of ada', { by: ada });
    const takesNew = await shows('of ada', ada);
    expect([await takesNew('invitation'), await takesNew('closed')]).toEqual([true, false]);
    expect(await use('of ada', newcomer('bob'), { allowsNew: false })).toEqual({ outcome: 'closed' });
    expect(await use('of ada', newcomer('ada'))).toEqual({ outcome: 'email' });
    const operators = ['owner', 'finance'];
    const setRole = (role: 'viewer' | 'finance') =>
      on.writer.run('set-operator-role', { personId: 'per_ada', role, now });
    await setRole('viewer');
    const wish = { allowsNew: false, operators };
    expect(await use('of ada', newcomer('eve'), wish)).toEqual({ outcome: 'closed' });
    await setRole('finance');
    expect(await takesNew('closed')).toBe(true);
    expect(await use('of ada', newcomer('eve'), wish)).toMatchObject({ outcome: 'joined' });
    expect(await (await shows('of the operator', null))('closed')).toBe(true);
    await invite('of the operator');
    expect(await use('of the operator', newcomer('bob'), { allowsNew: false })).toMatchObject({
      outcome: 'joined',
    });
  });

  test('who are new can try ten addresses of others with a link, and sign in then', async () => {
    const ada = await join('ada', 'owner');
    await on.writer.run('create-account', { id: 'acc_other', name: 'Other', now, credits: 0 });
    await invite('link', { accountId: 'acc_other', role: 'owner' });
    const results: { outcome: string }[] = [];
    for (let tries = 0; tries < 12; tries += 1) results.push(await use('link', newcomer('ada')));
    const outcomes = results.map(({ outcome }) => outcome);
    expect(outcomes).toEqual([...Array.from({ length: 10 }, () => 'email'), 'link', 'link']);
    expect(await use('link', newcomer('bob'))).toEqual({ outcome: 'link' });
    const who = { personKey: ada, personId: 'per_ada', sessionId: 'ses_ada' };
    expect(await use('link', who)).toMatchObject({ outcome: 'joined' });
  });

  test.each<[by: MemberRole, concerns: MemberRole, may: boolean]>([
    ['owner', 'owner', true],
    ['owner', 'admin', true],
    ['admin', 'owner', false],
    ['admin', 'admin', true],
    ['admin', 'viewer', true],
    ['member', 'viewer', false],
    ['billing', 'viewer', false],
    ['viewer', 'viewer', false],
  ])('%s inviting, promoting and removing %s: %s', async (by, concerns, may) => {
    const ada = await join('ada', 'owner');
    const bob = await join('bob', by);
    await join('cleo', 'billing');
    expect((await invite('link', { by: bob, role: concerns })).outcome).toBe(may ? 'invited' : 'not-allowed');
    expect((await change('cleo', bob, { role: concerns })).outcome).toBe(may ? 'changed' : 'not-allowed');
    await change('cleo', ada, { role: concerns });
    expect((await remove('cleo', bob)).outcome).toBe(may ? 'removed' : 'not-allowed');
  });

  test('always have an owner, also when two leave, or depose each other, at once', async () => {
    const ada = await join('ada', 'owner');
    expect(await remove('ada', ada)).toEqual({ outcome: 'last-owner' });
    expect(await change('ada', ada, { role: 'admin' })).toEqual({ outcome: 'last-owner' });
    const bob = await join('bob', 'owner');
    const left = await Promise.all([remove('ada', ada), remove('bob', bob)]);
    expect(left.map(({ outcome }) => outcome).toSorted()).toEqual(['last-owner', 'removed']);
    const [winner = ''] = (await roles())[0]?.split(':') ?? [];
    const eve = await join('eve', 'owner');
    const deposed = await Promise.all([
      change('eve', await keyOf(winner), { role: 'viewer' }),
      change(winner, eve, { role: 'viewer' }),
    ]);
    expect(deposed.filter(({ outcome }) => outcome === 'changed')).toHaveLength(1);
    expect((await roles()).filter((text) => text.endsWith('owner'))).toHaveLength(1);
  });

  test('lose their keys and the account when they are removed, and come back as who they were', async () => {
    const ada = await join('ada', 'owner');
    const bob = await join('bob', 'member');
    expect(await makeKey('key_bob', bob)).toMatchObject({ created: true });
    await makeKey('key_ada', ada);
    const before = await on.accounts.findKey('hash of key_bob');
    expect(before?.member).toMatchObject({ personKey: bob, role: 'member' });
    expect(await remove('bob', ada)).toMatchObject({ outcome: 'removed', revokedKeys: 1 });
    expect(await on.accounts.findKey('hash of key_bob')).toBeUndefined();
    expect(await on.accounts.findKey('hash of key_ada')).toBeDefined();
    expect(await actsIn('bob')).toBeNull();
    expect(await makeKey('key_late', bob)).toEqual({ created: false, because: 'not-allowed' });
    await invite('again', { by: ada, role: 'viewer' });
    const session = { personKey: bob, personId: 'per_bob', sessionId: 'ses_bob' };
    await use('again', session);
    expect(await actsIn('bob')).toEqual({ key: before?.member?.key, role: 'viewer', accountId });
    expect(await on.accounts.findKey('hash of key_bob')).toBeUndefined();
  });

  test('lose their keys with a role that makes no calls', async () => {
    const ada = await join('ada', 'owner');
    const bob = await join('bob', 'member');
    await makeKey('key_bob', bob);
    await change('bob', ada, { role: 'admin' });
    expect((await on.accounts.findKey('hash of key_bob'))?.member?.role).toBe('admin');
    await change('bob', ada, { role: 'billing' });
    expect(await on.accounts.findKey('hash of key_bob')).toBeUndefined();
    expect(await makeKey('key_late', bob)).toEqual({ created: false, because: 'not-allowed' });
  });

  test('are changed with an entry in the audit log, before and after', async () => {
    const ada = await join('ada', 'owner');
    await join('bob', 'member');
    await change('bob', ada, { caps: { capDay: 7 } });
    await change('bob', 0, { caps: { capDay: 8 } });
    const entries = await on.audit.entriesAfter(0, 100);
    expect(entries.at(-1)).toMatchObject({
      ...{ verb: 'change-member', target: 'per_bob' },
      before: { accountId, role: 'member', capDay: null },
      after: { accountId, role: 'member', capDay: 7 },
    });
  });

  test('begin with one: another first invitation withdraws it', async () => {
    await invite('earlier', { role: 'owner' });
    await invite('later', { role: 'owner' });
    expect(await use('earlier', newcomer('eve'))).toEqual({ outcome: 'link' });
    expect(await use('later', newcomer('ada'))).toMatchObject({ outcome: 'joined' });
  });

  test('have at most so many open invitations', async () => {
    await join('ada', 'owner');
    for (const hash of ['1', '2', '3', '4', '5']) await invite(hash, { role: 'owner' });
    expect(await invite('6', { role: 'owner' })).toEqual({ outcome: 'too-many' });
    expect(await invite('7', { role: 'owner', now: now + hour, expiresAt: now + 2 * hour })).toEqual({
      outcome: 'invited',
    });
  });

  test('whose makers may no longer invite leave room for open ones', async () => {
    const ada = await join('ada', 'owner');
    const bob = await join('bob', 'admin');
    for (const hash of ['1', '2', '3', '4', '5']) await invite(hash, { by: bob });
    await remove('bob', ada);
    expect(await invite('6', { by: ada })).toEqual({ outcome: 'invited' });
  });
});
