import { beforeEach, describe, expect, test } from 'vitest';
import { type NewEvent, queueDeliveries } from '../../../server/store/messages/queue-deliveries.ts';
import type { ClaimPayload } from '../../../server/store/messages/mail-jobs.ts';
import { addMember } from '../../setup/add-member.ts';
import { emptyForEach, engines } from '../../setup/engines-under-test.ts';
import type { Payload } from '../../../server/store/writer.ts';

const now = Date.UTC(2026, 10, 24, 12);
const leaseUntil = now + 300_000;

describe.each(engines)('webhooks on $engine', ({ open }) => {
  const on = emptyForEach(open);
  beforeEach(async () => {
    for (const id of ['acc_a', 'acc_b']) await on.writer.run('create-account', { id, name: id, now });
  });

  const create = (id: string, changes: Partial<Payload<'create-webhook'>> = {}) =>
    on.writer.run('create-webhook', {
      ...{ id, accountId: 'acc_a', url: `https://example.com/${id}`, secret: `secret of ${id}` },
      ...{ events: ['key.revoked', 'key.created'], now, most: 3, ...changes },
    });
  const queue = (changes: Partial<NewEvent> = {}) =>
    on.change(() =>
      queueDeliveries({
        ...{ accountId: 'acc_a', event: 'key.revoked', data: { credits: 5 }, now },
        ...changes,
      }),
    );
  const claim = (changes: Partial<ClaimPayload<number>> = {}) =>
    on.writer.run('claim-deliveries', { now, leaseUntil, most: 10, ...changes });
  const finish = (key: number, changes: Partial<Payload<'finish-delivery'>>) =>
    on.writer.run('finish-delivery', {
      ...{ key, leaseUntil, deliveredAt: null, failedAt: null, nextAttemptAt: null, lastStatus: null },
      ...{ lastError: null, lastResponse: null, disables: null, now, ...changes },
    });

  test('are limited for each account, also when several are made at once', async () => {
    expect(await create('whk_0', { accountId: 'acc_none' })).toEqual({ outcome: 'no-account' });
    const made = await Promise.all([1, 2, 3, 4, 5].map((number) => create(`whk_${number}`)));
    expect(made.map(({ outcome }) => outcome).sort()).toEqual([
      ...['created', 'created', 'created', 'too-many', 'too-many'],
    ]);
    expect(await create('whk_6', { accountId: 'acc_b' })).toEqual({ outcome: 'created' });
  });

  test('get the events that they want, of their own account', async () => {
    await create('whk_1');
    await create('whk_2', { events: ['key.created'] });
    await create('whk_3', { accountId: 'acc_b', events: ['key.created'] });
    const ids = await queue();
    expect(ids).toEqual([expect.stringMatching(/^msg_[0-9a-z]{16}$/)]);
    expect(await queue({ event: 'key.revoked', accountId: 'acc_b' })).toEqual([]);
    const payload = '{"type":"key.revoked","timestamp":"2026-11-24T12:00:00.000Z","data":{"credits":5}}';
    expect(await on.webhooks.deliveries('acc_a', 'whk_1')).toEqual([
      {
        ...{ id: ids[0], event: 'key.revoked', payload, createdAt: new Date(now), attempts: 0 },
        ...{ nextAttemptAt: new Date(now), deliveredAt: null, failedAt: null, lastStatus: null },
        ...{ lastError: null, lastResponse: null },
      },
    ]);
    expect(await on.webhooks.deliveries('acc_b', 'whk_1')).toBeUndefined();
    await expect(async () => queue({ data: { long: 'x'.repeat(20_000) } })).rejects.toThrow(
      'An event has at most 20000 characters.',
    );
  });

  test('have deliveries that one portal takes until its lease ends', async () => {
    await create('whk_1');
    const [id] = await queue();
    expect(await on.webhooks.hasDue(now - 1)).toBe(false);
    expect(await on.webhooks.hasDue(now)).toBe(true);
    const taken = (await Promise.all(Array.from({ length: 8 }, () => claim()))).flat();
    expect(taken).toEqual([
      {
        ...{ key: 1, id, event: 'key.revoked', payload: expect.any(String), createdAt: now, attempts: 1 },
        ...{
          accountKey: expect.any(Number),
          leaseUntil,
          webhook: { id: 'whk_1', url: 'https://example.com/whk_1', secret: 'secret of whk_1' },
        },
      },
    ]);
    expect(await on.webhooks.hasDue(leaseUntil - 1)).toBe(false);
    expect(await claim({ now: leaseUntil - 1 })).toEqual([]);
    const later = { leaseUntil: leaseUntil + 1 };
    expect(await claim({ now: leaseUntil, ...later })).toMatchObject([{ id, attempts: 2 }]);
    expect(await finish(1, { deliveredAt: now })).toEqual({ finished: false, disabled: null });
    const result = { ...later, nextAttemptAt: now + 7, lastStatus: 500, lastResponse: 'Sorry' };
    expect(await finish(1, result)).toEqual({ finished: true, disabled: null });
    expect(await on.webhooks.deliveries('acc_a', 'whk_1')).toMatchObject([
      { attempts: 2, nextAttemptAt: new Date(now + 7), lastStatus: 500, lastResponse: 'Sorry' },
    ]);
  });

  test('are taken in turn from accounts, and only a few of each are sent at the same time', async () => {
    const payload = { most: 4, share: { most: 2, sendingTo: new Array<number>() } };
    await create('whk_1');
    await create('whk_2');
    await create('whk_3', { accountId: 'acc_b' });
    for (const late of [9, 8, 7]) await queue({ now: now - late });
    await queue({ accountId: 'acc_b' });
    const taken = await claim(payload);
    const ofA = taken.filter(({ webhook }) => webhook?.id !== 'whk_3');
    expect([taken.length, ofA.length]).toEqual([3, 2]);
    expect(ofA.map(({ createdAt }) => createdAt)).toEqual([now - 9, now - 9]);
    const [{ accountKey } = { accountKey: 0 }] = ofA;
    // Another portal, or the same after one was sent.
    const later = (sendingTo: number[]) => claim({ ...payload, share: { most: 2, sendingTo } });
    expect(await later([accountKey, accountKey])).toEqual([]);
    await queue({ accountId: 'acc_b' });
    const one = { ...payload, most: 1, share: { most: 2, sendingTo: [accountKey] } };
    expect(await claim(one)).toMatchObject([{ webhook: { id: 'whk_3' } }]);
    expect(await claim(one)).toMatchObject([{ accountKey, createdAt: now - 8 }]);
    expect(await claim()).toHaveLength(3);
  });

  test('are disabled when a delivery fails for good and nothing else arrived since', async () => {
    await create('whk_1');
    await create('whk_2');
    await queue();
    await queue({ now: now + 1 });
    const [first, second, third, fourth] = await claim({ now: now + 1 });
    await on.change(() => addMember('acc_a', 'member'));
    const { personId } = await on.change(() => addMember('acc_a', 'owner'));
    const mail = { subject: 'Disabled', text: 'It is disabled.' };
    const failed = { failedAt: now + 9, disables: mail, now: now + 9 };
    await finish(third?.key ?? 0, { deliveredAt: now + 5 });
    expect(third?.webhook?.id).toBe(first?.webhook?.id);
    expect(await finish(first?.key ?? 0, failed)).toEqual({ finished: true, disabled: null });
    expect(await finish(second?.key ?? 0, { ...failed, disables: null })).toMatchObject({ disabled: null });
    expect(await finish(fourth?.key ?? 0, failed)).toEqual({
      finished: true,
      disabled: { webhookId: 'whk_2' },
    });
    const [entry] = (await on.audit.entriesAfter(0, 100)).filter(({ verb }) => verb === 'finish-delivery');
    expect(entry).toMatchObject({ target: 'whk_2', after: { disabled: true }, actor: { kind: 'portal' } });
    const mails = await on.writer.run('claim-mail', { now: now + 9, leaseUntil, most: 10 });
    expect(mails).toMatchObject([{ to: `${personId}@example.com`, ...mail }]);
    expect(await on.webhooks.list('acc_a')).toMatchObject([
      { id: 'whk_1', disabledAt: null },
      { id: 'whk_2', disabledAt: new Date(now + 9) },
    ]);
    expect(await queue()).toHaveLength(1);
  });

  test('are changed by their own account: what waits goes to the new address, and no event to a disabled one', async () => {
    await create('whk_1');
    const [id] = await queue();
    const change = (changes: Payload<'change-webhook'>['changes'], accountId = 'acc_a') =>
      on.writer.run('change-webhook', { id: 'whk_1', accountId, changes, now: now + 1 });
    const url = 'https://example.com/new';
    const before = {
      url: 'https://example.com/whk_1',
      events: ['key.revoked', 'key.created'],
      enabled: true,
    };
    expect(await change({ url }, 'acc_b')).toEqual({ outcome: 'no-webhook' });
    expect(await change({ url, events: ['key.revoked'] })).toEqual({
      ...{ outcome: 'changed', before, after: { url, events: ['key.revoked'], enabled: true } },
    });
    expect(await claim()).toMatchObject([{ id, webhook: { id: 'whk_1', url, secret: 'secret of whk_1' } }]);
    expect(await queue({ event: 'key.created' })).toEqual([]);
    await change({ enabled: false });
    await change({ enabled: false, events: ['key.created'] });
    expect(await on.webhooks.list('acc_a')).toMatchObject([{ url, disabledAt: new Date(now + 1) }]);
    expect(await queue({ event: 'key.created' })).toEqual([]);
    await change({ enabled: true });
    expect(await on.webhooks.list('acc_a')).toMatchObject([
      { url, events: ['key.created'], disabledAt: null },
    ]);
    expect(await queue({ event: 'key.created' })).toHaveLength(1);
    const entries = (await on.audit.entriesAfter(0, 100)).filter(({ verb }) => verb === 'change-webhook');
    expect(entries).toMatchObject([
      {
        target: 'whk_1',
        before: { accountId: 'acc_a', events: ['key.revoked', 'key.created'], enabled: true },
        after: { accountId: 'acc_a', events: ['key.revoked'], enabled: true, addressChanged: true },
      },
      ...[{ after: { enabled: false } }, { after: { enabled: false } }, { after: { enabled: true } }],
    ]);
    expect(JSON.stringify(entries)).not.toContain('example.com');
  });

  test('have old deliveries deleted some at a time', async () => {
    await create('whk_1');
    for (const age of [3, 2, 1]) await queue({ now: now - age });
    const prune = () => on.writer.run('prune-deliveries', { before: now - 1, most: 1 });
    expect([await prune(), await prune(), await prune()]).toEqual([
      ...[{ deleted: 1 }, { deleted: 1 }, { deleted: 0 }],
    ]);
    expect(await on.webhooks.deliveries('acc_a', 'whk_1')).toMatchObject([{ createdAt: new Date(now - 1) }]);
  });
});
