import { all, statement, type Steps } from './statement.ts';

const lock = statement(
  'SELECT 1 FROM Purse WHERE id = ?',
  'SELECT 1 FROM Purse WHERE id = ? FOR NO KEY UPDATE',
);

/**
 * From here on no call of the account is held until the job is committed, and those after it see its changes. SQLite has
 * one writer. Keys are revoked before this: holds lock them first, too.
 */
export function* lockPurse(accountId: string): Steps<void> {
  yield* all(lock, accountId);
}
