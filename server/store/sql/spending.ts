import { run, statement, type Steps } from './statement.ts';

/** The call is `c`. */
export const dayOfCall = {
  sqlite: "strftime('%Y-%m-%d', c.startedAt / 1000, 'unixepoch')",
  postgres: `to_char(c."startedAt" AT TIME ZONE 'UTC', 'YYYY-MM-DD')`,
};
/** No call with a smaller key is open. */
const firstOpenCall = {
  sqlite: 'SELECT key FROM FirstOpenCall',
  postgres: 'SELECT coalesce(min("firstOpenCall"), 0) FROM "Instance" WHERE "resolvedAt" IS NULL',
};

/**
 * What the calls of an account cost, and what is on hold, by the day in which each began. Its two values are both the id
 * of the account. While the purse is locked, no call of the account is held or settled.
 */
function spentByAccount(engine: 'sqlite' | 'postgres'): string {
  return `SELECT u.day AS day, u.credits AS credits, u.checkedCredits AS checked, u.apiKeyKey AS apiKeyKey, u.purseKey AS purseKey
            FROM DailyUse u WHERE u.purseKey = (SELECT o.key FROM Purse o WHERE o.id = ?)
          UNION ALL
          SELECT ${dayOfCall[engine]}, c.quoted, 0, c.apiKeyKey, c.purseKey FROM Call c
           WHERE c.owner = ? AND c.key >= (${firstOpenCall[engine]}) AND c.state = 0`;
}

/** Three rows for each, by the length of the period's name. */
const spendLengths = '(SELECT 10 AS length UNION ALL SELECT 7 UNION ALL SELECT 0) p';
const spendPeriod = "CASE p.length WHEN 0 THEN 'all' ELSE substr(s.day, 1, p.length) END";

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

const countToCountKeySpend = (engine: 'sqlite' | 'postgres') => `
  INSERT INTO KeySpend (apiKeyKey, period, credits, checkedCredits)
  SELECT k.key, ${spendPeriod}, sum(s.credits), sum(s.checked)
    FROM (${spentByAccount(engine)}) s
    JOIN ApiKey k ON k.key = s.apiKeyKey
   CROSS JOIN ${spendLengths}
   WHERE k.id = ? GROUP BY 1, 2`;
const countSpendKeySpend = statement(countToCountKeySpend('sqlite'), countToCountKeySpend('postgres'));
const forgetSpendKeySpend = statement(
  'DELETE FROM KeySpend WHERE apiKeyKey = (SELECT key FROM ApiKey WHERE id = ?)',
);

/** Counts what a key has spent, for its first limit. The purse is locked. */
export function* countKeySpend(accountId: string, id: string): Steps<void> {
  yield* run(countSpendKeySpend, accountId, accountId, id);
}

/** A key without a limit is not counted. */
export function* forgetKeySpend(id: string): Steps<void> {
  yield* run(forgetSpendKeySpend, id);
}
