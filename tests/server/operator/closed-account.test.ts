import { expect, describe, test, beforeEach } from 'vitest';
import type { Author } from '../../../server/store/author.ts';
import type { Hold } from '../../../server/store/ledger.ts';
import { newest } from '../../../server/store/order-rows.ts';
import { holdPayload } from '../../../server/store/sql/ledger-payloads.ts';
import { invitationSubject } from '../../../lib/account/members.ts';
import { emptyForEach, engines } from '../../setup/engines-under-test.ts';

const now = Date.now();
const expiresAt = now + 3_600_000;
const none = { capDay: null, capMonth: null, capTotal: null };
const owner: Author = { kind: 'person', id: 'per_ada', requestId: 'req-1', reason: 'They asked for it' };
const refused = { code: 'account-closed' };

describe.each(engines)('closing an account on $engine', ({ open }) => {
  const on = emptyForEach(open);
  let made = 0;
  let cleo = 0;

  const accountOf = (id = 'acc_acme') => on.accounts.summary(id);
  const close = (closed = true, accountId = 'acc_acme') =>
    on.writer.run('close-account', { accountId, closed, now }, owner);
  const grant = (credits = 5) =>
    on.writer.run('grant', { purseId: 'acc_acme', credits, kind: 'grant', reason: 'Paid', nowMs: now });
  const createKey = (name: string) =>
    on.writer.run('create-key', {
      ...{ id: `key_${name}`, accountId: 'acc_acme', name, hash: `hash of ${name}`, hint: '', now },
      ...{ operator: false, expiresAt: null, ...none },
    });
  const invite = (hash: string, accountId = 'acc_acme') =>
    on.writer.run('create-invitation', {
      ...{ id: `inv_${hash}`, hash, accountId, role: 'owner', caps: none, now, expiresAt, by: null, most: 9 },
      sendTo: {
        address: `${hash.replaceAll(' ', '-')}@example.com`,
        mail: { subject: invitationSubject(accountId.slice(4)), text: 'Join' },
      },
    });
  const hold = (changes: Partial<Hold> = {}) =>
    on.writer.run(
      'hold',
      holdPayload({
        ...{ callId: `call_${++made}`, purse: { id: 'acc_acme', allowance: null, nowMs: now } },
        ...{ owner: 'acc_acme', apiKeyKey: null, memberKey: null, productKey: 1, versionKey: 1 },
        ...{ credits: 10, inputHash: 'h', input: null, idempotency: null, ...changes },
      }),
    );
  const settle = (callKey: number, credits: number) =>
    on.writer.run('settle', [callKey, 1, credits, now, '{}', null, null, false]);
  const personOf = async () => {
    const active = await on.accounts.findSession('hash of cleo');
    return active && 'person' in active ? active.person : undefined;
  };
  async function join(accountId: string) {
    await invite(`link to ${accountId}`, accountId);
    const who = { personKey: cleo, personId: 'per_cleo', sessionId: 'ses_none' };
    const wish = { linkHash: `link to ${accountId}`, who, allowsNew: true, operators: [], now };
    expect(await on.writer.run('use-invitation', wish)).toMatchObject({ outcome: 'joined' });
  }

  beforeEach(async () => {
    for (const name of ['acme', 'bolt'])
      await on.writer.run('create-account', { id: `acc_${name}`, name, now, credits: 100 });
    await on.writer.run('make-operator', {
      person: { id: 'per_cleo', email: 'cleo@example.com', emailKey: 'cleo@example.com', name: 'Cleo' },
      ...{ role: 'viewer', passwordHash: null, now },
    });
    cleo = (await on.people.summary('per_cleo', new Date(now)))?.key ?? 0;
    await join('acc_acme');
    await on.writer.run('open-session', {
      ...{ hash: 'hash of cleo', id: 'ses_cleo', personKey: cleo, personId: 'per_cleo' },
      ...{ device: 'Firefox', now, expiresAt, instead: null },
    });
    await createKey('server');
    await on.writer.run('create-webhook', {
      ...{ id: 'whk_a', accountId: 'acc_acme', url: 'https://hooks.example/', secret: 'x' },
      ...{ events: ['key.revoked'], now, most: 10 },
    });
    await on.writer.run('create-alert', {
      ...{ id: 'alr_a', accountId: 'acc_acme', watches: 'day', credits: 5, tellsWebhooks: true, now },
      ...{ keyId: null, personId: null, people: ['per_cleo'], most: 20 },
    });
    await invite('waits');
  });

  test('ends all that is of it, and keeps credits, calls and ledger', async () => {
    const running = await hold();
    const { ended } = await close();
    expect(ended).toMatchObject({ revokedKeys: 1, members: 1, credits: 90 });
    expect(ended?.mails).toHaveLength(2);
    const at = new Date(now);
    expect(await accountOf()).toMatchObject({ closedAt: at, suspendedAt: at, posted: 100, activeKeys: 0 });
    expect(await on.accounts.findKey('hash of server')).toBeUndefined();
    expect(await on.webhooks.list('acc_acme')).toEqual([]);
    expect(await on.alerts.list('acc_acme')).toEqual([]);
    expect(await on.members.openInvitations('acc_acme', at)).toEqual([]);
    expect(await personOf()).toMatchObject({ member: null, closedAccount: 'acme' });
    expect(await hold({ credits: 0 })).toEqual({ outcome: 'suspended' });
    if (running.outcome !== 'held') throw new Error('The call is not held.');
    expect(await settle(running.callKey, 7)).toMatchObject({ posted: 93, pending: 0 });
    expect(await close()).toEqual({ changed: false });
    const entries = (await on.audit.entriesAfter(0, 100)).filter(({ verb }) => verb === 'close-account');
    expect(entries).toMatchObject([
      {
        ...{ target: 'acc_acme', reason: 'They asked for it', before: { closed: false } },
        after: { closed: true, revokedKeys: 1, members: 1, credits: 90 },
      },
    ]);
  });

  test('lets its members go on with another account, and tells them until they choose it', async () => {
    await join('acc_bolt');
    await close();
    expect(await personOf()).toMatchObject({ member: { accountId: 'acc_bolt' }, closedAccount: 'acme' });
    const choice = { personKey: cleo, sessionId: 'ses_cleo', accountId: 'acc_bolt' };
    expect(await on.writer.run('choose-account', choice)).toEqual({ chosen: true });
    expect(await personOf()).not.toHaveProperty('closedAccount');
  });

  test.each([
    ['credits', () => grant()],
    ['credits that are taken', () => grant(-5)],
    ['a key', () => createKey('another')],
    ['an invitation', () => invite('late')],
    ['a name', () => on.writer.run('rename-account', { accountId: 'acc_acme', name: 'Late', by: null })],
    [
      'a limit',
      () => on.writer.run('cap-account', { accountId: 'acc_acme', caps: { capDay: 1 }, reason: 'Late' }),
    ],
    [
      'the end of a suspension',
      () => on.writer.run('suspend-account', { accountId: 'acc_acme', suspended: false, now }),
    ],
  ])('refuses %s from then on', async (_what, change) => {
    await close();
    const before = await accountOf();
    await expect(change()).rejects.toMatchObject(refused);
    expect(await accountOf()).toEqual(before);
  });

  test('is undone with its state and credits alone', async () => {
    await close();
    expect(await close(false)).toEqual({ changed: true });
    expect(await accountOf()).toMatchObject({
      closedAt: null,
      suspendedAt: null,
      posted: 100,
      activeKeys: 0,
    });
    expect(await personOf()).toMatchObject({ member: null });
    expect(await personOf()).not.toHaveProperty('closedAccount');
    expect(await hold()).toMatchObject({ outcome: 'held' });
    await grant();
  });

  test('keeps a suspension of before', async () => {
    await on.writer.run('suspend-account', { accountId: 'acc_acme', suspended: true, now: now - 1 });
    await close();
    await close(false);
    expect(await accountOf()).toMatchObject({ closedAt: null, suspendedAt: new Date(now - 1) });
  });

  test('lists it by its state alone, or by its id', async () => {
    await close();
    const page = async (filter: { text?: string; state?: 'open' | 'suspended' | 'closed' }) =>
      (await on.accounts.page({ text: undefined, ...filter }, newest(9))).rows.map(({ name }) => name);
    expect(await page({ state: 'open' })).toEqual(['bolt']);
    expect(await page({ state: 'open', text: 'acc_acme' })).toEqual(['acme']);
    expect(await page({ state: 'suspended' })).toEqual([]);
    expect(await page({ state: 'closed' })).toEqual(['acme']);
    expect(await page({})).toEqual(['bolt', 'acme']);
  });

  test('races with calls, credits and keys: what was first is whole, and nothing is charged or added after it', async () => {
    const server = (await on.accounts.findKey('hash of server'))?.key ?? 0;
    const racers = (round: number) => [
      ...Array.from({ length: 8 }, () => hold({ apiKeyKey: server, credits: 1 })),
      ...Array.from({ length: 8 }, () => grant(3)),
      ...Array.from({ length: 4 }, (_, index) => createKey(`raced ${round} ${index}`)),
    ];
    const first = Promise.allSettled(racers(1));
    const closing = close();
    const second = Promise.allSettled(racers(2));
    await closing;
    const later = await Promise.allSettled(racers(3));
    const results = [...(await first), ...(await second)];
    const outcomes = results.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    for (const one of [...results, ...later])
      if (one.status === 'rejected') expect(one.reason).toMatchObject(refused);
    const of = (one: object) => ('outcome' in one ? String(one.outcome) : '');
    const refusals = new Set(['suspended', 'key-revoked']);
    expect(
      later.flatMap((one) => (one.status === 'fulfilled' && !refusals.has(of(one.value)) ? [one.value] : [])),
    ).toEqual([]);
    const held = outcomes.flatMap((one) => ('callKey' in one && of(one) === 'held' ? [one.callKey] : []));
    const granted = outcomes.filter((one) => 'entryId' in one).length;
    const posted = 100 + 3 * granted;
    expect(await accountOf()).toMatchObject({ posted, pending: held.length, activeKeys: 0 });
    for (const callKey of held) await settle(callKey, 1);
    expect(await accountOf()).toMatchObject({ posted: posted - held.length, pending: 0 });
  });
});
