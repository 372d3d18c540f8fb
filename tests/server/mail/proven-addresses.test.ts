import { beforeEach, describe, expect, test } from 'vitest';
import { hashLinkToken, showLink } from '../../../server/people/link-token.ts';
import { emptyForEach, engines } from '../../setup/engines-under-test.ts';

const now = Date.UTC(2026, 10, 23, 12);
const hour = 3_600_000;
const mail = { subject: 'Subject', text: 'Text' };
const portal = { kind: 'portal', id: null, requestId: 'req-1' } as const;
const emailKey = 'boss@example.com';
const boss = { id: 'per_new', email: emailKey, emailKey, name: 'Boss' };

const session = (name: string) => ({
  ...{ hash: `hash of ${name}`, id: `ses_${name}`, device: 'Firefox', expiresAt: now + hour },
});

describe.each(engines)(
  'an address on $engine that somebody wrote who joined by an invitation',
  ({ open }) => {
    const on = emptyForEach(open);
    let of = { personKey: 0, personId: 'per_joined', now };

    beforeEach(async () => {
      await on.writer.run('create-account', { id: 'acc_team', name: 'Team', now, credits: 0 });
      await join();
      of = { ...of, personKey: (await person())?.key ?? 0 };
      await addFactors();
      await makeKey('works', null);
      await makeKey('expired', now);
    });

    const person = () => on.people.findByEmail(emailKey);

    async function join(changes: object = {}) {
      await on.writer.run('create-invitation', {
        ...{ id: 'inv_a', hash: 'invitation', accountId: 'acc_team', role: 'owner', by: null, sendTo: null },
        ...{ caps: { capDay: null, capMonth: null, capTotal: null }, now, expiresAt: now + hour, most: 5 },
      });
      const who = {
        ...{ person: { ...boss, id: of.personId, passwordHash: 'hash' }, session: session('joined') },
        ...{ history: null, ...changes },
      };
      const wish = { linkHash: 'invitation', who, allowsNew: true, operators: [], now };
      expect(await on.writer.run('use-invitation', wish)).toMatchObject({ outcome: 'joined' });
    }

    const makeKey = (id: string, expiresAt: number | null) =>
      on.writer.run('create-key', {
        ...{ id, accountId: 'acc_team', name: id, hash: id, hint: 'abcd', operator: false, now, expiresAt },
        ...{ capDay: null, capMonth: null, capTotal: null, personKey: of.personKey },
      });

    async function addFactors() {
      await on.writer.run('begin-second-factor', { ...of, secret: 'secret' });
      const enable = { ...of, secret: 'secret', step: 1, recoveryCodes: ['code'], mail };
      await on.writer.run('enable-second-factor', enable);
      await on.writer.run('add-passkey', {
        ...{ ...of, id: 'psk_a', name: 'Phone', credentialId: 'credential', publicKey: 'key', counter: 0 },
        ...{ transports: [], challenge: { hash: 'made', expiresAt: now + hour }, most: 5, mail },
      });
      const identity = { id: 'idn_a', issuer: 'https://login.example.com', subject: 'a' };
      const challenge = { hash: 'proven', expiresAt: now + hour };
      await on.writer.run('connect-identity', { ...of, identity: { ...identity, challenge }, most: 5, mail });
    }

    /** What signs in the person. */
    async function waysIn() {
      const { personKey } = of;
      const [passkeys, identities, factor, recoveryCodes, sessions] = await Promise.all([
        on.people.passkeysOf(personKey),
        on.people.identitiesOf(personKey),
        on.people.secondFactorOf(personKey),
        on.people.countRecoveryCodes(personKey),
        on.people.sessionsOf(personKey, new Date(now)),
      ]);
      return {
        password: (await person())?.passwordHash ?? null,
        factors: passkeys.length + identities.length + recoveryCodes + (factor ? 1 : 0),
        sessions: sessions.map(({ id }) => id),
      };
    }

    const all = { password: 'hash', factors: 4, sessions: ['ses_joined'] };
    const none = { password: null, factors: 0, sessions: [] };

    const makeOperator = () =>
      on.writer.run('make-operator', { person: boss, role: 'owner', passwordHash: null, now }, portal);
    const useMailCode = async (name = 'mail', at = now) => {
      const code = { emailKey, hash: 'for boss', answer: `code ${name}`, now: at, expiresAt: at + hour };
      await on.writer.run('mail-code', { ...code, pauseMs: 0, mail });
      const wish = {
        ...{ emailKey, hash: 'for boss', answer: `code ${name}`, session: session(name), instead: null },
        ...{ now: at, pending: { hash: `pending ${name}`, expiresAt: at + hour } },
        link: { hash: `link ${name}`, expiresAt: at + hour, mail },
      };
      return on.writer.run('use-mail-code', wish, portal);
    };
    const usePasswordLink = (linkHash: string) =>
      on.writer.run(
        'use-password-link',
        { linkHash, passwordHash: 'chosen', session: session('chosen'), now, mail },
        portal,
      );
    const claimMails = (at = now) =>
      on.writer.run('claim-mail', { now: at, leaseUntil: now + hour, most: 20 });
    const shown = (token: string) => showLink(on, token, new Date(now));
    const lastEntry = async () => (await on.audit.entriesAfter(0, 100)).at(-1);
    const ended = ['password', 'second factor', 'passkeys', 'identities', 'sessions'];
    const endedWords =
      'has ended: password, second factor, passkeys, identities and sessions. 1 API key created before stays active.';
    const team = { email: emailKey, name: 'Boss', keptKeys: 1, asksFactor: false, accounts: ['Team'] };

    test.each([
      ['named by the command line', makeOperator],
      [
        'given a role in the console',
        () => on.writer.run('set-operator-role', { personId: of.personId, role: 'owner', now }, portal),
      ],
    ])('gives no way in to an operator who is %s', async (_how, promote) => {
      expect(await waysIn()).toEqual(all);
      await promote();
      expect(await person()).toMatchObject({ id: of.personId, operatorRole: 'owner' });
      expect(await waysIn()).toEqual(none);
      expect(await lastEntry()).toMatchObject({
        target: of.personId,
        after: { operatorRole: 'owner', ended },
      });
    });

    test('tells an operator who is given a role what has ended', async () => {
      const given = { subject: 'You are an operator', text: 'You were given the role owner.\n' };
      await on.writer.run(
        'set-operator-role',
        { personId: of.personId, role: 'owner', mail: given, now },
        portal,
      );
      const [told] = (await claimMails()).filter(({ subject }) => subject === given.subject);
      expect(told?.text).toContain(endedWords);
    });

    test('gives the operator of the settings no way in but the password there', async () => {
      await on.writer.run(
        'provision-operator',
        { person: boss, passwordHash: 'of the settings', now },
        portal,
      );
      expect(await waysIn()).toEqual({ ...none, password: 'of the settings' });
      expect(await lastEntry()).toMatchObject({ after: { operatorRole: 'owner', ended } });
    });

    test.each([
      ['make-operator', makeOperator],
      [
        'set-operator-role',
        () => on.writer.run('set-operator-role', { personId: of.personId, role: 'owner', now }, portal),
      ],
    ])('that was proven before ends nothing, by the audit log of %s', async (verb, promote) => {
      await useMailCode();
      await promote();
      expect(await lastEntry()).toMatchObject({ verb, after: { operatorRole: 'owner' } });
      expect((await lastEntry())?.after).not.toHaveProperty('ended');
    });

    test('is proven by the first code, which ends all ways in and mails a link to choose a password', async () => {
      expect(await useMailCode()).toMatchObject({
        ...{ outcome: 'signed-in', personId: of.personId, ended, keptKeys: 1 },
      });
      expect(await lastEntry()).toMatchObject({ verb: 'use-mail-code', after: { by: 'mail-code', ended } });
      expect(await waysIn()).toEqual({ ...none, sessions: ['ses_mail'] });
      const claimed = await claimMails();
      expect(claimed.filter(({ kind }) => kind === 'password-link')).toMatchObject([
        { to: emailKey, text: expect.stringContaining(endedWords) },
      ]);
      expect(claimed.find(({ kind }) => kind === 'sign-in-code')?.text).toMatch(
        /^Text\n.* verifies your email address\. It ends .*passkeys/s,
      );
      expect(await usePasswordLink('link mail')).toMatchObject({ signedIn: true });
      await addFactors();
      const before = await waysIn();
      expect(await useMailCode('later', now + 1)).toMatchObject({ outcome: 'pending' });
      const later = await claimMails(now + 1);
      expect(later.find(({ kind }) => kind === 'sign-in-code')?.text).toBe(mail.text);
      expect(await waysIn()).toEqual(before);
      await makeOperator();
      expect(await waysIn()).toEqual(before);
    });

    test('is proven by a link to choose a password', async () => {
      const makeLink = (token: string) =>
        on.writer.run('make-password-link', {
          ...{ emailKey, hash: hashLinkToken(token), now, expiresAt: now + hour, mail },
        });
      await makeLink('first');
      expect(await shown('first')).toEqual({ ...team, ends: ended });
      expect(await usePasswordLink(hashLinkToken('first'))).toEqual({
        ...{ personId: of.personId, signedIn: true, ended, keptKeys: 1 },
      });
      expect(await lastEntry()).toMatchObject({ verb: 'use-password-link', after: { ended } });
      const changed = (await claimMails()).find(({ kind }) => kind === 'password-changed');
      expect(changed?.text).toContain(endedWords);
      expect(await waysIn()).toEqual({ password: 'chosen', factors: 0, sessions: ['ses_chosen'] });
      await expect(shown('first')).rejects.toMatchObject({ code: 'link-expired' });
      await addFactors();
      await makeLink('later');
      expect(await shown('later')).toEqual({ ...team, asksFactor: true, ends: [], keptKeys: 0 });
      expect(await usePasswordLink(hashLinkToken('later'))).toMatchObject({ signedIn: false, ended: [] });
      expect(await lastEntry()).toMatchObject({ verb: 'use-password-link', after: null });
    });

    test('can be registered by its owner, who then has the person', async () => {
      const linkHash = hashLinkToken('token');
      const begin = { email: emailKey, emailKey, hash: linkHash, now, expiresAt: now + hour };
      const mails = { mail: { ...mail, subject: 'Register' }, mailToKnown: { ...mail, subject: 'Known' } };
      await on.writer.run('begin-registration', { ...begin, ...mails, pauseMs: 0 });
      const claimed = await claimMails();
      expect(claimed.filter(({ kind }) => kind === 'registration')).toMatchObject([{ subject: 'Register' }]);
      const register = (id: string) =>
        on.writer.run(
          'register',
          {
            ...{ proof: { linkHash }, person: { id, name: 'The boss', passwordHash: 'chosen' } },
            ...{ accountId: 'acc_boss', credits: 0, session: session('chosen'), history: null, now },
          },
          portal,
        );
      expect(await shown('token')).toEqual({ ...team, ends: ended });
      expect(await register(of.personId)).toEqual({ outcome: 'registered', ended, keptKeys: 1 });
      expect(await on.accounts.findSession('hash of chosen')).toMatchObject({
        person: { member: { accountId: 'acc_boss' } },
      });
      expect(await lastEntry()).toMatchObject({ verb: 'register', after: { ended } });
      expect(await waysIn()).toEqual({ password: 'chosen', factors: 0, sessions: ['ses_chosen'] });
      expect(await person()).toMatchObject({ id: of.personId, name: 'The boss' });
      await on.writer.run('begin-registration', { ...begin, ...mails, pauseMs: 0, now: now + 1 });
      await expect(shown('token')).rejects.toMatchObject({ code: 'link-expired' });
      const nobody = { email: 'new@example.com', emailKey: 'new@example.com', hash: hashLinkToken('new') };
      await on.writer.run('begin-registration', { ...begin, ...nobody, ...mails, pauseMs: 0 });
      expect(await shown('new')).toEqual({
        ...{ email: nobody.email, name: null, ends: [], keptKeys: 0, asksFactor: false, accounts: null },
      });
    });
  },
);
