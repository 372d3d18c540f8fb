/** An invariant: its query returns a sentence for each violation. */
export interface Rule {
  /** Describes the findings in the plural: "calls charged twice". */
  kind: string;
  sql: string;
}

/** Where an earlier check ended. Every row up to there is visible, and adds up to the sums of the checked tables. */
export interface Checked {
  entry: number;
  call: number;
  /** The first call that was open then, or the next one. */
  firstOpen: number;
}

/** The rows to check, as relations, and what the rows before them add up to. */
interface Part {
  isWhole: boolean;
  entries: string;
  /** The entries of transfers that began after what was checked. */
  transfers: string;
  calls: string;
  /** No call of the part has a smaller key. */
  firstCall: number;
  /** No entry of the part charges a call with a smaller key. Such a call may have been checked as one of an earlier part. */
  firstCharged: string;
  /** Joins the sums of what was checked as `b`. */
  joinChecked(table: string, on: string): string;
}

const noSums = ['posted', 'entries', 'calls', 'credits'].map((sum) => `0::bigint AS "${sum}"`).join(', ');

const whole: Part = {
  isWhole: true,
  entries: '"Entry"',
  transfers: '"Entry"',
  calls: '"Call"',
  firstCall: 0,
  firstCharged: '0',
  // A backup of an earlier version has no sums.
  joinChecked: () => `LEFT JOIN (SELECT ${noSums}) b ON false`,
};

function partAfter(checked: Checked): Part {
  const entries = `(SELECT * FROM "Entry" WHERE "key" > ${checked.entry})`;
  return {
    isWhole: false,
    entries,
    firstCharged: `(SELECT coalesce(min(n."callKey"), 0) FROM ${entries} n WHERE n."kind" = 'charge' AND n."amount" < 0)`,
    // The two keys of a transfer are not always neighbours.
    transfers: `(SELECT * FROM "Entry" WHERE "key" > ${checked.entry} AND "transfer" > ${checked.entry})`,
    calls: newCalls(checked),
    firstCall: checked.firstOpen,
    joinChecked: (table, on) => `LEFT JOIN "${table}" b ON ${on}`,
  };
}

/** The calls that were open when the earlier check reached them, and those after it. */
export function newCalls({ call }: Checked): string {
  return `(SELECT * FROM "Call" WHERE "key" > ${call}
           UNION ALL SELECT c.* FROM "CheckedOpen" o JOIN "Call" c ON c."key" = o."callKey")`;
}

/** The rules of the whole ledger, or of what was written since an earlier check. */
export function rulesOf(checked: Checked | undefined): Rule[] {
  const part = checked === undefined ? whole : partAfter(checked);
  return [
    ...entryRules(part),
    ...callRules(part),
    ...purseRules(part),
    ...sumRules(part),
    ...(part.isWhole ? wholeRules : []),
  ];
}

const isOfGuest = `p."id" LIKE 'guest\\_%'`;
export const startedDay = `to_char(c."startedAt" AT TIME ZONE 'UTC', 'YYYY-MM-DD')`;
/** As in DailyUse. */
export const useOfCalls = `c."purseKey", ${startedDay} AS day, c."productKey", coalesce(c."apiKeyKey", 0) AS "apiKeyKey",
  coalesce(c."memberKey", 0) AS "memberKey", count(*) AS calls, sum(c."charged") AS credits`;
const isSameUse = (one: string) =>
  ['purseKey', 'day', 'productKey', 'apiKeyKey', 'memberKey']
    .map((name) => `${one}."${name}" = c."${name}"`)
    .join(' AND ');
export const startedPeriods = `(VALUES (${startedDay}), (left(${startedDay}, 7)), ('all'))`;
const hasCap = (one: string) => `coalesce(${one}."capDay", ${one}."capMonth", ${one}."capTotal") IS NOT NULL`;

function entryRules({ entries, transfers, firstCharged }: Part): Rule[] {
  return [
    {
      kind: 'transfers that are wrong',
      sql: `SELECT CASE
              WHEN t.entries <> 2 THEN format('Transfer %s has %s entries instead of two.', t.transfer, t.entries)
              WHEN t.credits <> 0 THEN format('The entries of transfer %s add up to %s instead of 0.', t.transfer, t.credits)
              WHEN t.kinds_differ THEN format('The entries of transfer %s are of two kinds.', t.transfer)
              WHEN t.occasions_differ THEN format('The entries of transfer %s have different times or reasons.', t.transfer)
              ELSE format('Transfer %s is a %s from or to the wrong purse.', t.transfer, t.kind) END AS sentence
            FROM (SELECT e."transfer", count(*) AS entries, sum(e."amount") AS credits, min(e."kind") AS kind,
                         (min(e."kind"), min(coalesce(e."callKey", 0))) <> (max(e."kind"), max(coalesce(e."callKey", 0))) AS kinds_differ,
                         (min(e."at"), min(coalesce(e."reason", ''))) <> (max(e."at"), max(coalesce(e."reason", ''))) AS occasions_differ,
                         max(e."purseKey") FILTER (WHERE e."key" = e."transfer") AS source,
                         max(e."purseKey") FILTER (WHERE e."key" <> e."transfer") AS target
                    FROM ${transfers} e GROUP BY e."transfer") t
           WHERE t.entries <> 2 OR t.credits <> 0 OR t.kinds_differ OR t.occasions_differ OR NOT CASE t.kind
              WHEN 'charge' THEN t.target = 2 AND t.source > 2
              WHEN 'refund' THEN t.source = 2 AND t.target > 2
              WHEN 'allowance' THEN t.source = 1 AND t.target > 2
              WHEN 'grant' THEN t.source = 1 AND t.target > 2
              WHEN 'correction' THEN t.source = 1 AND t.target > 2
              ELSE false END`,
    },
    {
      kind: 'charges of no call',
      sql: `SELECT format('There is a charge of call %s, which does not exist.', e."callKey") AS sentence FROM ${entries} e
           WHERE e."kind" = 'charge' AND e."amount" < 0
             AND NOT EXISTS (SELECT 1 FROM "Call" c WHERE c."key" = e."callKey" AND c."key" >= ${firstCharged})`,
    },
    {
      kind: 'calls with too many refunds',
      sql: `SELECT format('Call %s was charged %s, but %s were refunded.', c."key", c."charged", r.refunded) AS sentence
            FROM (SELECT DISTINCT "callKey" FROM ${entries} e WHERE e."kind" = 'refund' AND e."amount" > 0) e
            JOIN "Call" c ON c."key" = e."callKey"
           CROSS JOIN LATERAL (SELECT sum(CASE WHEN "purseKey" = 2 THEN -"amount" ELSE "amount" END) AS refunded
                                 FROM "Entry" WHERE "kind" = 'refund' AND "amount" > 0 AND "callKey" = c."key") r
           WHERE r.refunded > c."charged"`,
    },
  ];
}

function callRules({ entries, calls, firstCall }: Part): Rule[] {
  return [
    {
      kind: 'calls that are wrong',
      sql: `SELECT CASE
              WHEN c."state" NOT BETWEEN 0 AND 3 THEN format('Call %s has the unknown state %s.', c."key", c."state")
              WHEN c."state" <> 1 AND c."charged" <> 0
                THEN format('Call %s was not settled but is charged %s.', c."key", c."charged")
              ELSE format('Call %s is in the state %s, and its end is %s.', c."key", c."state", c."settledAt") END AS sentence
            FROM ${calls} c
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
            FROM ${calls} c LEFT JOIN (
              SELECT e."callKey", count(*) AS charges, sum(-e."amount") AS paid, max(e."purseKey") AS payer, max(e."at") AS at
                FROM ${entries} e WHERE e."kind" = 'charge' AND e."amount" < 0 GROUP BY 1) e ON e."callKey" = c."key"
           WHERE coalesce(e.paid, 0) <> c."charged" OR e.charges > 1 OR e.payer <> c."purseKey"
              OR (e.charges = 1 AND e.at IS DISTINCT FROM c."settledAt")`,
    },
    {
      kind: 'calls in a wrong history',
      sql: `SELECT format('Call %s is in the history of somebody whose purse it was not paid from.', c."key") AS sentence
            FROM ${calls} c JOIN "Purse" p ON p."key" = c."purseKey"
           WHERE CASE WHEN ${isOfGuest} THEN left(coalesce(c."owner", 'anon_'), 5) <> 'anon_'
                      ELSE c."owner" IS DISTINCT FROM p."id" END`,
    },
    {
      kind: 'calls with a missing or extra end',
      sql: `SELECT format('Call %s has ended without a stored end, or has one without having ended.', c."key") AS sentence
            FROM ${calls} c LEFT JOIN "CallEnding" e ON e."callKey" = c."key" AND e."callKey" >= ${firstCall}
           WHERE (c."state" IN (1, 2)) <> (e."callKey" IS NOT NULL)`,
    },
    {
      kind: 'calls that nobody will end',
      sql: `SELECT format('Call %s is open, but its process has ended.', c."key") AS sentence
            FROM ${calls} c LEFT JOIN "Instance" i ON i."key" = c."instanceKey"
           WHERE c."state" = 0 AND (i."key" IS NULL OR i."resolvedAt" IS NOT NULL OR c."key" < i."firstOpenCall")`,
    },
  ];
}

function purseRules({ entries, calls, joinChecked }: Part): Rule[] {
  return [
    {
      kind: 'purses with a wrong number',
      sql: `SELECT format('The purse %s has %s posted, %s pending and %s entries; they add up to %s, %s and %s.',
                   p."id", s.posted, p."pending", p."entryCount", s.entered, s.held, s.entries) AS sentence
            FROM "Purse" p
            ${joinChecked('CheckedPurse', 'b."purseKey" = p."key"')}
            LEFT JOIN (SELECT e."purseKey", sum(e."amount") AS credits, count(*) AS entries FROM ${entries} e GROUP BY 1) e
              ON e."purseKey" = p."key"
            LEFT JOIN (SELECT c."purseKey", sum(c."quoted") AS held FROM ${calls} c WHERE c."state" = 0 GROUP BY 1) c
              ON c."purseKey" = p."key"
            LEFT JOIN (SELECT "purseKey", sum("posted") AS posted FROM "PurseShare" GROUP BY 1) h ON h."purseKey" = p."key"
           CROSS JOIN LATERAL (SELECT
              p."posted" + coalesce(h.posted, 0) AS posted, coalesce(c.held, 0) AS held,
              coalesce(b."posted", 0) + coalesce(e.credits, 0) AS entered,
              CASE WHEN p."key" > 2 THEN coalesce(b."entries", 0) + coalesce(e.entries, 0) ELSE p."entryCount" END AS entries) s
           WHERE s.posted <> s.entered OR p."pending" <> s.held OR p."entryCount" <> s.entries`,
    },
    {
      kind: 'purses that do not exist',
      sql: `SELECT format('There are entries or calls of purse %s, which does not exist.', k."purseKey") AS sentence
            FROM (SELECT e."purseKey" FROM ${entries} e UNION SELECT c."purseKey" FROM ${calls} c) k
           WHERE NOT EXISTS (SELECT 1 FROM "Purse" p WHERE p."key" = k."purseKey")`,
    },
    {
      kind: 'purses of nobody',
      sql: `SELECT format('The purse %s is neither an account''s nor a guest''s.', p."id") AS sentence FROM "Purse" p
           WHERE p."key" > 2 AND NOT ${isOfGuest} AND NOT EXISTS (SELECT 1 FROM "Account" a WHERE a."id" = p."id")`,
    },
  ];
}

function sumRules({ isWhole, calls, joinChecked }: Part): Rule[] {
  return [
    {
      kind: 'keys with a wrong number',
      sql: `SELECT format('The key %s has spent %s credits in "%s", and its calls add up to %s.',
                   coalesce(k."id", '?'), coalesce(s."credits", 0), coalesce(s."period", c.period),
                   coalesce(b."credits", 0) + coalesce(c.credits, 0)) AS sentence
            FROM "KeySpend" s FULL JOIN (
              SELECT c."apiKeyKey", period, sum(CASE c."state" WHEN 0 THEN c."quoted" ELSE c."charged" END) AS credits
                FROM ${calls} c JOIN "ApiKey" k ON k."key" = c."apiKeyKey"
               CROSS JOIN LATERAL ${startedPeriods} AS periods (period) WHERE ${hasCap('k')} GROUP BY 1, 2) c
              ON c."apiKeyKey" = s."apiKeyKey" AND c.period = s."period"
            ${joinChecked('CheckedSpend', 'b."apiKeyKey" = coalesce(s."apiKeyKey", c."apiKeyKey") AND b."period" = coalesce(s."period", c.period)')}
            LEFT JOIN "ApiKey" k ON k."key" = coalesce(s."apiKeyKey", c."apiKeyKey")
           WHERE coalesce(s."credits", 0) <> coalesce(b."credits", 0) + coalesce(c.credits, 0)`,
    },
    {
      kind: 'members with a wrong number',
      sql: `SELECT format('The spending of member %s on %s does not match the member''s calls.',
                   coalesce(s."memberKey", c."memberKey"), coalesce(s."day", c.day)) AS sentence
            FROM "MemberSpend" s FULL JOIN (
              SELECT c."memberKey", ${startedDay} AS day, sum(CASE c."state" WHEN 0 THEN c."quoted" ELSE c."charged" END) AS credits
                FROM ${calls} c WHERE c."memberKey" IS NOT NULL GROUP BY 1, 2) c
              ON c."memberKey" = s."memberKey" AND c.day = s."day"
            ${joinChecked('CheckedMemberSpend', 'b."memberKey" = coalesce(s."memberKey", c."memberKey") AND b."day" = coalesce(s."day", c.day)')}
           WHERE coalesce(s."credits", 0) <> coalesce(b."credits", 0) + coalesce(c.credits, 0)`,
    },
    {
      kind: 'accounts with a wrong number',
      sql: `SELECT format('The spending of purse %s in %s does not match the calls of its account.',
                   coalesce(s."purseKey", c."purseKey"), coalesce(s."period", c.period)) AS sentence
            FROM "AccountSpend" s FULL JOIN (
              SELECT c."purseKey", period, sum(CASE c."state" WHEN 0 THEN c."quoted" ELSE c."charged" END) AS credits
                FROM ${calls} c JOIN "Purse" p ON p."key" = c."purseKey"
               CROSS JOIN LATERAL ${startedPeriods} AS periods (period) WHERE ${hasCap('p')} GROUP BY 1, 2) c
              ON c."purseKey" = s."purseKey" AND c.period = s."period"
            ${joinChecked('CheckedAccountSpend', 'b."purseKey" = coalesce(s."purseKey", c."purseKey") AND b."period" = coalesce(s."period", c.period)')}
           WHERE coalesce(s."credits", 0) <> coalesce(b."credits", 0) + coalesce(c.credits, 0)`,
    },
    {
      kind: 'days with a wrong number',
      // Days without a new call are compared only with the whole ledger.
      sql: `SELECT format('The daily use of purse %s on %s with product %s by key %s and member %s does not match its calls.',
                   coalesce(u."purseKey", c."purseKey"), coalesce(u."day", c.day), coalesce(u."productKey", c."productKey"),
                   coalesce(u."apiKeyKey", c."apiKeyKey"), coalesce(u."memberKey", c."memberKey")) AS sentence
            FROM (SELECT ${useOfCalls} FROM ${calls} c WHERE c."state" <> 0 GROUP BY 1, 2, 3, 4, 5) c
            ${isWhole ? 'FULL' : 'LEFT'} JOIN "DailyUse" u ON ${isSameUse('u')}
            ${joinChecked('CheckedUse', isSameUse('b'))}
           WHERE u."calls" IS DISTINCT FROM c.calls + coalesce(b."calls", 0)
              OR u."credits" IS DISTINCT FROM c.credits + coalesce(b."credits", 0)`,
    },
  ];
}

const wholeRules: Rule[] = [
  ...['CallEnding', 'CallInput', 'IdempotentCall'].map((table) => ({
    kind: `rows of ${table} without a call`,
    sql: `SELECT format('${table} has a row of call %s, which does not exist.', k."callKey") AS sentence
            FROM "${table}" k WHERE NOT EXISTS (SELECT 1 FROM "Call" c WHERE c."key" = k."callKey")`,
  })),
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
];
