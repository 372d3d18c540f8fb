/** An invariant: its query returns a sentence for each violation. */
export interface Rule {
  /** Describes the findings in the plural: "calls charged twice". */
  kind: string;
  sql: string;
}

const isOfGuest = `p."id" LIKE 'guest\\_%'`;
const startedDay = `to_char(c."startedAt" AT TIME ZONE 'UTC', 'YYYY-MM-DD')`;

const entryRules: Rule[] = [
  {
    kind: 'transfers that are wrong',
    sql: `SELECT CASE
              WHEN t.entries <> 2 THEN format('Transfer %s has %s entries instead of two.', t.transfer, t.entries)
              WHEN t.credits <> 0 THEN format('The entries of transfer %s add up to %s instead of 0.', t.transfer, t.credits)
              WHEN t.kinds > 1 THEN format('The entries of transfer %s are of two kinds.', t.transfer)
              WHEN t.occasions > 1 THEN format('The entries of transfer %s have different times or reasons.', t.transfer)
              ELSE format('Transfer %s is a %s from or to the wrong purse.', t.transfer, t.kind) END AS sentence
            FROM (SELECT e."transfer", count(*) AS entries, sum(e."amount") AS credits, min(e."kind") AS kind,
                         count(DISTINCT (e."kind", coalesce(e."callKey", 0))) AS kinds,
                         count(DISTINCT (e."at", coalesce(e."reason", ''))) AS occasions,
                         max(e."purseKey") FILTER (WHERE e."key" = e."transfer") AS source,
                         max(e."purseKey") FILTER (WHERE e."key" <> e."transfer") AS target
                    FROM "Entry" e GROUP BY e."transfer") t
           WHERE t.entries <> 2 OR t.credits <> 0 OR t.kinds > 1 OR t.occasions > 1 OR NOT CASE t.kind
              WHEN 'charge' THEN t.target = 2 AND t.source > 2
              WHEN 'refund' THEN t.source = 2 AND t.target > 2
              WHEN 'allowance' THEN t.source = 1 AND t.target > 2
              WHEN 'grant' THEN t.source = 1 AND t.target > 2
              WHEN 'correction' THEN t.source = 1 AND t.target > 2
              ELSE false END`,
  },
  {
    kind: 'charges of no call',
    sql: `SELECT format('There is a charge of call %s, which does not exist.', e."callKey") AS sentence FROM "Entry" e
           WHERE e."kind" = 'charge' AND e."amount" < 0
             AND NOT EXISTS (SELECT 1 FROM "Call" c WHERE c."key" = e."callKey")`,
  },
];

const callRules: Rule[] = [
  {
    kind: 'calls that are wrong',
    sql: `SELECT CASE
              WHEN c."state" NOT BETWEEN 0 AND 3 THEN format('Call %s has the unknown state %s.', c."key", c."state")
              WHEN c."state" <> 1 AND c."charged" <> 0
                THEN format('Call %s was not settled but is charged %s.', c."key", c."charged")
              ELSE format('Call %s is in the state %s, and its end is %s.', c."key", c."state", c."settledAt") END AS sentence
            FROM "Call" c
           WHERE c."state" NOT BETWEEN 0 AND 3 OR (c."state" <> 1 AND c."charged" <> 0)
              OR (c."state" = 0) <> (c."settledAt" IS NULL)`,
  },
  {
    kind: 'calls that paid another amount',
    sql: `SELECT CASE
              WHEN e.charges > 1 THEN format('Call %s has %s charges.', c."key", e.charges)
              WHEN coalesce(e.paid, 0) <> c."charged"
                THEN format('Call %s was charged %s, and paid %s.', c."key", c."charged", coalesce(e.paid, 0))
              WHEN e.payer <> c."purseKey" THEN format('Call %s was paid from another purse.', c."key")
              ELSE format('Call %s did not pay when it ended.', c."key") END AS sentence
            FROM "Call" c LEFT JOIN (
              SELECT "callKey", count(*) AS charges, sum(-"amount") AS paid, max("purseKey") AS payer, max("at") AS at
                FROM "Entry" WHERE "kind" = 'charge' AND "amount" < 0 GROUP BY 1) e ON e."callKey" = c."key"
           WHERE coalesce(e.paid, 0) <> c."charged" OR e.charges > 1 OR e.payer <> c."purseKey"
              OR (e.charges = 1 AND e.at IS DISTINCT FROM c."settledAt")`,
  },
  {
    kind: 'calls with too many refunds',
    sql: `SELECT format('Call %s was charged %s, but %s were refunded.', c."key", c."charged", e.refunded) AS sentence
            FROM "Call" c JOIN (
              SELECT "callKey", sum(CASE WHEN "purseKey" = 2 THEN -"amount" ELSE "amount" END) AS refunded
                FROM "Entry" WHERE "kind" = 'refund' AND "amount" > 0 GROUP BY 1) e ON e."callKey" = c."key"
           WHERE e.refunded > c."charged"`,
  },
  {
    kind: 'calls in a wrong history',
    sql: `SELECT format('Call %s is in the history of somebody whose purse it was not paid from.', c."key") AS sentence
            FROM "Call" c JOIN "Purse" p ON p."key" = c."purseKey"
           WHERE CASE WHEN ${isOfGuest} THEN left(coalesce(c."owner", 'anon_'), 5) <> 'anon_'
                      ELSE c."owner" IS DISTINCT FROM p."id" END`,
  },
  {
    kind: 'calls with a missing or extra end',
    sql: `SELECT format('Call %s has ended without a stored end, or has one without having ended.', c."key") AS sentence
            FROM "Call" c LEFT JOIN "CallEnding" e ON e."callKey" = c."key"
           WHERE (c."state" IN (1, 2)) <> (e."callKey" IS NOT NULL)`,
  },
  {
    kind: 'calls that nobody will end',
    sql: `SELECT format('Call %s is open, but its process has ended.', c."key") AS sentence
            FROM "Call" c LEFT JOIN "Instance" i ON i."key" = c."instanceKey"
           WHERE c."state" = 0 AND (i."key" IS NULL OR i."resolvedAt" IS NOT NULL OR c."key" < i."firstOpenCall")`,
  },
  ...['CallEnding', 'CallInput', 'IdempotentCall'].map((table) => ({
    kind: `rows of ${table} without a call`,
    sql: `SELECT format('${table} has a row of call %s, which does not exist.', k."callKey") AS sentence
            FROM "${table}" k WHERE NOT EXISTS (SELECT 1 FROM "Call" c WHERE c."key" = k."callKey")`,
  })),
];

const sumRules: Rule[] = [
  {
    kind: 'purses with a wrong number',
    // Sums of all purses are joined: a lateral query would read all entries for each purse.
    sql: `SELECT format('The purse %s has %s posted, %s pending and %s entries; they add up to %s, %s and %s.',
                   s."id", s.posted, s."pending", s."entryCount", s.entered, s.held, s.entries) AS sentence
            FROM (SELECT p."id", p."pending", p."entryCount", p."posted" + coalesce(h.posted, 0) AS posted,
                         coalesce(e.credits, 0) AS entered, coalesce(c.held, 0) AS held,
                         CASE WHEN p."key" > 2 THEN coalesce(e.entries, 0) ELSE p."entryCount" END AS entries
                    FROM "Purse" p
                    LEFT JOIN (SELECT "purseKey", sum("posted") AS posted FROM "PurseShare" GROUP BY 1) h
                      ON h."purseKey" = p."key"
                    LEFT JOIN (SELECT "purseKey", sum("amount") AS credits, count(*) AS entries FROM "Entry" GROUP BY 1) e
                      ON e."purseKey" = p."key"
                    LEFT JOIN (SELECT "purseKey", sum("quoted") AS held FROM "Call" WHERE "state" = 0 GROUP BY 1) c
                      ON c."purseKey" = p."key") s
           WHERE s.posted <> s.entered OR s."pending" <> s.held OR s."entryCount" <> s.entries`,
  },
  {
    kind: 'purses that do not exist',
    sql: `SELECT format('There are entries or calls of purse %s, which does not exist.', k."purseKey") AS sentence
            FROM (SELECT "purseKey" FROM "Entry" UNION SELECT "purseKey" FROM "Call") k
           WHERE NOT EXISTS (SELECT 1 FROM "Purse" p WHERE p."key" = k."purseKey")`,
  },
  {
    kind: 'purses of nobody',
    sql: `SELECT format('The purse %s is neither an account''s nor a guest''s.', p."id") AS sentence FROM "Purse" p
           WHERE p."key" > 2 AND NOT ${isOfGuest} AND NOT EXISTS (SELECT 1 FROM "Account" a WHERE a."id" = p."id")`,
  },
  {
    kind: 'purses with a wrong number of bytes',
    sql: `SELECT format('The purse %s stores a wrong number of bytes for its calls.', p."id") AS sentence
            FROM "Purse" p LEFT JOIN (
              SELECT c."purseKey", sum(k."bytes") AS bytes
                FROM (SELECT "callKey", "bytes" FROM "CallInput" UNION ALL
                      SELECT "callKey", "bytes" FROM "IdempotentCall" WHERE "bytes" > 0) k
                JOIN "Call" c ON c."key" = k."callKey" GROUP BY 1) k ON k."purseKey" = p."key"
           WHERE p."keptBytes" <> coalesce(k.bytes, 0)`,
  },
  {
    kind: 'keys with a wrong number',
    sql: `SELECT format('The key %s has spent %s credits in "%s", and its calls add up to %s.',
                   coalesce(k."id", '?'), coalesce(s."credits", 0), coalesce(s."period", c.period), coalesce(c.credits, 0)) AS sentence
            FROM "KeySpend" s FULL JOIN (
              SELECT c."apiKeyKey", period, sum(CASE c."state" WHEN 0 THEN c."quoted" ELSE c."charged" END) AS credits
                FROM "Call" c JOIN "ApiKey" k ON k."key" = c."apiKeyKey"
               CROSS JOIN LATERAL (VALUES (${startedDay}), (left(${startedDay}, 7)), ('all')) AS periods (period)
               WHERE coalesce(k."capDay", k."capMonth", k."capTotal") IS NOT NULL GROUP BY 1, 2) c
              ON c."apiKeyKey" = s."apiKeyKey" AND c.period = s."period"
            LEFT JOIN "ApiKey" k ON k."key" = coalesce(s."apiKeyKey", c."apiKeyKey")
           WHERE coalesce(s."credits", 0) <> coalesce(c.credits, 0)`,
  },
  {
    kind: 'days with a wrong number',
    sql: `SELECT format('The daily use of purse %s on %s with product %s does not match its calls.',
                   coalesce(u."purseKey", c."purseKey"), coalesce(u."day", c.day), coalesce(u."productKey", c."productKey")) AS sentence
            FROM "DailyUse" u FULL JOIN (
              SELECT c."purseKey", ${startedDay} AS day, c."productKey", count(*) AS calls, sum(c."charged") AS credits
                FROM "Call" c WHERE c."state" <> 0 GROUP BY 1, 2, 3) c
              ON c."purseKey" = u."purseKey" AND c.day = u."day" AND c."productKey" = u."productKey"
           WHERE u."calls" IS DISTINCT FROM c.calls OR u."credits" IS DISTINCT FROM c.credits`,
  },
];

export const rules: readonly Rule[] = [...entryRules, ...callRules, ...sumRules];
