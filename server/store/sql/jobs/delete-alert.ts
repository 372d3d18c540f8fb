import { run, statement, type Steps } from '../statement.ts';

const remove = statement(
  'DELETE FROM Alert WHERE id = ? AND accountKey = (SELECT key FROM Account WHERE id = ?)',
);

/** Its recipients go with it. */
export function* deleteAlert({
  id,
  accountId,
}: {
  id: string;
  accountId: string;
}): Steps<{ deleted: boolean }> {
  return { deleted: (yield* run(remove, id, accountId)) > 0 };
}
