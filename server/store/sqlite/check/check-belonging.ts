import type { Database } from 'better-sqlite3';
import type { Findings } from '../../sql/findings.ts';

interface Rule {
  kind: string;
  /** Old files lack this column, so the rule does not apply to them. */
  column?: [table: string, name: string];
  /** Selects `what` of each row that breaks the rule. */
  sql: string;
  sentence(what: string): string;
}

const isOfGuest = "substr(p.id, 1, 6) = 'guest_'";
const startedDay = "strftime('%Y-%m-%d', c.startedAt / 1000, 'unixepoch')";

const useOfCalls = `c.purseKey, ${startedDay} AS day, c.productKey, coalesce(c.apiKeyKey, 0) AS apiKeyKey,
  coalesce(c.memberKey, 0) AS memberKey, count(*) AS calls, sum(c.charged) AS credits`;
const isSameUse = `c.purseKey = u.purseKey AND c.day = u.day AND c.productKey = u.productKey
  AND c.apiKeyKey = u.apiKeyKey AND c.memberKey = u.memberKey`;
const nameOfUse = (t: string) =>
  `${t}.purseKey || ' on ' || ${t}.day || ' with product ' || ${t}.productKey || ' by key ' || ${t}.apiKeyKey || ' and member ' || ${t}.memberKey`;

const rules: Rule[] = [
  {
    kind: 'purses of nobody',
    sql: `SELECT p.id FROM Purse p
           WHERE p.key > 2 AND NOT ${isOfGuest} AND NOT EXISTS (SELECT 1 FROM Account a WHERE a.id = p.id)`,
    sentence: (id) => `The purse ${id} is neither an account's nor a guest's.`,
  },
  {
    kind: 'calls in a wrong history',
    sql: `SELECT c.key FROM Call c JOIN Purse p ON p.key = c.purseKey
           WHERE CASE WHEN ${isOfGuest} THEN substr(coalesce(c.owner, 'anon_'), 1, 5) <> 'anon_' ELSE c.owner IS NOT p.id END`,
    sentence: (key) => `Call ${key} is in the history of somebody whose purse it was not paid from.`,
  },
  {
    kind: 'calls with a missing or extra end',
    sql: `SELECT c.key FROM Call c LEFT JOIN CallEnding e ON e.callKey = c.key
           WHERE (c.state IN (1, 2)) <> (e.callKey IS NOT NULL)`,
    sentence: (key) => `Call ${key} has ended without a stored end, or has one without having ended.`,
  },
  ...['CallEnding', 'CallInput', 'IdempotentCall'].map((table) => ({
    kind: `rows of ${table} without a call`,
    sql: `SELECT k.callKey FROM ${table} k WHERE NOT EXISTS (SELECT 1 FROM Call c WHERE c.key = k.callKey)`,
    sentence: (key: string) => `${table} has a row of call ${key}, which does not exist.`,
  })),
  {
    kind: 'purses with a wrong number of bytes',
    column: ['Purse', 'keptBytes'],
    sql: `SELECT p.id FROM Purse p LEFT JOIN (
            SELECT c.purseKey, sum(k.bytes) AS bytes
              FROM (SELECT callKey, bytes FROM CallInput WHERE bytes > 0
                    UNION ALL SELECT callKey, bytes FROM IdempotentCall WHERE bytes > 0) k
              JOIN Call c ON c.key = k.callKey GROUP BY 1) k ON k.purseKey = p.key
           WHERE p.keptBytes <> coalesce(k.bytes, 0)`,
    sentence: (id) => `The purse ${id} stores a wrong number of bytes for its calls.`,
  },
  {
    kind: 'purses that have a wrong checked sum',
    column: ['Purse', 'checkedPosted'],
    sql: `SELECT p.id FROM Purse p LEFT JOIN
            (SELECT purseKey, sum(amount) AS credits FROM Entry
              WHERE key <= (SELECT checkedEntry FROM LedgerProgress) GROUP BY 1) e ON e.purseKey = p.key
           WHERE p.checkedPosted <> coalesce(e.credits, 0)`,
    sentence: (id) => `The checked sum of the purse ${id} does not match its entries.`,
  },
  {
    kind: 'days that have a wrong checked sum',
    column: ['DailyUse', 'apiKeyKey'],
    sql: `SELECT ${nameOfUse('u')} FROM DailyUse u LEFT JOIN
            (SELECT ${useOfCalls} FROM Call c WHERE c.key <= (SELECT checkedCall FROM LedgerProgress) GROUP BY 1, 2, 3, 4, 5) c
            ON ${isSameUse}
           WHERE u.checkedCalls <> coalesce(c.calls, 0) OR u.checkedCredits <> coalesce(c.credits, 0)`,
    sentence: (what) => `The checked sum of the daily use of purse ${what} does not match its calls.`,
  },
  {
    kind: 'keys that have a wrong checked sum',
    column: ['KeySpend', 'checkedCredits'],
    sql: `SELECT s.apiKeyKey || ' in ' || s.period FROM KeySpend s LEFT JOIN
            (SELECT c.apiKeyKey, strftime(f.value, c.startedAt / 1000, 'unixepoch') AS period, sum(c.charged) AS credits
               FROM Call c JOIN json_each('["%Y-%m-%d", "%Y-%m", "all"]') f
              WHERE c.apiKeyKey IS NOT NULL AND c.key <= (SELECT checkedCall FROM LedgerProgress) GROUP BY 1, 2) c
            ON c.apiKeyKey = s.apiKeyKey AND c.period = s.period
           WHERE s.checkedCredits <> coalesce(c.credits, 0)`,
    sentence: (what) => `The checked sum of the spending of key ${what} does not match its calls.`,
  },
  {
    kind: 'members with a wrong number',
    column: ['Call', 'memberKey'],
    sql: `SELECT coalesce(s.memberKey, c.memberKey) || ' on ' || coalesce(s.day, c.day) FROM MemberSpend s FULL JOIN
            (SELECT c.memberKey, ${startedDay} AS day, sum(CASE c.state WHEN 0 THEN c.quoted ELSE c.charged END) AS credits
               FROM Call c WHERE c.memberKey IS NOT NULL GROUP BY 1, 2) c ON c.memberKey = s.memberKey AND c.day = s.day
           WHERE coalesce(s.credits, 0) <> coalesce(c.credits, 0)`,
    sentence: (what) => `The spending of member ${what} does not match the member's calls.`,
  },
  {
    kind: 'members that have a wrong checked sum',
    column: ['Call', 'memberKey'],
    sql: `SELECT s.memberKey || ' on ' || s.day FROM MemberSpend s LEFT JOIN
            (SELECT c.memberKey, ${startedDay} AS day, sum(c.charged) AS credits FROM Call c
              WHERE c.memberKey IS NOT NULL AND c.key <= (SELECT checkedCall FROM LedgerProgress) GROUP BY 1, 2) c
            ON c.memberKey = s.memberKey AND c.day = s.day
           WHERE s.checkedCredits <> coalesce(c.credits, 0)`,
    sentence: (what) =>
      `The checked sum of the spending of member ${what} does not match the member's calls.`,
  },
  {
    kind: 'accounts with a wrong number',
    column: ['Purse', 'capTotal'],
    sql: `SELECT coalesce(s.purseKey, c.purseKey) || ' in ' || coalesce(s.period, c.period) FROM AccountSpend s FULL JOIN
            (SELECT c.purseKey, strftime(f.value, c.startedAt / 1000, 'unixepoch') AS period,
                    sum(CASE c.state WHEN 0 THEN c.quoted ELSE c.charged END) AS credits
               FROM Call c JOIN Purse p ON p.key = c.purseKey JOIN json_each('["%Y-%m-%d", "%Y-%m", "all"]') f
              WHERE coalesce(p.capDay, p.capMonth, p.capTotal) IS NOT NULL GROUP BY 1, 2) c
            ON c.purseKey = s.purseKey AND c.period = s.period
           WHERE coalesce(s.credits, 0) <> coalesce(c.credits, 0)`,
    sentence: (what) => `The spending of purse ${what} does not match the calls of its account.`,
  },
  {
    kind: 'accounts that have a wrong checked sum',
    column: ['Purse', 'capTotal'],
    sql: `SELECT s.purseKey || ' in ' || s.period FROM AccountSpend s LEFT JOIN
            (SELECT c.purseKey, strftime(f.value, c.startedAt / 1000, 'unixepoch') AS period, sum(c.charged) AS credits
               FROM Call c JOIN json_each('["%Y-%m-%d", "%Y-%m", "all"]') f
              WHERE c.key <= (SELECT checkedCall FROM LedgerProgress) AND c.purseKey IN (SELECT purseKey FROM AccountSpend)
              GROUP BY 1, 2) c
            ON c.purseKey = s.purseKey AND c.period = s.period
           WHERE s.checkedCredits <> coalesce(c.credits, 0)`,
    sentence: (what) => `The checked sum of the spending of purse ${what} does not match its calls.`,
  },
  {
    // The totals of a purse are compared elsewhere, so a missing row here shows there as a difference.
    kind: 'days with a wrong number',
    column: ['DailyUse', 'apiKeyKey'],
    sql: `SELECT ${nameOfUse('c')} FROM
            (SELECT ${useOfCalls} FROM Call c WHERE c.state <> 0 GROUP BY 1, 2, 3, 4, 5) c
            LEFT JOIN DailyUse u ON ${isSameUse}
           WHERE u.calls IS NOT c.calls OR u.credits IS NOT c.credits`,
    sentence: (what) => `The daily use of purse ${what} does not match its calls.`,
  },
];

/** Checks references between rows. Rows that calls write have no foreign keys. */
export function checkBelonging(database: Database, findings: Findings): void {
  const hasColumn = database.prepare<[string, string]>('SELECT 1 FROM pragma_table_info(?) WHERE name = ?');
  const usable = rules.filter(({ column }) => column === undefined || hasColumn.get(...column) !== undefined);
  for (const { kind, sql, sentence } of usable)
    for (const what of database.prepare<[], string | number>(sql).pluck().iterate())
      findings.add(kind, sentence(String(what)));
}
