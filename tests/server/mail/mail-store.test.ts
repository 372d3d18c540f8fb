import { describe, expect, test } from 'vitest';
import type { ClaimPayload } from '../../../server/store/messages/mail-jobs.ts';
import { type NewMail, queueMail } from '../../../server/store/messages/queue-mail.ts';
import { emptyForEach, engines } from '../../setup/engines-under-test.ts';

const now = Date.UTC(2026, 10, 24, 12);
const minute = 60_000;
const leaseUntil = now + 5 * minute;

describe.each(engines)('mail on $engine', ({ open }) => {
  const on = emptyForEach(open);

  const queue = (changes: Partial<NewMail> = {}) =>
    on.change(() =>
      queueMail({
        ...{ kind: 'password-link', to: 'Ada@Example.com', subject: 'Welcome', text: 'Hello', now },
        ...changes,
      }),
    );
  const claim = (changes: Partial<ClaimPayload<string>> = {}) =>
    on.writer.run('claim-mail', { now, leaseUntil, most: 10, ...changes });
  const finish = (key: number, changes: object) =>
    on.writer.run('finish-mail', {
      ...{ key, leaseUntil, sentAt: null, failedAt: null, nextAttemptAt: null, lastError: null },
      ...changes,
    });

  test('is queued to be sent at once, and listed from the newest', async () => {
    const ids = [await queue(), await queue({ kind: 'password-changed' }), await queue({ subject: 'Third' })];
    expect(ids[0]).toMatch(/^mail_[0-9a-z]{16}$/);
    expect(await on.mails.find(ids[0] ?? '')).toEqual({
      ...{ key: 1, id: ids[0], kind: 'password-link', to: 'Ada@example.com', subject: 'Welcome' },
      ...{ text: 'Hello', createdAt: new Date(now), attempts: 0, nextAttemptAt: new Date(now) },
      ...{ sentAt: null, failedAt: null, lastError: null, askedBy: null },
    });
    const page = await on.mails.list({ most: 2 });
    expect(page.rows.map(({ id }) => id)).toEqual([ids[2], ids[1]]);
    const rest = await on.mails.list({ most: 2, before: page.next ?? 0 });
    expect(rest).toMatchObject({ rows: [{ id: ids[0] }], next: null });
    expect(await on.mails.find('mail_none')).toBeUndefined();
  });

  test.each([
    ['subject', 'a\r\nBcc: eve@example.com', 'a Bcc: eve@example.com'],
    ['subject', 'a\u2028b\0c', 'a b c'],
    ['subject', 'x'.repeat(300), 'x'.repeat(200)],
    ['text', 'a\r\nb\tc\0d', 'a\nb\tc d'],
    ['subject', 'a\u202eb', 'ab'],
    ['text', 'a\u202eb\u2066c', 'abc'],
  ])('has a %s that can be sent, case %#', async (field, given, stored) => {
    const id = await queue({ [field]: given });
    expect(await on.mails.find(id)).toMatchObject({ [field]: stored });
  });

  test.each([
    [{ to: 'ada' }, 'A mail can only be sent to a valid address.'],
    [{ to: 'ada@example.com\r\nBcc: eve@example.com' }, 'A mail can only be sent to a valid address.'],
    [{ text: 'x'.repeat(100_001) }, 'A mail has at most 100000 characters.'],
  ])('is refused, case %#', async (changes, sentence) => {
    await expect(async () => queue(changes)).rejects.toThrow(sentence);
    expect((await on.mails.list({ most: 10 })).rows).toEqual([]);
  });

  test('is taken by one portal until its lease ends', async () => {
    const id = await queue();
    expect(await on.mails.hasDue(now - 1)).toBe(false);
    expect(await on.mails.hasDue(now)).toBe(true);
    const taken = await Promise.all(Array.from({ length: 8 }, () => claim()));
    expect(taken.flat()).toEqual([
      {
        ...{ key: 1, id, kind: 'password-link', to: 'Ada@example.com', subject: 'Welcome', text: 'Hello' },
        ...{ createdAt: now, attempts: 1, leaseUntil },
      },
    ]);
    expect(await on.mails.hasDue(leaseUntil - 1)).toBe(false);
    expect(await claim({ now: leaseUntil - 1 })).toEqual([]);
    expect(await on.mails.hasDue(leaseUntil)).toBe(true);
    expect(await claim({ now: leaseUntil, leaseUntil: leaseUntil + 1 })).toMatchObject([{ attempts: 2 }]);
  });

  test('is taken in the order in which it is due, as many as are wanted', async () => {
    for (const late of [3, 1, 2]) await queue({ now: now - late, subject: `${late} ms late` });
    expect((await claim({ most: 2 })).map(({ subject }) => subject).sort()).toEqual([
      '2 ms late',
      '3 ms late',
    ]);
    expect(await claim({ most: 2 })).toMatchObject([{ subject: '1 ms late' }]);
  });

  test('is taken if only a few are being sent to its address', async () => {
    const claimOf = (...sendingTo: string[]) => claim({ share: { most: 2, sendingTo } });
    for (const subject of ['First', 'Second', 'Third']) await queue({ subject });
    await queue({ to: 'eve@example.com', subject: 'Other' });
    expect((await claimOf('eve@example.com')).map(({ subject }) => subject)).toEqual([
      ...['First', 'Second', 'Other'],
    ]);
    expect(await claimOf('Ada@example.com', 'eve@example.com', 'Ada@example.com')).toEqual([]);
    expect(await claimOf('Ada@example.com')).toMatchObject([{ subject: 'Third' }]);
  });

  test('has the result of the portal that took it last', async () => {
    const id = await queue();
    const [mail] = await claim();
    const later = await claim({ now: leaseUntil, leaseUntil: leaseUntil + minute });
    expect(later).toHaveLength(1);
    expect(await finish(mail?.key ?? 0, { sentAt: now })).toEqual({ finished: false });
    expect(await on.mails.find(id)).toMatchObject({ sentAt: null });
    const result = { leaseUntil: leaseUntil + minute, sentAt: now + 7 };
    expect(await finish(mail?.key ?? 0, result)).toEqual({ finished: true });
    expect(await on.mails.find(id)).toMatchObject({ sentAt: new Date(now + 7), nextAttemptAt: null });
    expect(await claim({ now: now + 60 * minute })).toEqual([]);
  });

  test('is tried again at its time, and counted as waiting or failed', async () => {
    const [first, second] = [await queue(), await queue()];
    const [one, other] = await claim();
    expect([await on.mails.countWaiting(), await on.mails.countFailed()]).toEqual([2, 0]);
    await finish(one?.key ?? 0, { nextAttemptAt: now + minute, lastError: 'busy' });
    await finish(other?.key ?? 0, { failedAt: now, lastError: 'unknown' });
    expect([await on.mails.countWaiting(), await on.mails.countFailed()]).toEqual([1, 1]);
    expect(await claim({ now: now + minute - 1 })).toEqual([]);
    expect(await claim({ now: now + minute })).toMatchObject([{ id: first, attempts: 2 }]);
    expect(await on.mails.find(second)).toMatchObject({ failedAt: new Date(now), lastError: 'unknown' });
  });

  test('is deleted some at a time when it is old', async () => {
    for (const age of [3, 2, 1]) await queue({ now: now - age, subject: String(age) });
    const prune = () => on.writer.run('prune-mail', { before: now - 1, most: 1 });
    expect([await prune(), await prune(), await prune()]).toEqual([
      { deleted: 1 },
      { deleted: 1 },
      { deleted: 0 },
    ]);
    expect((await on.mails.list({ most: 10 })).rows).toMatchObject([{ subject: '1' }]);
  });
});
