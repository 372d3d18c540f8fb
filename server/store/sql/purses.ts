import { all, statement, type Steps, run } from './statement.ts';

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

const insert = statement(
  `INSERT INTO Purse (id, posted, pending) SELECT a.id, 0, 0 FROM Account a
    WHERE a.id = ? AND NOT EXISTS (SELECT 1 FROM Purse p WHERE p.id = a.id) ON CONFLICT DO NOTHING`,
);

/** An account has a purse from its first credits on. This makes one before. */
export function* makePurse(accountId: string): Steps<void> {
  yield* run(insert, accountId);
}
