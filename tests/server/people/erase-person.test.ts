import { beforeEach, describe, expect, test } from 'vitest';
import { invitationSubject } from '../../../lib/account/members.ts';
import { alertMail } from '../../../server/alerts/watch-alerts.ts';
import { auditStart, faultOfEntry } from '../../../server/store/operation/check-audit.ts';
import type { Author } from '../../../server/store/author.ts';
import { beginSignIn } from '../../../server/store/people/password-jobs.ts';
import { queueMail } from '../../../server/store/messages/queue-mail.ts';
import { all, first, run, statement, type Steps, timeOf } from '../../../server/store/sql/statement.ts';
import { emptyForEach, engines } from '../../setup/engines-under-test.ts';

const now = Date.now();
const expiresAt = now + 3_600_000;
const name = 'Zephyrine Quixley';
const address = 'Zephyrine.Quixley@Example.com';
const emailKey = address.toLowerCase();
const zephyrine: Author = { kind: 'person', id: 'per_zephyrine', requestId: 'req-1' };
const mail = { subject: 'For you', text: `To ${address}` };
const none = { capDay: null, capMonth: null, capTotal: null };

const linkGuest = statement(
  "INSERT INTO GuestHistory (personKey, owner, lastCallKey, createdAt) VALUES (?, 'anon_zephyrine', 1, ?)",
);

const columns = statement<{ tableName: string; columnName: string }>(
  `SELECT m.name AS tableName, c.name AS columnName FROM sqlite_master m JOIN pragma_table_info(m.name) c
    WHERE m.type = 'table' AND m.sql NOT LIKE 'CREATE VIRTUAL%' AND m.name NOT LIKE '%\\_fts%' ESCAPE '\\'`,
  `SELECT table_name AS "tableName", column_name AS "columnName" FROM information_schema.columns
    WHERE table_schema = 'public'`,
);

/** The columns of all tables that have a text, in whatever letters. */
function* columnsWith(text: string): Steps<string[]> {
  const found: string[] = [];
  for (const { tableName, columnName } of yield* all(columns)) {
    const as = (type: string) =>
      `SELECT 1 AS found FROM "${tableName}" WHERE lower(CAST("${columnName}" AS ${type})) LIKE ? LIMIT 1`;
    if (yield* first(statement<{ found: number }>(as('TEXT'), as('text')), `%${text.toLowerCase()}%`))
      found.push(`${tableName}.${columnName}`);
  }
  return found.toSorted();
}

describe.each(engines)('erasing a person on $engine', ({ open }) => {
  const on = emptyForEach(open);
  beforeEach(async () => {
    await person('zephyrine', name, address, null);
    await person('bob', 'Bob', 'bob@example.com', 'owner');
  });

  async function person(id: string, personName: string, email: string, role: 'owner' | 'viewer' | null) {
    const made = { id: `per_${id}`, email, emailKey: email.toLowerCase(), name: personName };
    const operator = { person: made, role: role ?? 'viewer', passwordHash: 'hash', now } as const;
    await on.writer.run('make-operator', operator);
    if (role === null) await on.writer.run('set-operator-role', { personId: made.id, role, now });
  }

  const keyOf = async (id: string) => (await on.people.summary(`per_${id}`, new Date(now)))?.key ?? 0;
  const session = (id: string) => ({ hash: `s-${id}`, id: `ses_${id}`, device: 'Firefox', expiresAt });
  const account = (id: string, accountName = id) =>
    on.writer.run('create-account', { id: `acc_${id}`, name: accountName, now, credits: 10 });

  async function join(accountId: string, id: string, role: 'owner' | 'member') {
    const hash = `${accountId} ${id}`;
    const wish = { id: `inv_${hash}`, hash, accountId: `acc_${accountId}`, role, caps: none, now, expiresAt };
    const sendTo = id === 'zephyrine' ? { address, mail } : null;
    const invited = await on.writer.run('create-invitation', { ...wish, sendTo, by: null, most: 100 });
    expect(invited).toEqual({ outcome: 'invited' });
    const who = { personKey: await keyOf(id), personId: `per_${id}`, sessionId: 'ses_none' };
    const joined = await on.writer.run('use-invitation', {
      linkHash: hash,
      who,
      allowsNew: true,
      operators: [],
      now,
    });
    expect(joined).toMatchObject({ outcome: 'joined' });
  }

  const createKey = async (accountId: string, id: string) =>
    on.writer.run('create-key', {
      ...{ id: `key_${accountId}${id}`, accountId: `acc_${accountId}`, name: `Laptop of ${name}` },
      ...{ hash: `${accountId} ${id}`, hint: 'abcd', operator: false, now, expiresAt: null, ...none },
      personKey: await keyOf(id),
    });
  const erase = (id = 'zephyrine') =>
    on.writer.run('erase-person', { personId: `per_${id}`, codeHash: 'code of the address', now }, zephyrine);
  const entries = () => on.audit.entriesAfter(0, 1_000);

  /** Alerts of the person and of a key, which tell both members. */
  async function reachAlerts() {
    const wish = { accountId: 'acc_shared', watches: 'day', credits: 5, tellsWebhooks: true, now } as const;
    const people = ['per_bob', 'per_zephyrine'];
    const of = { keyId: null, personId: null, people, most: 20 };
    await on.writer.run('create-alert', { ...wish, ...of, id: 'alr_p', personId: 'per_zephyrine' });
    await on.writer.run('create-alert', { ...wish, ...of, id: 'alr_k', keyId: 'key_sharedzephyrine' });
    const purses = await on.alerts.readPurses([1, 2]);
    const account = { id: 'acc_shared', name: 'shared' };
    for (const alert of purses.flatMap(({ alerts }) => alerts)) {
      const subject = await on.alerts.readSubject(alert);
      const row = { alert, period: '2026-11-25', amount: 5 };
      const mailOf = alertMail(row, { account, of: subject, url: 'https://portal.example' });
      const { id, watches, credits } = alert;
      const event = { account, id, watches, credits, of: null, period: row.period, amount: 5 };
      const told = { alertKey: alert.key, watchedSince: now, period: row.period, mail: mailOf, event };
      await on.writer.run('reach-alerts', { now, reached: [told], rearmed: [] });
    }
    expect((await on.mails.list({ most: 100 })).rows.filter(({ kind }) => kind === 'alert')).toHaveLength(4);
  }

  const membersOf = async (accountId: string) =>
    (await on.calls.membersOf(accountId)).map((member) => [member.id, member.key] as const);

  /** By limits and scopes of the person, their keys and their account, in words that name them. */
  async function beRefused() {
    const shared = new Map(await membersOf('acc_shared'));
    const row = { at: now, productKey: null, apiKeyKey: null, status: 402, requestId: 'r' };
    const of = (accountId: string, problem: string, detail: string, memberKey: number | null = null) => ({
      ...{ ...row, accountId, problem, detail, memberKey },
    });
    await on.writer.run('note-refusals', {
      counts: [],
      calls: [
        of('acc_alone', 'over-cap', `The account "${name} and nobody else" can spend 1 credit.`),
        of('acc_shared', 'forbidden', `"Laptop of ${name}" may only read.`, shared.get('per_zephyrine')),
        of('acc_shared', 'validation', 'The input is invalid.', shared.get('per_bob')),
      ],
    });
  }

  /** A person with something in every table that has something of people. */
  async function live() {
    for (const id of ['alone', 'shared']) await account(id, id === 'alone' ? `${name} and nobody else` : id);
    await join('alone', 'zephyrine', 'owner');
    await join('shared', 'bob', 'owner');
    await join('shared', 'zephyrine', 'member');
    const webhook = {
      url: `https://hooks.example/${emailKey}`,
      secret: 'x',
      events: ['key.created'] as const,
    };
    for (const id of ['alone', 'shared'])
      await on.writer.run('create-webhook', {
        ...{ ...webhook, url: id === 'alone' ? webhook.url : 'https://hooks.example/', id: `whk_${id}` },
        ...{ accountId: `acc_${id}`, now, most: 10, events: [...webhook.events] },
      });
    await createKey('alone', 'zephyrine');
    await createKey('shared', 'zephyrine');
    const key = await keyOf('zephyrine');
    const ofPerson = { personKey: key, personId: 'per_zephyrine', now };
    await on.writer.run('open-session', { ...session('a'), ...ofPerson, instead: null });
    await on.writer.run('begin-second-factor', { ...ofPerson, secret: 'secret' });
    await on.writer.run('add-passkey', {
      ...{ ...ofPerson, id: 'psk_a', credentialId: 'c', publicKey: 'p', counter: 0, transports: [] },
      ...{ name: `Key of ${name}`, challenge: { hash: 'used', expiresAt }, most: 5, mail },
    });
    await on.change(() => beginSignIn({ hash: 'challenge', ...ofPerson, expiresAt }));
    const challenge = { hash: 'trip', expiresAt };
    const identity = { id: 'idn_a', issuer: 'https://login.example', subject: emailKey, challenge };
    await on.writer.run('connect-identity', { ...ofPerson, identity, most: 5, mail });
    await on.change(() => run(linkGuest, key, timeOf(now)));
    const registration = {
      email: address,
      emailKey,
      hash: 'registration',
      pauseMs: 0,
      mail,
      mailToKnown: mail,
    };
    await on.writer.run('begin-registration', { ...registration, now, expiresAt });
    const code = { hash: 'code of the address', answer: 'x', pauseMs: 0, expiresAt };
    await on.writer.run('mail-code', { emailKey, now, mail, ...code });
    await on.writer.run('make-password-link', { emailKey, hash: 'link', now, expiresAt, mail });
    const invitation = { id: 'inv_open', hash: 'open', accountId: 'acc_shared', role: 'admin' as const };
    await on.writer.run('create-invitation', {
      ...{ ...invitation, caps: none, sendTo: { address: address.toUpperCase(), mail }, by: null },
      ...{ now, expiresAt, most: 100 },
    });
    await reachAlerts();
    await beRefused();
    await on.change(() =>
      queueMail({
        kind: 'invitation',
        to: 'bob@example.com',
        subject: invitationSubject(`${name} and nobody else`),
        text: '',
        now,
      }),
    );
  }

  test('leaves neither name nor address in any text of the database', async () => {
    await live();
    expect(await on.change(() => columnsWith(name))).toEqual(
      expect.arrayContaining([
        'Account.name',
        'ApiKey.name',
        'Mail.subject',
        'Passkey.name',
        'Person.name',
        'RefusedCall.detail',
        'WebhookDelivery.payload',
      ]),
    );
    expect(await on.change(() => columnsWith(emailKey))).toEqual([
      ...['Identity.subject', 'Invitation.email', 'Mail.text', 'Mail.to', 'Person.email', 'Person.emailKey'],
      ...['Registration.email', 'Registration.emailKey', 'Webhook.url'],
    ]);
    expect(await erase()).toMatchObject({
      ...{ outcome: 'erased', personId: 'per_zephyrine', revokedKeys: 2 },
      ...{ closedAccounts: ['acc_alone'], leftAccounts: ['acc_shared'] },
    });
    for (const text of [name, 'Quixley', emailKey])
      expect(await on.change(() => columnsWith(text))).toEqual([]);
    for (const table of 'Session Link SecondFactor RecoveryCode Passkey Identity GuestHistory Registration'.split(
      ' ',
    ))
      expect(await on.change(() => all(statement(`SELECT 1 FROM "${table}"`)))).toEqual([]);
    const recipients = statement('SELECT personKey FROM AlertRecipient');
    expect(await on.change(() => all(recipients))).toEqual([{ personKey: await keyOf('bob') }]);
    const { rows } = await on.calls.listRefused('acc_shared', { page: 1, pageSize: 9 });
    expect(rows).toMatchObject([
      { detail: 'The input is invalid.', person: { id: 'per_bob' } },
      { detail: null, person: null, problem: 'forbidden' },
    ]);
    const challenges = statement<{ hash: string }>('SELECT hash FROM Challenge ORDER BY hash');
    expect(await on.change(() => all(challenges))).toEqual([{ hash: 'trip' }, { hash: 'used' }]);
  });

  test('deletes invitations to a closed account, and to no other whose name is like it', async () => {
    await account('closed', 'Farebox');
    await join('closed', 'zephyrine', 'owner');
    const invite = (subject: string) =>
      on.change(() => queueMail({ kind: 'invitation', to: 'bob@example.com', subject, text: '', now }));
    for (const name of ['Farebox', 'Farebox 2']) await invite(invitationSubject(name));
    const result = await erase();
    expect(result).toMatchObject({ outcome: 'erased', closedAccounts: ['acc_closed'] });
    const { rows } = await on.mails.list({ most: 100 });
    expect(rows.map(({ subject }) => subject)).toEqual([invitationSubject('Farebox 2')]);
  });

  test('keeps the ledger, and the audit log with its chain under a pseudonym', async () => {
    await live();
    const before = await entries();
    await erase();
    const log = await entries();
    expect(log.slice(0, before.length)).toEqual(before);
    let place = auditStart;
    for (const entry of log) {
      expect(faultOfEntry(entry, place)).toBeUndefined();
      place = entry;
    }
    expect(log.slice(before.length)).toMatchObject([
      {
        ...{ verb: 'erase-person', target: 'per_zephyrine', actor: { id: 'per_zephyrine' } },
        after: { closedAccounts: ['acc_alone'], leftAccounts: ['acc_shared'], revokedKeys: 2 },
      },
    ]);
    const pseudonym = 'Erased person hyrine';
    expect(await on.people.namesOf(['per_zephyrine'])).toEqual(new Map([['per_zephyrine', pseudonym]]));
    expect(await on.people.summary('per_zephyrine', new Date(now))).toMatchObject({
      ...{ email: '', operatorRole: null, hasPassword: false, erasedAt: new Date(now), sessions: 0 },
    });
    const closed = await on.accounts.summary('acc_alone');
    expect(closed).toMatchObject({ name: 'Closed account acc_alone', posted: 10, activeKeys: 0 });
    expect(closed?.suspendedAt).toEqual(new Date(now));
    expect(await on.accounts.summary('acc_shared')).toMatchObject({ suspendedAt: null, activeKeys: 0 });
    const { rows } = await on.members.list('acc_shared', '2026-12-03', 10);
    expect(rows.map(({ personId }) => personId)).toEqual(['per_bob']);
    expect(await on.members.openInvitations('acc_shared', new Date(now))).toEqual([]);
    expect(await on.writer.run('claim-deliveries', { now, leaseUntil: expiresAt, most: 9 })).toEqual([]);
  });

  test('returns the mails whose files have to go, and can be done once', async () => {
    await live();
    const { rows } = await on.mails.list({ most: 100 });
    const closed = invitationSubject(`${name} and nobody else`);
    const hasTrace = (row: (typeof rows)[number]) =>
      row.to.toLowerCase() === emailKey || row.subject === closed || row.kind === 'alert';
    const ids = rows.filter(hasTrace).map(({ id }) => id);
    const result = await erase();
    expect(result).toMatchObject({ outcome: 'erased' });
    const mails = 'mails' in result ? result.mails : [];
    expect(mails.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
    expect(mails.every(({ createdAt }) => createdAt === now)).toBe(true);
    expect(await on.mails.idsOf([...ids, 'mail_none'])).toEqual(new Set());
    expect(await erase()).toEqual({ outcome: 'unknown' });
    expect((await entries()).filter(({ verb }) => verb === 'erase-person')).toHaveLength(1);
  });

  test('of an address that nobody has proved leaves what waits to be sent to it, and does not show it', async () => {
    await account('theirs');
    await join('theirs', 'bob', 'owner');
    await account('other');
    await join('other', 'bob', 'owner');
    const to = { address: 'victim@example.com', mail };
    for (const of of ['theirs', 'other']) {
      const wish = { id: `inv_${of}`, hash: of, accountId: `acc_${of}`, role: 'member', caps: none } as const;
      await on.writer.run('create-invitation', { ...wish, sendTo: to, by: null, now, expiresAt, most: 9 });
    }
    const victim = { id: 'per_victim', email: to.address, emailKey: to.address };
    const who = {
      person: { ...victim, name: 'Not the victim', passwordHash: 'hash' },
      ...{ session: session('victim'), history: null },
    };
    const joined = { linkHash: 'theirs', who, allowsNew: true, operators: [], now };
    expect(await on.writer.run('use-invitation', joined)).toMatchObject({ outcome: 'joined' });
    const of = { personKey: await keyOf('victim'), emailKey: to.address };
    const { invitations, mails } = {
      invitations: await on.personalData.invitations(of),
      mails: await on.personalData.mails(of),
    };
    expect(invitations.map(({ id }) => id)).toEqual(['inv_theirs']);
    expect(mails).toEqual([]);
    expect(await erase('victim')).toMatchObject({ outcome: 'erased', leftAccounts: ['acc_theirs'] });
    expect(await on.members.openInvitations('acc_other', new Date(now))).toHaveLength(1);
    const { rows } = await on.mails.list({ most: 100 });
    expect(rows.filter((row) => row.to === to.address)).toHaveLength(2);
    expect(await on.change(() => columnsWith(to.address))).toEqual(['Invitation.email', 'Mail.to']);
  });

  test('of an address that nobody has proved leaves nothing that was sent to it, nor what the person asked for', async () => {
    await account('theirs');
    await join('theirs', 'bob', 'owner');
    const to = { address: 'grace@example.com', mail };
    const wish = { id: 'inv_g', hash: 'g', accountId: 'acc_theirs', role: 'member', caps: none } as const;
    await on.writer.run('create-invitation', { ...wish, sendTo: to, by: null, now, expiresAt, most: 9 });
    const person = { id: 'per_grace', email: to.address, emailKey: to.address, name: 'Grace' };
    const who = { person: { ...person, passwordHash: null }, session: session('grace'), history: null };
    const joined = { linkHash: 'g', who, allowsNew: true, operators: [], now };
    expect(await on.writer.run('use-invitation', joined)).toMatchObject({ outcome: 'joined' });
    const leaseUntil = now + 1_000;
    const [sent] = await on.writer.run('claim-mail', { now, leaseUntil, most: 1 });
    const result = { sentAt: now, failedAt: null, nextAttemptAt: null, lastError: null };
    await on.writer.run('finish-mail', { key: sent?.key ?? 0, leaseUntil, ...result });
    const link = { emailKey: to.address, hash: 'link', now, expiresAt, mail };
    await on.writer.run('make-password-link', link);
    const code = { hash: 'code of the address', answer: 'x', pauseMs: 0, expiresAt };
    await on.writer.run('mail-code', { emailKey: to.address, now, mail, ...code });
    const { length } = (await on.mails.list({ most: 9 })).rows;
    const erased = await erase('grace');
    expect('mails' in erased && erased.mails).toHaveLength(length);
    expect(length).toBe(3);
    expect(await on.change(() => columnsWith(to.address))).toEqual([]);
  });

  test('leaves one of two last owners who are erased at once', async () => {
    await account('team');
    await join('team', 'bob', 'owner');
    await join('team', 'zephyrine', 'owner');
    await person('cleo', 'Cleo', 'cleo@example.com', 'owner');
    await join('team', 'cleo', 'member');
    const results = await Promise.all([erase(), erase('bob')]);
    expect(results.map(({ outcome }) => outcome).toSorted()).toEqual(['erased', 'last-owner']);
  });

  test('lets nobody in who was signing in, joining or becoming an operator meanwhile', async () => {
    await live();
    const personKey = await keyOf('zephyrine');
    await erase();
    const ofPerson = { personKey, personId: 'per_zephyrine', now };
    await on.writer.run('open-session', { ...session('late'), ...ofPerson, instead: null });
    expect(await on.accounts.findSession('s-late')).toBeUndefined();
    const wish = {
      id: 'inv_late',
      hash: 'late',
      accountId: 'acc_shared',
      role: 'admin',
      caps: none,
    } as const;
    await on.writer.run('create-invitation', { ...wish, sendTo: null, by: null, now, expiresAt, most: 9 });
    const who = { personKey, personId: 'per_zephyrine', sessionId: 'ses_late' };
    const late = await on.writer.run('use-invitation', {
      linkHash: 'late',
      who,
      allowsNew: true,
      operators: [],
      now,
    });
    expect(late).toEqual({ outcome: 'link' });
    const role = { personId: 'per_zephyrine', role: 'owner', now } as const;
    expect(await on.writer.run('set-operator-role', role)).toEqual({ outcome: 'unknown' });
    await person('zephyrine2', name, address, null);
    expect(await on.people.findByEmail(emailKey)).toMatchObject({ id: 'per_zephyrine2' });
  });

  test.each([
    ['loses', name, 'Account (own)'],
    ['loses, with its id,', `${name} (own)`, 'Account (own)'],
    ['never had', 'Team', 'Team'],
  ])('an account that others keep %s the name of the person', async (_what, accountName, expected) => {
    await account('own', accountName);
    await join('own', 'bob', 'owner');
    await join('own', 'zephyrine', 'owner');
    const invitation = { id: 'inv_c', hash: 'c', accountId: 'acc_own', role: 'member' as const };
    const sendTo = {
      address: 'cleo@example.com',
      mail: { subject: invitationSubject(accountName), text: accountName },
    };
    const times = { now, expiresAt };
    await on.writer.run('create-invitation', {
      ...invitation,
      ...times,
      caps: none,
      sendTo,
      by: null,
      most: 9,
    });
    await erase();
    expect((await on.accounts.listAccounts()).map((one) => one.name)).toEqual([expected]);
    const mails = (await on.mails.list({ most: 100 })).rows;
    expect(mails.filter(({ text }) => text.includes(name))).toEqual([]);
  });

  test('exports alerts, invitations and mails', async () => {
    await live();
    const key = await keyOf('zephyrine');
    expect((await on.personalData.alerts(key)).map(({ id, account: of }) => [id, of.id])).toEqual([
      ...[
        ['alr_p', 'acc_shared'],
        ['alr_k', 'acc_shared'],
      ],
    ]);
    const invitations = await on.personalData.invitations({ personKey: await keyOf('zephyrine'), emailKey });
    expect(invitations.map(({ id }) => id).toSorted()).toEqual([
      'inv_alone zephyrine',
      'inv_open',
      'inv_shared zephyrine',
    ]);
    const mails = await on.personalData.mails({ personKey: await keyOf('zephyrine'), emailKey });
    const kinds =
      'invitation invitation factors-changed factors-changed registration sign-in-code password-link invitation alert alert';
    expect(mails.map(({ kind }) => kind).join(' ')).toBe(kinds);
  });
});
