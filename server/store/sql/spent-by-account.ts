const dayOfCall = {
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
export function spentByAccount(engine: 'sqlite' | 'postgres'): string {
  return `SELECT u.day AS day, u.credits AS credits, u.checkedCredits AS checked, u.apiKeyKey AS apiKeyKey, u.purseKey AS purseKey
            FROM DailyUse u WHERE u.purseKey = (SELECT o.key FROM Purse o WHERE o.id = ?)
          UNION ALL
          SELECT ${dayOfCall[engine]}, c.quoted, 0, c.apiKeyKey, c.purseKey FROM Call c
           WHERE c.owner = ? AND c.key >= (${firstOpenCall[engine]}) AND c.state = 0`;
}

/** Three rows for each, by the length of the period's name. */
export const spendLengths = '(SELECT 10 AS length UNION ALL SELECT 7 UNION ALL SELECT 0) p';
export const spendPeriod = "CASE p.length WHEN 0 THEN 'all' ELSE substr(s.day, 1, p.length) END";
