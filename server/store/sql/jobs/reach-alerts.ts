import { belowPeriod, type ReachAlertsPayload } from '../../alert-changes.ts';
import { recipientsOf } from '../alert-recipients.ts';
import { queueDeliveries } from '../queue-deliveries.ts';
import { queueMail } from '../queue-mail.ts';
import { first, run, statement, type Steps, timeOf } from '../statement.ts';

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
export function* reachAlerts({ now, reached, rearmed }: ReachAlertsPayload): Steps<{ told: number }> {
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
}
