import type { testEvent, WebhookEvent } from '../../../lib/account/webhooks.ts';
import type { JsonObject } from '../../../lib/json/json.ts';
import { randomLetters } from '../../call-id.ts';
import { all, run, statement, type Steps, timeOf } from '../sql/statement.ts';

export interface NewEvent {
  accountId: string;
  event: WebhookEvent;
  /** Without secrets: it is stored, and sent to an address that the account has chosen. */
  data: JsonObject;
  now: number;
}

/** Events are small. A larger one is a mistake of the job that writes it. */
const mostPayload = 20_000;

const findWebhooks = statement<{ key: number; events: string }>(
  `SELECT w.key AS key, w.events AS events FROM Webhook w JOIN Account a ON a.key = w.accountKey
    WHERE a.id = ? AND w.disabledAt IS NULL ORDER BY w.key`,
);
const insert = statement(
  `INSERT INTO WebhookDelivery (id, webhookKey, accountKey, event, payload, createdAt, attempts, nextAttemptAt)
   VALUES (?, ?, (SELECT accountKey FROM Webhook WHERE key = ?), ?, ?, ?, 0, ?)`,
);

/** Steps of a job that causes an event: it is sent to the webhooks of the account if the job is committed. */
export function* queueDeliveries({ accountId, event, data, now }: NewEvent): Steps<string[]> {
  const ids: string[] = [];
  // The writer stored the names of events as JSON, so a name in quotes is one of them.
  for (const { key, events } of yield* all(findWebhooks, accountId))
    if (events.includes(JSON.stringify(event))) ids.push(yield* queueDelivery(key, event, data, now));
  return ids;
}

/** Steps that send an event to one webhook. */
export function* queueDelivery(
  webhookKey: number,
  event: WebhookEvent | typeof testEvent,
  data: JsonObject,
  now: number,
): Steps<string> {
  const payload = JSON.stringify({ type: event, timestamp: new Date(now).toISOString(), data });
  if (payload.length > mostPayload) throw new Error(`An event has at most ${mostPayload} characters.`);
  const id = `msg_${randomLetters(16)}`;
  yield* run(insert, id, webhookKey, webhookKey, event, payload, timeOf(now), timeOf(now));
  return id;
}
