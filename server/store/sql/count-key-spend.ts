import { spendLengths, spendPeriod, spentByAccount } from './spent-by-account.ts';
import { run, statement, type Steps } from './statement.ts';

const count = (engine: 'sqlite' | 'postgres') => `
  INSERT INTO KeySpend (apiKeyKey, period, credits, checkedCredits)
  SELECT k.key, ${spendPeriod}, sum(s.credits), sum(s.checked)
    FROM (${spentByAccount(engine)}) s
    JOIN ApiKey k ON k.key = s.apiKeyKey
   CROSS JOIN ${spendLengths}
   WHERE k.id = ? GROUP BY 1, 2`;
const countSpend = statement(count('sqlite'), count('postgres'));
const forgetSpend = statement('DELETE FROM KeySpend WHERE apiKeyKey = (SELECT key FROM ApiKey WHERE id = ?)');

/** Counts what a key has spent, for its first limit. The purse is locked. */
export function* countKeySpend(accountId: string, id: string): Steps<void> {
  yield* run(countSpend, accountId, accountId, id);
}

/** A key without a limit is not counted. */
export function* forgetKeySpend(id: string): Steps<void> {
  yield* run(forgetSpend, id);
}
