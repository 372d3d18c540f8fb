import { run, statement, type Steps } from './statement.ts';

const insert = statement(
  `INSERT INTO Purse (id, posted, pending) SELECT a.id, 0, 0 FROM Account a
    WHERE a.id = ? AND NOT EXISTS (SELECT 1 FROM Purse p WHERE p.id = a.id) ON CONFLICT DO NOTHING`,
);

/** An account has a purse from its first credits on. This makes one before. */
export function* makePurse(accountId: string): Steps<void> {
  yield* run(insert, accountId);
}
