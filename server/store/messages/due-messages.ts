import type { CatalogueReader } from '../sql/catalogue/catalogue-reader.ts';
import { type Statement, statement, timeOf } from '../sql/statement.ts';

const dueIn = (table: string) =>
  statement<{ key: number }>(
    `SELECT key FROM ${table} WHERE nextAttemptAt <= ? AND (leaseUntil IS NULL OR leaseUntil <= ?)
      ORDER BY nextAttemptAt LIMIT 1`,
  );

export const dueMail = dueIn('Mail');
export const dueDelivery = dueIn('WebhookDelivery');

/** Whether a message is due that nobody is sending. A prepared statement, because each portal asks every second. */
export async function hasDue(
  reader: Pick<CatalogueReader, 'all'>,
  due: Statement<{ key: number }>,
  nowMs: number,
): Promise<boolean> {
  const rows = await reader.all(due, timeOf(nowMs), timeOf(nowMs));
  return rows.length > 0;
}

/** How many messages are being sent to each receiver. */
export function countReceivers<Receiver>(sendingTo: readonly Receiver[]): Map<Receiver, number> {
  const counts = new Map<Receiver, number>();
  for (const receiver of sendingTo) counts.set(receiver, (counts.get(receiver) ?? 0) + 1);
  return counts;
}
