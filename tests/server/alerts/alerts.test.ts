import { beforeEach, describe, expect, test } from 'vitest';
import { look, type SeenAccounts } from '../../../server/alerts/watch-alerts.ts';
import { readSettings } from '../../../server/env.ts';
import { holdPayload } from '../../../server/store/sql/ledger-payloads.ts';
import { all, statement } from '../../../server/store/sql/statement.ts';
import { type AddedMember, addMember } from '../../setup/add-member.ts';
import { emptyForEach, engines } from '../../setup/engines-under-test.ts';
import type { Payload } from '../../../server/store/writer.ts';

const dayMs = 86_400_000;
const noon = (day: string) => Date.parse(`${day}T12:00:00Z`);
const today = '2026-11-28';
const settings = readSettings({ FAREBOX_URL: 'https://portal.example' });

const findMails = statement<{ to: string; subject: string; text: string }>(
  'SELECT "to", subject, text FROM Mail WHERE kind = \'alert\' ORDER BY key',
);
const findDeliveries = statement<{ payload: string }>(
  "SELECT payload FROM WebhookDelivery WHERE event = 'alert.reached' ORDER BY key",
);
const findRecipients = statement<{ personKey: number }>('SELECT personKey FROM AlertRecipient');

const mailOf = ({ personId }: AddedMember) => `${personId}@example.com`;

describe.each(engines)('alerts on $engine', ({ open }) => {
  const on = emptyForEach(open);
  let seen: SeenAccounts;
  let made: number;
  let ada: AddedMember;
  let bob: AddedMember;
  beforeEach(async () => {
    seen = new Map();
    made = 0;
    await on.writer.run('create-account', { id: 'acc_a', name: 'Acme', now: noon(today), credits: 1_000 });
    ada = await on.change(() => addMember('acc_a', 'owner'));
    bob = await on.change(() => addMember('acc_a', 'member'));
  });

  const context = () => ({ settings, store: on });
  /** What a portal does every few seconds. */
  const lookAt = async (now: number) => void (seen = await look(context(), seen, { now: () => now }));
  const create = (
    alert: Partial<Payload<'create-alert'>> & Pick<Payload<'create-alert'>, 'watches' | 'credits'>,
    now = noon(today),
  ) =>
    on.writer.run('create-alert', {
      ...{ id: `alr_${++made}`, accountId: 'acc_a', keyId: null, personId: null, people: [ada.personId] },
      ...{ tellsWebhooks: true, now, most: 20 },
      ...alert,
    });
  async function hold(nowMs: number, credits: number, of: { apiKeyKey?: number; memberKey?: number } = {}) {
    const held = await on.writer.run(
      'hold',
      holdPayload({
        ...{ callId: `call_${++made}`, purse: { id: 'acc_a', allowance: null, nowMs }, owner: 'acc_a' },
        ...{ apiKeyKey: null, memberKey: null, productKey: 1, versionKey: 1, credits },
        ...{ inputHash: 'h', input: null, idempotency: null },
        ...of,
      }),
    );
    if (held.outcome !== 'held') throw new Error(held.outcome);
    return held.callKey;
  }
  async function spend(
    credits: number,
    nowMs: number,
    { quoted = 500, ...of }: { quoted?: number; apiKeyKey?: number; memberKey?: number } = {},
  ) {
    const callKey = await hold(nowMs, quoted, of);
    await on.writer.run('settle', [callKey, 1, credits, nowMs, '{}', null, null, false]);
  }
  const give = (credits: number) =>
    on.writer.run('grant', {
      ...{ purseId: 'acc_a', credits, kind: credits > 0 ? 'grant' : 'correction', reason: 'Test' },
      nowMs: noon(today),
    });
  const mails = () => on.change(() => all(findMails));
  const subjects = async () => (await mails()).map(({ subject }) => subject);
  const state = async () =>
    (await on.alerts.list('acc_a')).map(({ toldPeriod, reachedAt }) => [toldPeriod, reachedAt?.getTime()]);

  test('of a balance tell when it is below, and again after it was not', async () => {
    const now = noon(today);
    await create({ watches: 'balance', credits: 100 });
    await spend(450, now);
    await spend(450, now, { quoted: 450 });
    await lookAt(now);
    expect(await mails()).toEqual([]);
    await spend(1, now, { quoted: 1 });
    await lookAt(now + 1);
    await lookAt(now + 2);
    await spend(50, now, { quoted: 50 });
    await lookAt(now + 3);
    expect(await mails()).toEqual([
      {
        to: mailOf(ada),
        subject: 'The balance of Acme is below 100',
        text: `The balance of the account "Acme" (acc_a) is 99 credits, which is below 100.\n\nThe alerts of the account, and who gets them: https://portal.example/credits\n`,
      },
    ]);
    expect(await state()).toEqual([['below', now + 1]]);
    await give(51);
    await lookAt(now + 4);
    expect(await state()).toEqual([[null, now + 1]]);
    await spend(1, now, { quoted: 1 });
    await lookAt(now + 5);
    expect(await subjects()).toHaveLength(2);
    expect(await state()).toEqual([['below', now + 5]]);
  });

  test('of a balance ignore what is on hold', async () => {
    await create({ watches: 'balance', credits: 600 });
    await hold(noon(today), 900);
    await lookAt(noon(today));
    expect(await mails()).toEqual([]);
  });

  test('of a day tell at exactly their credits, once in each day', async () => {
    const now = noon(today);
    await create({ watches: 'day', credits: 100 });
    await spend(99, now);
    await lookAt(now);
    expect(await subjects()).toEqual([]);
    await spend(1, now);
    await lookAt(now);
    await spend(70, now);
    await lookAt(now);
    expect(await subjects()).toEqual(['Acme has spent 100 credits in 2026-11-28']);
    const next = now + dayMs;
    await spend(99, next);
    await lookAt(next);
    expect(await subjects()).toHaveLength(1);
    await spend(2, next);
    await lookAt(next);
    expect((await subjects())[1]).toBe('Acme has spent 101 credits in 2026-11-29');
    expect(await state()).toEqual([['2026-11-29', next]]);
  });

  test('of a month sum its days, and begin anew with the next', async () => {
    const now = noon(today);
    await create({ watches: 'month', credits: 100 }, noon('2026-11-01'));
    for (const day of ['2026-11-02', '2026-11-27', today]) await spend(40, noon(day));
    await lookAt(now);
    const december = noon('2026-12-01');
    await spend(99, december);
    await lookAt(december);
    expect(await subjects()).toEqual(['Acme has spent 120 credits in 2026-11']);
    await spend(1, december);
    await lookAt(december);
    expect((await subjects())[1]).toBe('Acme has spent 100 credits in 2026-12');
  });

  test('tell of the last seconds of a day, also if its calls end after midnight', async () => {
    const late = Date.parse('2026-11-28T23:59:59Z');
    await create({ watches: 'day', credits: 100 });
    await spend(99, late);
    await lookAt(late + 2_000);
    await spend(1, late);
    await spend(5, late + 3_000);
    await lookAt(late + 5_000);
    expect(await subjects()).toEqual(['Acme has spent 100 credits in 2026-11-28']);
  });

  test('tell at the next start what a portal that was killed had not told', async () => {
    await create({ watches: 'day', credits: 100 });
    await spend(100, noon(today));
    await lookAt(noon('2026-12-05'));
    expect(await subjects()).toEqual(['Acme has spent 100 credits in 2026-11-28']);
  });

  test('do not tell of periods before they were made', async () => {
    await spend(100, noon('2026-11-27'));
    await spend(100, noon('2026-10-27'));
    await create({ watches: 'day', credits: 50 });
    await create({ watches: 'month', credits: 150 });
    await lookAt(noon(today));
    expect(await subjects()).toEqual([]);
  });

  test('of a key or a member count the calls of that one', async () => {
    const now = noon(today);
    await on.writer.run('create-key', {
      ...{ id: 'key_p', accountId: 'acc_a', name: 'Prod', hash: 'hash', hint: 'abcd', operator: false, now },
      ...{ expiresAt: null, capDay: null, capMonth: null, capTotal: null },
    });
    const key = await on.accounts.findKey('hash');
    const apiKeyKey = key?.key ?? 0;
    await create({ watches: 'day', credits: 100, keyId: 'key_p' });
    await create({ watches: 'day', credits: 100, personId: bob.personId, people: [] });
    await spend(90, now, { apiKeyKey });
    await spend(90, now, { memberKey: bob.key });
    await spend(90, now);
    await lookAt(now);
    expect(await subjects()).toEqual([]);
    await spend(10, now, { apiKeyKey });
    await lookAt(now);
    expect(await mails()).toMatchObject([
      {
        subject: 'API key Prod of Acme has spent 100 credits in 2026-11-28',
        text: expect.stringMatching(
          /^The API key "Prod" \(key_p\) of the account "Acme" \(acc_a\) has spent/,
        ),
      },
    ]);
    await spend(10, now, { memberKey: bob.key });
    await lookAt(now);
    expect((await state()).map(([period]) => period)).toEqual([today, today]);
    expect(await subjects()).toHaveLength(1);
  });

  test('tell once, however many portals look at once', async () => {
    const now = noon(today);
    const webhook = { id: 'whk_1', accountId: 'acc_a', url: 'https://hooks.example/', secret: 'x' };
    await on.writer.run('create-webhook', { ...webhook, events: ['alert.reached'], now, most: 20 });
    await create({ watches: 'day', credits: 100, people: [ada.personId, bob.personId] });
    await create({ watches: 'balance', credits: 950 });
    await create({ watches: 'balance', credits: 950, tellsWebhooks: false });
    await spend(100, now);
    await Promise.all(Array.from({ length: 8 }, () => look(context(), new Map(), { now: () => now })));
    expect((await mails()).map(({ to }) => to).toSorted()).toEqual([
      ...[mailOf(ada), mailOf(ada), mailOf(ada), mailOf(bob)],
    ]);
    const events = (await on.change(() => all(findDeliveries))).map(
      ({ payload }) => JSON.parse(payload).data,
    );
    expect(events).toHaveLength(2);
    expect(events).toContainEqual({
      account: { id: 'acc_a', name: 'Acme' },
      ...{ id: 'alr_1', watches: 'day', credits: 100, amount: 100, of: null, period: today },
    });
    expect(events).toContainEqual({
      account: { id: 'acc_a', name: 'Acme' },
      ...{ id: 'alr_2', watches: 'balance', credits: 950, amount: 900, of: null, period: null },
    });
  });

  test('do not tell of what was read before the balance recovered', async () => {
    await create({ watches: 'balance', credits: 950 });
    await spend(100, noon(today));
    const stale = await on.alerts.readPurses([1]);
    await give(100);
    const [alert] = stale[0]?.alerts ?? [];
    if (!alert) throw new Error('There is no alert.');
    const reached = {
      ...{ alertKey: alert.key, watchedSince: alert.watchedSince.getTime(), period: 'below' },
      mail: { subject: 'x', text: 'x' },
      event: {
        account: { id: 'acc_a', name: 'Acme' },
        id: alert.id,
        watches: alert.watches,
        credits: 950,
        of: null,
        period: null,
        amount: 900,
      },
    };
    const payload = { now: noon(today), reached: [reached], rearmed: [] };
    expect(await on.writer.run('reach-alerts', payload)).toEqual({ told: 0 });
    expect(await mails()).toEqual([]);
  });

  test('that are changed begin anew, and stop when they are deleted', async () => {
    const now = noon(today);
    await create({ watches: 'day', credits: 100 });
    await spend(120, now);
    await lookAt(now);
    const change = { id: 'alr_1', accountId: 'acc_a', now: now + 1 };
    const before = { credits: 100, people: [ada.personId], tellsWebhooks: true };
    const changes = { credits: 150, people: [bob.personId] };
    expect(await on.writer.run('change-alert', { ...change, changes })).toEqual({
      ...{ outcome: 'changed', before, after: { ...before, ...changes } },
    });
    await lookAt(now + 2);
    expect(await subjects()).toHaveLength(1);
    await spend(30, now);
    await lookAt(now + 3);
    expect((await mails()).map(({ to }) => to)).toEqual([mailOf(ada), mailOf(bob)]);
    for (const [accountId, deleted] of [
      ['acc_other', false],
      ['acc_a', true],
      ['acc_a', false],
    ] as const)
      expect(await on.writer.run('delete-alert', { id: 'alr_1', accountId })).toEqual({ deleted });
    expect(await on.change(() => all(findRecipients))).toEqual([]);
    await spend(200, now + dayMs);
    await lookAt(now + dayMs);
    expect(await subjects()).toHaveLength(2);
  });

  test('are at most so many, also when several are made at once', async () => {
    const wish = () => create({ watches: 'day', credits: 1 });
    const results = await Promise.all(Array.from({ length: 25 }, wish));
    expect(results.filter(({ outcome }) => outcome === 'created')).toHaveLength(20);
    expect(results.filter(({ outcome }) => outcome === 'too-many')).toHaveLength(5);
  });

  test('do not tell somebody who has left, also after coming back', async () => {
    const now = noon(today);
    await create({ watches: 'day', credits: 100, people: [ada.personId, bob.personId] });
    await on.writer.run('remove-member', {
      accountId: 'acc_a',
      personId: bob.personId,
      by: ada.personKey,
      now,
    });
    expect(await on.alerts.list('acc_a')).toMatchObject([
      { people: [{ id: ada.personId, name: ada.personId }] },
    ]);
    expect(await on.change(() => all(findRecipients))).toHaveLength(1);
    await spend(100, now);
    await lookAt(now);
    expect((await mails()).map(({ to }) => to)).toEqual([mailOf(ada)]);
  });
});
