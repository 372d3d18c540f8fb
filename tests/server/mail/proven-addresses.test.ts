import { beforeEach, describe, expect, test } from 'vitest';
import { emptyForEach, engines } from '../../setup/engines-under-test.ts';

const now = Date.UTC(2026, 10, 23, 12);
const hour = 3_600_000;
const mail = { subject: 'Subject', text: 'Text' };
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
      on.writer.run('make-operator', { person: boss, role: 'owner', passwordHash: null, now });
    const useMailCode = async (name = 'mail', at = now) => {
      const code = { emailKey, hash: 'for boss', answer: `code ${name}`, now: at, expiresAt: at + hour };
      await on.writer.run('mail-code', { ...code, pauseMs: 0, mail });
      return on.writer.run('use-mail-code', {
        ...{
          emailKey,
          hash: 'for boss',
          answer: `code ${name}`,
          session: session(name),
          instead: null,
          now: at,
        },
        pending: { hash: `pending ${name}`, expiresAt: at + hour },
        link: { hash: `link ${name}`, expiresAt: at + hour, mail },
      });
    };
    const usePasswordLink = (linkHash: string) =>
      on.writer.run('use-password-link', {
        ...{ linkHash, passwordHash: 'chosen', session: session('chosen'), now, mail },
      });

    test.each([
      ['named by the command line', makeOperator],
      [
        'given a role in the console',
        () => on.writer.run('set-operator-role', { personId: of.personId, role: 'owner', now }),
      ],
    ])('gives no way in to an operator who is %s', async (_how, promote) => {
      expect(await waysIn()).toEqual(all);
      await promote();
      expect(await person()).toMatchObject({ id: of.personId, operatorRole: 'owner' });
      expect(await waysIn()).toEqual(none);
    });

    test('gives the operator of the settings no way in but the password there', async () => {
      await on.writer.run('provision-operator', { person: boss, passwordHash: 'of the settings', now });
      expect(await waysIn()).toEqual({ ...none, password: 'of the settings' });
    });

    test('is proven by the first code, which ends all ways in and mails a link to choose a password', async () => {
      expect(await useMailCode()).toMatchObject({ outcome: 'signed-in', personId: of.personId });
      expect(await waysIn()).toEqual({ ...none, sessions: ['ses_mail'] });
      const claimed = await on.writer.run('claim-mail', { now, leaseUntil: now + hour, most: 10 });
      expect(claimed.filter(({ kind }) => kind === 'password-link')).toMatchObject([{ to: emailKey }]);
      expect(await usePasswordLink('link mail')).toMatchObject({ signedIn: true });
      await addFactors();
      const before = await waysIn();
      expect(await useMailCode('later', now + 1)).toMatchObject({ outcome: 'pending' });
      expect(await waysIn()).toEqual(before);
      await makeOperator();
      expect(await waysIn()).toEqual(before);
    });

    test('is proven by a link to choose a password', async () => {
      await on.writer.run('make-password-link', { emailKey, hash: 'link', now, expiresAt: now + hour, mail });
      expect(await usePasswordLink('link')).toEqual({ personId: of.personId, signedIn: true });
      expect(await waysIn()).toEqual({ password: 'chosen', factors: 0, sessions: ['ses_chosen'] });
    });

    test('can be registered by its owner, who then has the person', async () => {
      const begin = { email: emailKey, emailKey, hash: 'registration', now, expiresAt: now + hour };
      const mails = { mail: { ...mail, subject: 'Register' }, mailToKnown: { ...mail, subject: 'Known' } };
      await on.writer.run('begin-registration', { ...begin, ...mails, pauseMs: 0 });
      const claimed = await on.writer.run('claim-mail', { now, leaseUntil: now + hour, most: 10 });
      expect(claimed.filter(({ kind }) => kind === 'registration')).toMatchObject([{ subject: 'Register' }]);
      const register = (id: string) =>
        on.writer.run('register', {
          ...{
            proof: { linkHash: 'registration' },
            person: { id, name: 'The boss', passwordHash: 'chosen' },
          },
          ...{ accountId: 'acc_boss', credits: 0, session: session('chosen'), history: null, now },
        });
      expect(await register(of.personId)).toEqual({ outcome: 'registered' });
      expect(await waysIn()).toEqual({ password: 'chosen', factors: 0, sessions: ['ses_chosen'] });
      expect(await person()).toMatchObject({ id: of.personId, name: 'The boss' });
    });
  },
);
