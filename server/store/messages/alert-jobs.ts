import type { Watched, ReachedAlert } from '../../../lib/account/alerts.ts';
import { findMemberById } from '../accounts/found-member.ts';
import { job } from '../sql/job.ts';
import { first, statement, type Steps, timeOf, run, all } from '../sql/statement.ts';
import { queueDeliveries } from './queue-deliveries.ts';
import { queueMail, type MailText } from './queue-mail.ts';

/** Of an alert that watches a balance, in place of a day or month. */
export const belowPeriod = 'below';

/** What can be changed. */
interface AlertFacts {
  credits: number;
  /** Ids of the members to tell. */
  people: readonly string[];
  tellsWebhooks: boolean;
}

/** An alert as it was read. It is left alone if somebody has changed it since. */
interface SeenAlert {
  alertKey: number;
  watchedSince: number;
}

const findAccount = statement<{ key: number }>('SELECT key FROM Account WHERE id = ?');
const findKey = statement<{ key: number }>(
  'SELECT key FROM ApiKey WHERE id = ? AND accountKey = ? AND revokedAt IS NULL',
);
const count = statement<{ alerts: number }>('SELECT count(*) AS alerts FROM Alert WHERE accountKey = ?');
const insert = statement<{ key: number }>(
  `INSERT INTO Alert (id, accountKey, watches, credits, apiKeyKey, memberKey, tellsWebhooks, createdAt, watchedSince)
   VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING key`,
);

export const createAlert = job({
  name: 'create-alert',
  publishes: false,
  locks: 'keys',
  *steps({
    accountId,
    keyId,
    personId,
    people,
    most,
    ...alert
  }: {
    /** `alr_` and random letters. */
    id: string;
    accountId: string;
    watches: Watched;
    credits: number;
    /** Whose spending: at most one of them. */
    keyId: string | null;
    personId: string | null;
    /** Ids of the members to tell. */
    people: readonly string[];
    tellsWebhooks: boolean;
    now: number;
    /** No more are made for an account. */
    most: number;
  }): Steps<
    { outcome: 'created' | 'no-account' | 'too-many' } | { outcome: 'no-key' | 'no-member'; id: string }
  > {
    const account = yield* first(findAccount, accountId);
    if (!account) return { outcome: 'no-account' };
    const { alerts } = (yield* first(count, account.key)) ?? { alerts: 0 };
    if (Number(alerts) >= most) return { outcome: 'too-many' };
    const key = keyId === null ? undefined : yield* first(findKey, keyId, account.key);
    if (keyId !== null && !key) return { outcome: 'no-key', id: keyId };
    const member = personId === null ? undefined : yield* findMemberById(accountId, personId);
    if (personId !== null && !member) return { outcome: 'no-member', id: personId };
    const recipients = yield* findRecipients(accountId, people);
    if ('unknown' in recipients) return { outcome: 'no-member', id: recipients.unknown };
    const { id, watches, credits, tellsWebhooks, now } = alert;
    const of = [key?.key ?? null, member?.key ?? null];
    const facts = [id, account.key, watches, credits, ...of, tellsWebhooks];
    const made = yield* first(insert, ...facts, timeOf(now), timeOf(now));
    if (!made) throw new Error('The alert was not inserted.');
    yield* setRecipients(made.key, recipients.keys);
    return { outcome: 'created' };
  },
  audit: (alert, result) => {
    if (result.outcome !== 'created') return null;
    const { id, accountId, watches, credits, keyId, personId, people, tellsWebhooks } = alert;
    const of = { keyId, personId, people: [...people] };
    return { target: id, after: { accountId, watches, credits, ...of, tellsWebhooks } };
  },
});

const find = statement<{ key: number; credits: number; tellsWebhooks: boolean | number }>(
  `SELECT key, credits, tellsWebhooks FROM Alert
    WHERE id = ? AND accountKey = (SELECT key FROM Account WHERE id = ?)`,
);
const update = statement('UPDATE Alert SET tellsWebhooks = ? WHERE key = ?');
/** It begins anew. */
const setCredits = statement(
  'UPDATE Alert SET credits = ?, watchedSince = ?, toldPeriod = NULL, reachedAt = NULL WHERE key = ?',
);

export const changeAlert = job({
  name: 'change-alert',
  // Members who are told do not leave meanwhile, and the number of alerts of an account is counted first.
  publishes: false,
  locks: 'keys',
  *steps({
    id,
    accountId,
    changes,
    now,
  }: {
    id: string;
    accountId: string;
    changes: Partial<AlertFacts>;
    now: number;
  }): Steps<
    | { outcome: 'changed'; before: AlertFacts; after: AlertFacts }
    | { outcome: 'no-alert' }
    | { outcome: 'no-member'; id: string }
  > {
    const alert = yield* first(find, id, accountId);
    if (!alert) return { outcome: 'no-alert' };
    const { key } = alert;
    const before = {
      credits: Number(alert.credits),
      people: (yield* recipientsOf(key)).map((person) => person.id),
      tellsWebhooks: Boolean(alert.tellsWebhooks),
    };
    const after = { ...before, ...changes };
    if (changes.people) {
      const recipients = yield* findRecipients(accountId, changes.people);
      if ('unknown' in recipients) return { outcome: 'no-member', id: recipients.unknown };
      yield* setRecipients(key, recipients.keys);
    }
    yield* run(update, after.tellsWebhooks, key);
    if (after.credits !== before.credits) yield* run(setCredits, after.credits, timeOf(now), key);
    return { outcome: 'changed', before, after };
  },
  audit: ({ id, accountId }, result) => {
    if (result.outcome !== 'changed') return null;
    const facts = ({ people, ...others }: typeof result.before) => ({
      accountId,
      ...others,
      people: [...people],
    });
    return { target: id, before: facts(result.before), after: facts(result.after) };
  },
});

const remove = statement(
  'DELETE FROM Alert WHERE id = ? AND accountKey = (SELECT key FROM Account WHERE id = ?)',
);

/** Its recipients go with it. */
export const deleteAlert = job({
  name: 'delete-alert',
  publishes: false,
  *steps({ id, accountId }: { id: string; accountId: string }): Steps<{ deleted: boolean }> {
    return { deleted: (yield* run(remove, id, accountId)) > 0 };
  },
  audit: ({ id, accountId }, { deleted }) => (deleted ? { target: id, before: { accountId } } : null),
});

const balance = `(SELECT coalesce(max(p.posted), 0) FROM Account a JOIN Purse p ON p.id = a.id
  WHERE a.key = Alert.accountKey)`;
/** Of several portals, one tells. */
const mark = statement<{ tellsWebhooks: boolean | number; accountId: string }>(
  `UPDATE Alert SET toldPeriod = ?, reachedAt = ?
    WHERE key = ? AND watchedSince = ? AND (toldPeriod IS NULL OR toldPeriod < ?)
      AND (watches <> 'balance' OR credits > ${balance})
   RETURNING tellsWebhooks, (SELECT a.id FROM Account a WHERE a.key = Alert.accountKey) AS accountId`,
);
const rearm = statement(
  `UPDATE Alert SET toldPeriod = NULL
    WHERE key = ? AND watchedSince = ? AND toldPeriod = '${belowPeriod}' AND credits <= ${balance}`,
);

/** Marks alerts as reached, and queues what tells of them: both or neither. */
export const reachAlerts = job({
  name: 'reach-alerts',
  // Nobody's change: it follows from calls and grants, which have entries of their own.
  publishes: false,
  *steps({
    now,
    reached,
    rearmed,
  }: {
    now: number;
    /** Each tells once of a period. */
    reached: (SeenAlert & { period: string; mail: MailText; event: ReachedAlert })[];
    /** Those whose balance is not below any more. */
    rearmed: SeenAlert[];
  }): Steps<{ told: number }> {
    let told = 0;
    for (const { alertKey, watchedSince, period, mail, event } of reached) {
      const since = timeOf(watchedSince);
      const marked = yield* first(mark, period, timeOf(now), alertKey, since, period);
      if (!marked) continue;
      told += 1;
      for (const { email } of yield* recipientsOf(alertKey))
        yield* queueMail({ kind: 'alert', to: email, ...mail, now });
      const { accountId, tellsWebhooks } = marked;
      if (tellsWebhooks) yield* queueDeliveries({ accountId, event: 'alert.reached', data: event, now });
    }
    for (const { alertKey, watchedSince } of rearmed) yield* run(rearm, alertKey, timeOf(watchedSince));
    return { told };
  },
  audit: false,
});

/** Who gets the mails of an alert: members who have not left. */
const ofRecipients = `FROM AlertRecipient r JOIN Alert a ON a.key = r.alertKey
  JOIN Member m ON m.accountKey = a.accountKey AND m.personKey = r.personKey AND m.removedAt IS NULL
  JOIN Person p ON p.key = r.personKey
 WHERE r.alertKey = ? ORDER BY r.personKey`;
const findRecipientRows = statement<{ id: string; email: string }>(
  `SELECT p.id AS id, p.email AS email ${ofRecipients}`,
);
const insertRecipient = statement('INSERT INTO AlertRecipient (alertKey, personKey) VALUES (?, ?)');
const dropRecipients = statement('DELETE FROM AlertRecipient WHERE alertKey = ?');

function* recipientsOf(alertKey: number): Steps<{ id: string; email: string }[]> {
  return yield* all(findRecipientRows, alertKey);
}

/** The people of these ids, or the first id that is no member of the account. */
function* findRecipients(
  accountId: string,
  people: readonly string[],
): Steps<{ keys: number[] } | { unknown: string }> {
  const keys: number[] = [];
  for (const id of new Set(people)) {
    const member = yield* findMemberById(accountId, id);
    if (!member) return { unknown: id };
    keys.push(member.personKey);
  }
  return { keys };
}

function* setRecipients(alertKey: number, personKeys: readonly number[]): Steps<void> {
  yield* run(dropRecipients, alertKey);
  for (const personKey of personKeys) yield* run(insertRecipient, alertKey, personKey);
}
