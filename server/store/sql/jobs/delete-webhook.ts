import { run, statement, type Steps } from '../statement.ts';

const remove = statement(
  'DELETE FROM Webhook WHERE id = ? AND accountKey = (SELECT key FROM Account WHERE id = ?)',
);

/** What waits for it is no longer sent, and is deleted with the other old deliveries. */
export function* deleteWebhook({
  id,
  accountId,
}: {
  id: string;
  accountId: string;
}): Steps<{ deleted: boolean }> {
  return { deleted: (yield* run(remove, id, accountId)) > 0 };
}
