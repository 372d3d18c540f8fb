import {
  earnedKey,
  type EntryKind,
  entryKinds,
  entrySources,
  guestPrefix,
} from '../../../lib/ledger/purse.ts';
import {
  type Checked,
  type CheckedSums,
  type Engine,
  type Part,
  partAfter,
  periods,
  startedPeriod,
  useOfCalls,
  wholeLedger,
} from './checked-part.ts';
import { dayOfCall } from './spending.ts';

/** An invariant: its query returns a sentence for each violation. */
export interface Rule {
  /** Describes the findings in the plural: "calls charged twice". */
  kind: string;
  sql: string;
}

/** The rules of the whole ledger, or of what was written since an earlier check. */
export function rulesOf(engine: Engine, checked?: Checked, changes: Partial<Part> = {}): Rule[] {
  const part = checked === undefined ? wholeLedger(engine) : partAfter(engine, checked);
  const of = { ...part, ...changes };
  return [...entryRules(of), ...callRules(of), ...purseRules(of), ...sumRules(of), ...rowRules(of)];
}

const isOfGuest = `substr(p."id", 1, ${guestPrefix.length}) = '${guestPrefix}'`;

const isSame = (of: (name: string) => string) =>
  ['purseKey', 'day', 'productKey', 'apiKeyKey', 'memberKey'].map(of).join(' AND ');

const hasCap = (one: string) => `coalesce(${one}."capDay", ${one}."capMonth", ${one}."capTotal") IS NOT NULL`;

/** The other side is no purse of the portal. */
function sidesOf(kind: EntryKind): string {
  const source = entrySources[kind];
  const [portal, side, other] =
    source === null ? [earnedKey, 'target', 'source'] : [source, 'source', 'target'];
  return `t.${side} = ${portal} AND t.${other} > ${earnedKey}`;
}

function entryRules({ engine, entries, transfers, firstCharged }: Part): Rule[] {
  return [
    {
      kind: 'transfers that are wrong',
      sql: `SELECT CASE
              WHEN t.entries <> 2 THEN format('Transfer %s has %s entries instead of two.', t."transfer", t.entries)
              WHEN t.credits <> 0 THEN format('The entries of transfer %s add up to %s instead of 0.', t."transfer", t.credits)
              WHEN t.kinds_differ THEN format('The entries of transfer %s are of two kinds.', t."transfer")
              WHEN t.occasions_differ THEN format('The entries of transfer %s have different times or reasons.', t."transfer")
              WHEN t.is_out_of_order THEN format('The entry %s of transfer %s has another''s number.', t.last, t."transfer")
              ELSE format('Transfer %s is a %s from or to the wrong purse.', t."transfer", t.kind) END AS sentence
            FROM (SELECT e."transfer", count(*) AS entries, sum(e."amount") AS credits, min(e."kind") AS kind, max(e."key") AS last,
                         min(e."kind") <> max(e."kind") OR min(coalesce(e."callKey", 0)) <> max(coalesce(e."callKey", 0)) AS kinds_differ,
                         min(e."at") <> max(e."at") OR min(coalesce(e."reason", '')) <> max(coalesce(e."reason", '')) AS occasions_differ,
                         ${engine === 'sqlite' ? 'max(e."key") <> e."transfer" + 1' : 'false'} AS is_out_of_order,
                         max(e."purseKey") FILTER (WHERE e."key" = e."transfer") AS source,
                         max(e."purseKey") FILTER (WHERE e."key" <> e."transfer") AS target
                    FROM ${transfers} e GROUP BY e."transfer") t
           WHERE t.entries <> 2 OR t.credits <> 0 OR t.kinds_differ OR t.occasions_differ OR t.is_out_of_order OR (CASE t.kind
              ${entryKinds.map((kind) => `WHEN '${kind}' THEN ${sidesOf(kind)}`).join(' ')} ELSE false END) IS NOT TRUE`,
    },
    {
      kind: 'charges of no call',
      sql: `SELECT format('There is a charge of call %s, which does not exist.', coalesce(e."callKey", 0)) AS sentence FROM ${entries} e
           WHERE e."kind" = 'charge' AND e."amount" < 0
             AND NOT EXISTS (SELECT 1 FROM "Call" c WHERE c."key" = e."callKey" AND c."key" >= ${firstCharged})`,
    },
    {
      kind: 'calls with too many refunds',
      sql: `SELECT format('Call %s was charged %s, but %s were refunded.', r."key", r."charged", r.refunded) AS sentence
            FROM (SELECT c."key", c."charged", (SELECT sum(CASE "purseKey" WHEN 2 THEN -"amount" ELSE "amount" END)
                           FROM "Entry" WHERE "kind" = 'refund' AND "amount" > 0 AND "callKey" = c."key") AS refunded
                    FROM (SELECT DISTINCT "callKey" FROM ${entries} e WHERE e."kind" = 'refund' AND e."amount" > 0) e
                    JOIN "Call" c ON c."key" = e."callKey") r
           WHERE r.refunded > r."charged"`,
    },
  ];
}

function callRules({ engine, calls, checked, paidCalls, payments }: Part): Rule[] {
  const isNoNumber = engine === 'sqlite' ? `typeof(c."quoted") <> 'integer'` : 'false';
  return [
    {
      kind: 'calls that are wrong',
      sql: `SELECT CASE
              WHEN c."state" NOT BETWEEN 0 AND 3 THEN format('Call %s has the unknown state %s.', c."key", c."state")
              WHEN ${isNoNumber} OR c."charged" NOT BETWEEN 0 AND c."quoted"
                THEN format('Call %s was charged %s with a quote of %s.', c."key", c."charged", c."quoted")
              WHEN c."state" <> 1 AND c."charged" <> 0
                THEN format('Call %s was not settled but is charged %s.', c."key", c."charged")
              ELSE format('Call %s is in the state %s, and its end is %s.', c."key", c."state",
                          CASE WHEN c."settledAt" IS NULL THEN 'missing' ELSE 'stored' END) END AS sentence
            FROM ${calls} c
           WHERE c."state" NOT BETWEEN 0 AND 3 OR (c."state" <> 1 AND c."charged" <> 0)
              OR ${isNoNumber} OR c."charged" NOT BETWEEN 0 AND c."quoted" OR (c."state" = 0) <> (c."settledAt" IS NULL)`,
    },
    {
      kind: 'calls that paid another amount',
      sql: `SELECT CASE
              WHEN c.charges > 1 THEN format('Call %s has %s charges.', c."key", c.charges)
              WHEN c.paid <> c."charged" THEN format('Call %s was charged %s, and paid %s.', c."key", c."charged", c.paid)
              WHEN c.payer <> c."purseKey" THEN format('Call %s was paid from another purse.', c."key")
              ELSE format('Call %s did not pay when it ended.', c."key") END AS sentence
            FROM (SELECT c."key", max(c."charged") AS "charged", max(c."purseKey") AS "purseKey", max(c."settledAt") AS "settledAt",
                         count(e."key") AS charges, coalesce(sum(-e."amount"), 0) AS paid, max(e."purseKey") AS payer, max(e."at") AS paid_at
                    FROM ${paidCalls} c LEFT JOIN ${payments} e
                      ON e."callKey" = c."key" AND e."kind" = 'charge' AND e."amount" < 0
                   GROUP BY c."key") c
           WHERE c.paid <> c."charged" OR c.charges > 1 OR c.payer <> c."purseKey"
              OR (c.charges = 1 AND c.paid_at IS DISTINCT FROM c."settledAt")`,
    },
    {
      kind: 'calls in a wrong history',
      sql: `SELECT format('Call %s is in the history of somebody whose purse it was not paid from.', c."key") AS sentence
            FROM ${calls} c JOIN "Purse" p ON p."key" = c."purseKey"
           WHERE CASE WHEN ${isOfGuest} THEN substr(coalesce(c."owner", 'anon_'), 1, 5) <> 'anon_'
                      ELSE c."owner" IS DISTINCT FROM p."id" END`,
    },
    {
      kind: 'calls with a missing or extra end',
      sql: `SELECT format('Call %s has ended without a stored end, or has one without having ended.', c."key") AS sentence
            FROM ${calls} c LEFT JOIN "CallEnding" e ON e."callKey" = c."key" AND e."callKey" >= ${checked?.firstOpen ?? 0}
           WHERE (c."state" IN (1, 2)) <> (e."callKey" IS NOT NULL)`,
    },
    ...openCallRules[engine](calls),
  ];
}

/** Open calls that nobody will end: of a process that has ended, or before the place from which a start looks for them. */
const openCallRules: Record<Engine, (calls: string) => Rule[]> = {
  postgres: (calls) => [
    {
      kind: 'calls that nobody will end',
      sql: `SELECT format('Call %s is open, but its process has ended.', c."key") AS sentence
            FROM ${calls} c LEFT JOIN "Instance" i ON i."key" = c."instanceKey"
           WHERE c."state" = 0 AND (i."key" IS NULL OR i."resolvedAt" IS NOT NULL OR c."key" < i."firstOpenCall")`,
    },
  ],
  sqlite: (calls) => [
    {
      kind: 'calls that a start overlooks',
      sql: `SELECT format('Call %s is open, but a start looks only at later calls.', c."key") AS sentence
            FROM ${calls} c WHERE c."state" = 0 AND c."key" < (SELECT "key" FROM "FirstOpenCall")`,
    },
    {
      kind: 'missing starting points',
      sql: `SELECT 'The starting point for open calls is missing.' AS sentence WHERE NOT EXISTS (SELECT 1 FROM "FirstOpenCall")`,
    },
  ],
};

/** The balances of purses; in PostgreSQL the portal's own ones have a part of it elsewhere. */
const purses: Record<Engine, string> = {
  sqlite: '"Purse"',
  postgres: `(SELECT p."key", p."id", p."pending", p."posted" + coalesce(h.posted, 0) AS "posted" FROM "Purse" p
               LEFT JOIN (SELECT "purseKey", sum("posted") AS posted FROM "PurseShare" GROUP BY 1) h ON h."purseKey" = p."key")`,
};

function purseRules(part: Part): Rule[] {
  const { engine, entries, calls, joinChecked } = part;
  const checkedPurses = joinChecked('purses', 'b."purseKey" = p."key"');
  return [
    {
      kind: 'purses with a wrong number',
      sql: `SELECT format('The purse %s has %s posted and %s pending; they add up to %s and %s.',
                   s."id", s."posted", s."pending", s.entered, s.held) AS sentence
            FROM (SELECT p."id", p."posted", p."pending", coalesce(b."posted", 0) + coalesce(e.credits, 0) AS entered,
                         coalesce(c.held, 0) AS held
                    FROM ${purses[engine]} p ${checkedPurses}
                    LEFT JOIN (SELECT e."purseKey", sum(e."amount") AS credits FROM ${entries} e GROUP BY 1) e
                      ON e."purseKey" = p."key"
                    LEFT JOIN (SELECT c."purseKey", sum(c."quoted") AS held FROM ${calls} c WHERE c."state" = 0 GROUP BY 1) c
                      ON c."purseKey" = p."key") s
           WHERE s."posted" <> s.entered OR s."pending" <> s.held`,
    },
    {
      kind: 'purses that owe',
      sql: `SELECT format('The purse %s holds %s credits but has only %s.', p."id", p."pending", p."posted") AS sentence
            FROM "Purse" p WHERE p."key" > 2 AND p."posted" < p."pending"`,
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
    ...ownPurseRules[engine](entries, checkedPurses),
  ];
}

/** What only one engine has beside a balance, or can compare by its clock. */
const ownPurseRules: Record<Engine, (entries: string, checkedPurses: string) => Rule[]> = {
  postgres: (entries, checkedPurses) => [
    {
      kind: 'purses with a wrong number of entries',
      sql: `SELECT format('The purse %s has %s entries, and there are %s.', p."id", p."entryCount", p.entries) AS sentence
            FROM (SELECT p."id", p."entryCount", coalesce(b."entries", 0) + coalesce(e.entries, 0) AS entries
                    FROM "Purse" p ${checkedPurses}
                    LEFT JOIN (SELECT e."purseKey", count(*) AS entries FROM ${entries} e WHERE e."purseKey" > 2 GROUP BY 1) e
                      ON e."purseKey" = p."key" WHERE p."key" > 2) p
           WHERE p."entryCount" <> p.entries`,
    },
  ],
  sqlite: (entries) => [
    {
      kind: 'purses with a wrong allowance day',
      sql: `SELECT format('The purse %s got the allowance of %s but has the day %s.', p."id", e.day, p."grantedDay") AS sentence
            FROM (SELECT e."purseKey", strftime('%Y-%m-%d', max(e."at") / 1000, 'unixepoch') AS day FROM ${entries} e
                   WHERE e."kind" = 'allowance' GROUP BY 1) e
            JOIN "Purse" p ON p."key" = e."purseKey" AND p."key" > 2 WHERE coalesce(p."grantedDay", '') < e.day`,
    },
  ],
};

function sumRules({ engine, calls, joinChecked, daysJoin }: Part): Rule[] {
  const day = dayOfCall[engine];
  const period = startedPeriod(engine);
  const spent = 'sum(CASE c."state" WHEN 0 THEN c."quoted" ELSE c."charged" END) AS credits';
  const differ = `coalesce(s."credits", 0) <> coalesce(b."credits", 0) + coalesce(c.credits, 0)`;
  /** Spending by an owner of calls and a time. SQLite searches only in a table on the right. */
  const spending = (table: string, [owner, time]: [string, string], sums: CheckedSums, of: string) =>
    `(SELECT c."${owner}", ${time === 'day' ? day : period} AS "${time}", ${spent} FROM ${calls} c ${of} GROUP BY 1, 2) c
            FULL JOIN "${table}" s ON s."${owner}" = c."${owner}" AND s."${time}" = c."${time}"
            ${joinChecked(sums, `b."${owner}" = coalesce(s."${owner}", c."${owner}") AND b."${time}" = coalesce(s."${time}", c."${time}")`)}`;
  return [
    {
      kind: 'keys with a wrong number',
      sql: `SELECT format('The key %s has spent %s credits in "%s", and its calls add up to %s.',
                   coalesce(k."id", '?'), coalesce(s."credits", 0), coalesce(s."period", c."period"),
                   coalesce(b."credits", 0) + coalesce(c.credits, 0)) AS sentence
            FROM ${spending('KeySpend', ['apiKeyKey', 'period'], 'keys', `JOIN "ApiKey" k ON k."key" = c."apiKeyKey" ${periods} WHERE ${hasCap('k')}`)}
            LEFT JOIN "ApiKey" k ON k."key" = coalesce(s."apiKeyKey", c."apiKeyKey")
           WHERE ${differ}`,
    },
    {
      kind: 'members with a wrong number',
      sql: `SELECT format('The spending of member %s on %s does not match the member''s calls.',
                   coalesce(s."memberKey", c."memberKey"), coalesce(s."day", c."day")) AS sentence
            FROM ${spending('MemberSpend', ['memberKey', 'day'], 'members', 'WHERE c."memberKey" IS NOT NULL')}
           WHERE ${differ}`,
    },
    {
      kind: 'accounts with a wrong number',
      sql: `SELECT format('The spending of purse %s in %s does not match the calls of its account.',
                   coalesce(s."purseKey", c."purseKey"), coalesce(s."period", c."period")) AS sentence
            FROM ${spending('AccountSpend', ['purseKey', 'period'], 'accounts', `JOIN "Purse" p ON p."key" = c."purseKey" ${periods} WHERE ${hasCap('p')}`)}
           WHERE ${differ}`,
    },
    {
      kind: 'days with a wrong number',
      sql: `SELECT format('The daily use of purse %s on %s with product %s by key %s and member %s does not match its calls.',
                   coalesce(u."purseKey", c."purseKey"), coalesce(u."day", c."day"), coalesce(u."productKey", c."productKey"),
                   coalesce(u."apiKeyKey", c."apiKeyKey"), coalesce(u."memberKey", c."memberKey")) AS sentence
            FROM (SELECT ${useOfCalls(engine)} FROM ${calls} c WHERE c."state" <> 0 GROUP BY 1, 2, 3, 4, 5) c
            ${daysJoin} JOIN "DailyUse" u ON ${isSame((name) => `u."${name}" = c."${name}"`)}
            ${joinChecked(
              'days',
              isSame((name) => `b."${name}" = coalesce(u."${name}", c."${name}")`),
            )}
           WHERE coalesce(u."calls", 0) <> coalesce(c.calls, 0) + coalesce(b."calls", 0)
              OR coalesce(u."credits", 0) <> coalesce(c.credits, 0) + coalesce(b."credits", 0)`,
    },
  ];
}

/** Rows are never deleted before what they belong to. */
function rowRules({ checked }: Part): Rule[] {
  return [
    ...['CallEnding', 'CallInput', 'IdempotentCall'].map((table) => ({
      kind: `rows of ${table} without a call`,
      sql: `SELECT format('${table} has a row of call %s, which does not exist.', k."callKey") AS sentence
            FROM "${table}" k WHERE k."callKey" > ${checked?.call ?? 0}
             AND NOT EXISTS (SELECT 1 FROM "Call" c WHERE c."key" = k."callKey")`,
    })),
    ...(checked ? missingRows(checked) : [keptBytes]),
  ];
}

function missingRows({ entry, call }: Checked): Rule[] {
  return Object.entries({ Entry: entry, Call: call }).map(([table, last]) => ({
    kind: 'missing rows',
    sql: `SELECT format('The table ${table} ends at %s but was checked up to ${last}.', t."last") AS sentence
            FROM (SELECT coalesce((SELECT max("key") FROM "${table}"), 0) AS "last") t WHERE t."last" < ${last}`,
  }));
}

const keptBytes: Rule = {
  kind: 'purses with a wrong number of bytes',
  sql: `SELECT format('The purse %s stores a wrong number of bytes for its calls.', p."id") AS sentence
            FROM "Purse" p LEFT JOIN (
              SELECT c."purseKey", sum(k."bytes") AS bytes
                FROM (SELECT "callKey", "bytes" FROM "CallInput" UNION ALL
                      SELECT "callKey", "bytes" FROM "IdempotentCall" WHERE "bytes" > 0) k
                JOIN "Call" c ON c."key" = k."callKey" GROUP BY 1) k ON k."purseKey" = p."key"
           WHERE p."keptBytes" <> coalesce(k.bytes, 0)`,
};
