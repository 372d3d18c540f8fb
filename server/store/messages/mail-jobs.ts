import { z } from 'zod';
import { countReceivers } from './due-messages.ts';
import { job } from '../sql/job.ts';
import { first, msOf, statement, type Steps, timeOf, run } from '../sql/statement.ts';

/** `Receiver`: the address of a mail, or the account of a webhook. */
export interface ClaimPayload<Receiver> {
  now: number;
  /** Until then no other portal takes them. */
  leaseUntil: number;
  most: number;
  /** How many a portal sends to one receiver at the same time. Without it, one receiver may have all. */
  share?: { most: number; sendingTo: Receiver[] };
}

/** A mail that this portal may send until its lease ends. */
export interface ClaimedMail {
  key: number;
  id: string;
  kind: string;
  to: string;
  subject: string;
  text: string;
  createdAt: number;
  /** With this one. */
  attempts: number;
  leaseUntil: number;
}

export interface PruneOutboxPayload {
  /** Older ones are deleted. */
  before: number;
  most: number;
}

type Row = Omit<ClaimedMail, 'createdAt' | 'leaseUntil'> & { createdAt: number | Date };

/** PostgreSQL passes by the rows that another portal is taking. SQLite has one writer. */
const claimWith = (addresses: string, lock: string) =>
  `WITH due AS MATERIALIZED (
     SELECT key AS dueKey FROM Mail
      WHERE nextAttemptAt <= ? AND (leaseUntil IS NULL OR leaseUntil <= ?) AND "to" NOT IN (SELECT ${addresses})
      ORDER BY nextAttemptAt, key LIMIT 1 ${lock})
   UPDATE Mail SET attempts = attempts + 1, leaseUntil = ? FROM due WHERE key = dueKey
   RETURNING key, id, kind, "to", subject, text, createdAt, attempts`;
const claim = statement<Row>(
  claimWith('value FROM json_each(?)', ''),
  claimWith('* FROM json_array_elements_text(?)', 'FOR UPDATE SKIP LOCKED'),
);

/** Takes mails that are due, one by one. After a crash others take them when the lease ends. */
export const claimMail = job({
  name: 'claim-mail',
  publishes: false,
  *steps({
    now,
    leaseUntil,
    most,
    share = { most, sendingTo: [] },
  }: ClaimPayload<string>): Steps<ClaimedMail[]> {
    const sending = countReceivers(share.sendingTo);
    const claimed: ClaimedMail[] = [];
    while (claimed.length < most) {
      const full = [...sending].filter(([, count]) => count >= share.most).map(([address]) => address);
      const row = yield* first(claim, timeOf(now), timeOf(now), JSON.stringify(full), timeOf(leaseUntil));
      if (!row) break;
      sending.set(row.to, (sending.get(row.to) ?? 0) + 1);
      claimed.push({ ...row, createdAt: msOf(row.createdAt), leaseUntil });
    }
    return claimed.sort((one, other) => one.key - other.key);
  },
  audit: false,
});

const finish = statement(
  `UPDATE Mail SET leaseUntil = NULL, sentAt = ?, failedAt = ?, nextAttemptAt = ?, lastError = ?
    WHERE key = ? AND leaseUntil = ?`,
);

export const finishMail = job({
  name: 'finish-mail',
  publishes: false,
  *steps(result: {
    key: number;
    leaseUntil: number;
    sentAt: number | null;
    failedAt: number | null;
    /** Null if no attempt follows. */
    nextAttemptAt: number | null;
    lastError: string | null;
  }): Steps<{ finished: boolean }> {
    const { key, leaseUntil, lastError } = result;
    const times = [result.sentAt, result.failedAt, result.nextAttemptAt].map((ms) => timeOf(ms));
    return { finished: (yield* run(finish, ...times, lastError, key, timeOf(leaseUntil))) > 0 };
  },
  audit: false,
});

const prune = statement(
  'DELETE FROM Mail WHERE key IN (SELECT key FROM Mail WHERE createdAt < ? ORDER BY createdAt LIMIT ?)',
);

export const pruneMail = job({
  name: 'prune-mail',
  publishes: false,
  *steps({ before, most }: PruneOutboxPayload): Steps<{ deleted: number }> {
    return { deleted: yield* run(prune, timeOf(before), most) };
  },
  audit: false,
});

const find = statement<{ kind: string; text: string }>('SELECT kind, text FROM Mail WHERE id = ?');

/** Changes nothing: it is for the audit log, because a mail may have a link or code that signs in. */
export const readMailText = job({
  name: 'read-mail-text',
  publishes: false,
  *steps({ id }: { id: string }): Steps<{ mail: { kind: string; text: string } | null }> {
    return { mail: (yield* first(find, id)) ?? null };
  },
  audit: ({ id }, { mail }) => mail && { target: id, after: { kind: mail.kind } },
});

type Moment = number | Date | null;

const findMail = statement<{ sentAt: Moment; leaseUntil: Moment }>(
  'SELECT sentAt, leaseUntil FROM Mail WHERE id = ?',
);
const queue = statement(
  `UPDATE Mail SET attempts = 0, nextAttemptAt = ?, failedAt = NULL, leaseUntil = NULL
    WHERE id = ? AND sentAt IS NULL AND (leaseUntil IS NULL OR leaseUntil <= ?)`,
);

/** Makes an unsent mail due now, with all its attempts. */
export const retryMail = job({
  name: 'retry-mail',
  payload: z.strictObject({ id: z.string(), now: z.int() }),
  publishes: false,
  /** Only a mail that is `queued` is tried again. */
  *steps({ id, now }): Steps<{
    state: 'queued' | 'unknown' | 'sent' | 'being-sent';
  }> {
    const mail = yield* first(findMail, id);
    if (!mail) return { state: 'unknown' };
    if (mail.sentAt !== null) return { state: 'sent' };
    if ((msOf(mail.leaseUntil) ?? 0) > now) return { state: 'being-sent' };
    const queued = yield* run(queue, timeOf(now), id, timeOf(now));
    return { state: queued > 0 ? 'queued' : 'being-sent' };
  },
  audit: ({ id }, result) => (result.state === 'queued' ? { target: id } : null),
});

const dismiss = statement(
  `INSERT INTO DismissedItem (item, dismissedAt) VALUES (?, ?)
   ON CONFLICT (item) DO UPDATE SET dismissedAt = excluded.dismissedAt`,
);

/** Takes an item from what needs somebody until it happens again. */
export const dismissItem = job({
  name: 'dismiss-item',
  publishes: false,
  *steps({ item, now }: { item: string; now: number }): Steps<{ dismissed: true }> {
    yield* run(dismiss, item, timeOf(now));
    return { dismissed: true };
  },
  audit: ({ item }) => ({ target: item }),
});
