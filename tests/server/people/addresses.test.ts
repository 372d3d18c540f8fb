import { beforeEach, describe, expect, test } from 'vitest';
import { hashLinkToken } from '../../../server/people/link-token.ts';
import { emptyForEach, engines } from '../../setup/engines-under-test.ts';

const now = Date.UTC(2026, 10, 23, 12);
const hour = 3_600_000;
const mail = { subject: 'Subject', text: 'Text' };
const portal = { kind: 'portal', id: null, requestId: 'req-1' } as const;

describe.each(engines)('the address of a person on $engine', ({ open }) => {
  const on = emptyForEach(open);
  const addressOf = (name: string) => `${name}@example.com`;

  beforeEach(async () => {
    for (const name of ['ada', 'grace']) {
      const email = addressOf(name);
      const person = { id: `per_${name}`, email, emailKey: email, name };
      await on.writer.run('make-operator', { person, role: 'owner', passwordHash: 'hash', now });
    }
  });

  const person = async (email: string) => (await on.people.findByEmail(email))?.id;

  async function ask(name: string, email: string, at = now) {
    const { key = 0 } = (await on.people.findByEmail(addressOf(name))) ?? {};
    const hash = hashLinkToken(`${name} to ${email} at ${at}`);
    const { outcome } = await on.writer.run('ask-for-address', {
      ...{ personKey: key, personId: `per_${name}`, email, hash, now: at, expiresAt: at + hour },
      ...{ askedBy: name, mail, mailToPresent: mail },
    });
    return { outcome, hash };
  }
  const use = (linkHash: string, at = now) =>
    on.writer.run('use-address-link', { linkHash, mail, now: at }, portal);
  const change = (name: string, email: string) =>
    on.writer.run('change-address', {
      ...{ personId: `per_${name}`, email, emailKey: email.toLowerCase(), mail, now },
    });
  const mailsTo = async (address: string) => {
    const { rows } = await on.mails.list({ most: 50 });
    return rows.filter(({ to }) => to === address).map(({ kind }) => kind);
  };

  test('changes by the link that was mailed to it, once, within its time', async () => {
    const { hash } = await ask('ada', 'Countess@example.com');
    expect(await person('ada@example.com')).toBe('per_ada');
    expect(await mailsTo('Countess@example.com')).toEqual(['address-link']);
    expect(await mailsTo('ada@example.com')).toEqual(['address-changed']);
    expect(await use(hash, now + hour)).toEqual({ outcome: 'over' });
    expect(await use(hash)).toMatchObject({ outcome: 'changed', email: 'Countess@example.com' });
    expect(await use(hash)).toEqual({ outcome: 'over' });
    expect(await person('countess@example.com')).toBe('per_ada');
    expect(await person('ada@example.com')).toBeUndefined();
    expect(await mailsTo('ada@example.com')).toHaveLength(2);
  });

  test('ends the links and codes that were mailed to the old one', async () => {
    const link = { emailKey: 'ada@example.com', hash: 'password', now, expiresAt: now + hour, mail };
    await on.writer.run('make-password-link', link);
    const code = { emailKey: 'ada@example.com', hash: 'for ada', answer: 'code', now, expiresAt: now + hour };
    await on.writer.run('mail-code', { ...code, pauseMs: 0, mail });
    const next = await ask('ada', 'countess@example.com', now + 1);
    await use(next.hash, now + 1);
    expect(await on.writer.run('make-password-link', { ...link, hash: 'later' })).toEqual({ personId: null });
    expect(await on.people.hasLink('password', 'password', new Date(now))).toBe(false);
    const session = { hash: 'session', id: 'ses_a', device: 'Firefox', expiresAt: now + hour };
    const wish = {
      ...{ emailKey: 'ada@example.com', hash: 'for ada', answer: 'code', session, now, instead: null },
    };
    const pending = { hash: 'pending', expiresAt: now + hour };
    const used = await on.writer.run('use-mail-code', {
      ...{ ...wish, pending, link: { hash: 'link', expiresAt: now + hour, mail } },
    });
    expect(used).not.toMatchObject({ outcome: 'signed-in' });
  });

  test('only the newest link works, and a new password ends it', async () => {
    const first = await ask('ada', 'a1@example.com');
    const second = await ask('ada', 'a2@example.com', now + 1);
    expect(await use(first.hash, now + 1)).toEqual({ outcome: 'over' });
    const { key = 0 } = (await on.people.findByEmail('ada@example.com')) ?? {};
    const password = { personKey: key, personId: 'per_ada', passwordHash: 'new', sessionId: 'ses_a' };
    await on.writer.run('change-password', { ...password, mail, now });
    expect(await use(second.hash, now + 1)).toEqual({ outcome: 'over' });
  });

  test('goes to one of two people who want it', async () => {
    const links = [await ask('ada', 'both@example.com'), await ask('grace', 'Both@example.com')];
    const outcomes = await Promise.all(links.map(({ hash }) => use(hash)));
    expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual(['changed', 'taken']);
    expect(await change('ada', 'GRACE@example.com')).toEqual({ outcome: 'taken' });
    expect(await change('ada', 'ada2@example.com')).toEqual({ outcome: 'changed' });
    expect(await person('ada2@example.com')).toBe('per_ada');
  });

  test('is named by an operator, also with other capitals, and not for nobody', async () => {
    expect(await change('ada', 'Ada@example.com')).toEqual({ outcome: 'changed' });
    expect(await change('ada', 'Ada@example.com')).toEqual({ outcome: 'same' });
    expect(await change('nobody', 'x@example.com')).toEqual({ outcome: 'unknown' });
    expect((await on.people.findByEmail('ada@example.com'))?.email).toBe('Ada@example.com');
  });

  test('is asked for by people who have proven the present one, and a few times a day', async () => {
    await on.writer.run('create-account', { id: 'acc_team', name: 'Team', now, credits: 0 });
    await on.writer.run('create-invitation', {
      ...{ id: 'inv_a', hash: 'invitation', accountId: 'acc_team', role: 'owner', by: null, sendTo: null },
      ...{ caps: { capDay: null, capMonth: null, capTotal: null }, now, expiresAt: now + hour, most: 5 },
    });
    const email = addressOf('eve');
    const session = { hash: 'session', id: 'ses_e', device: 'Firefox', expiresAt: now + hour };
    const eve = { id: 'per_eve', email, emailKey: email, name: 'Eve', passwordHash: 'hash' };
    const who = { person: eve, session, history: null };
    await on.writer.run('use-invitation', {
      ...{ linkHash: 'invitation', who, allowsNew: true, operators: [], now },
    });
    expect(await ask('eve', 'own@example.com')).toMatchObject({ outcome: 'unproven' });
    const outcomes: string[] = [];
    for (let at = now; at < now + 11; at += 1)
      outcomes.push((await ask('ada', `to${at}@example.com`, at)).outcome);
    expect(outcomes).toEqual([...Array.from({ length: 10 }, () => 'mailed'), 'bound']);
  });

  test('and name leave the log when the person is erased', async () => {
    await on.writer.run('rename-person', { personId: 'per_ada', name: 'Countess' }, portal);
    await on.writer.run(
      'change-address',
      {
        ...{ personId: 'per_ada', email: 'c@example.com', emailKey: 'c@example.com', mail, now },
      },
      portal,
    );
    expect((await on.people.findByEmail('c@example.com'))?.name).toBe('Countess');
    const written = JSON.stringify(
      (await on.audit.entriesAfter(0, 100)).map(({ verb, before, after }) => [verb, before, after]),
    );
    expect(written).toContain('rename-person');
    expect(written).not.toMatch(/Countess|c@example/);
  });
});
