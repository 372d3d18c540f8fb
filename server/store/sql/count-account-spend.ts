import { spendLengths, spendPeriod, spentByAccount } from './spent-by-account.ts';
import { run, statement, type Steps } from './statement.ts';

const count = (engine: 'sqlite' | 'postgres') => `
  INSERT INTO AccountSpend (purseKey, period, credits, checkedCredits)
  SELECT s.purseKey, ${spendPeriod}, sum(s.credits), sum(s.checked)
    FROM (${spentByAccount(engine)}) s CROSS JOIN ${spendLengths} GROUP BY 1, 2`;
const countSpend = statement(count('sqlite'), count('postgres'));
const forgetSpend = statement(
  'DELETE FROM AccountSpend WHERE purseKey = (SELECT key FROM Purse WHERE id = ?)',
);

/** Counts what an account has spent, for its first cap. The purse is locked. */
export function* countAccountSpend(accountId: string): Steps<void> {
  yield* run(countSpend, accountId, accountId);
}

/** An account without a cap is not counted. */
export function* forgetAccountSpend(accountId: string): Steps<void> {
  yield* run(forgetSpend, accountId);
}
