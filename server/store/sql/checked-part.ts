import { dayOfCall } from './spending.ts';

/** Where an earlier check ended. Every row up to there is visible, and adds up to the checked sums. */
export interface Checked {
  entry: number;
  call: number;
  /** The first call that was open then, or the next one. */
  firstOpen: number;
}

export type Engine = 'sqlite' | 'postgres';

/** The rows to check, as relations, and what the rows before them add up to. */
export interface Part {
  engine: Engine;
  checked?: Checked;
  entries: string;
  /** The entries of transfers that began after what was checked. */
  transfers: string;
  calls: string;
  /** The calls whose payments are checked, and the entries among which these are. */
  paidCalls: string;
  payments: string;
  /** No entry of the part charges a call with a smaller key. Such a call may have been checked as one of an earlier part. */
  firstCharged: string;
  /** Joins the sums of what was checked as `b`. */
  joinChecked(sums: CheckedSums, on: string): string;
  /** Of days: those with a new call, or all. */
  daysJoin: 'LEFT' | 'FULL';
}

export type CheckedSums = keyof typeof checkedSums.sqlite;

/** SQLite has the sums beside the figures. In PostgreSQL calls, which lock those rows, would wait for the check. */
const checkedSums = {
  sqlite: {
    purses: '(SELECT "key" AS "purseKey", "checkedPosted" AS "posted" FROM "Purse")',
    days: `(SELECT "purseKey", "day", "productKey", "apiKeyKey", "memberKey", "checkedCalls" AS "calls", "checkedCredits" AS "credits" FROM "DailyUse")`,
    keys: '(SELECT "apiKeyKey", "period", "checkedCredits" AS "credits" FROM "KeySpend")',
    members: '(SELECT "memberKey", "day", "checkedCredits" AS "credits" FROM "MemberSpend")',
    accounts: '(SELECT "purseKey", "period", "checkedCredits" AS "credits" FROM "AccountSpend")',
  },
  postgres: {
    ...{ purses: '"CheckedPurse"', days: '"CheckedUse"', keys: '"CheckedSpend"' },
    ...{ members: '"CheckedMemberSpend"', accounts: '"CheckedAccountSpend"' },
  },
};

const noSums = ['posted', 'entries', 'calls', 'credits'].map((sum) => `0 AS "${sum}"`).join(', ');

export function wholeLedger(engine: Engine): Part {
  return {
    ...{ engine, entries: '"Entry"', transfers: '"Entry"', payments: '"Entry"' },
    ...{ calls: '"Call"', paidCalls: '"Call"', firstCharged: '0', daysJoin: 'FULL' },
    // A backup of an earlier version has no sums.
    joinChecked: () => `LEFT JOIN (SELECT ${noSums}) b ON false`,
  };
}

export function partAfter(engine: Engine, checked: Checked): Part {
  const entries = `(SELECT * FROM "Entry" WHERE "key" > ${checked.entry})`;
  const charges = `FROM ${entries} n WHERE n."kind" = 'charge' AND n."amount" < 0`;
  const calls = newCalls(engine, checked);
  const part: Omit<Part, 'paidCalls' | 'payments' | 'firstCharged'> = {
    ...{ engine, checked, entries, calls, daysJoin: 'LEFT' },
    // The two keys of a transfer are not always neighbours.
    transfers: `(SELECT * FROM "Entry" WHERE "key" > ${checked.entry} AND "transfer" > ${checked.entry})`,
    joinChecked: (sums, on) => `LEFT JOIN ${checkedSums[engine][sums]} b ON ${on}`,
  };
  if (engine === 'postgres')
    return {
      ...part,
      ...{ paidCalls: calls, payments: entries },
      firstCharged: `(SELECT coalesce(min(n."callKey"), 0) ${charges})`,
    };
  // Calls after an open one stay new, but their entries do not. They are found by their index.
  const paidAgain = `SELECT * FROM "Call" WHERE "key" <= ${checked.call} AND "key" IN (SELECT n."callKey" ${charges})`;
  return {
    ...part,
    paidCalls: `(SELECT * FROM "Call" WHERE "key" > ${checked.call} UNION ALL ${paidAgain})`,
    ...{ payments: '"Entry"', firstCharged: '0' },
  };
}

/** In PostgreSQL also the calls that were open when the earlier check reached them: SQLite begins anew at the first. */
export function newCalls(engine: Engine, { call }: Pick<Checked, 'call'>): string {
  const after = `SELECT * FROM "Call" WHERE "key" > ${call}`;
  if (engine === 'sqlite') return `(${after})`;
  return `(${after} UNION ALL SELECT c.* FROM "CheckedOpen" o JOIN "Call" c ON c."key" = o."callKey")`;
}

/** As in DailyUse. */
export const useOfCalls = (engine: Engine) =>
  `c."purseKey", ${dayOfCall[engine]} AS "day", c."productKey", coalesce(c."apiKeyKey", 0) AS "apiKeyKey",
   coalesce(c."memberKey", 0) AS "memberKey", count(*) AS calls, sum(c."charged") AS credits`;

/** Three rows for each call, by the length of the period's name. */
export const periods = 'CROSS JOIN (SELECT 10 AS "length" UNION ALL SELECT 7 UNION ALL SELECT 0) w';
export const startedPeriod = (engine: Engine) =>
  `CASE w."length" WHEN 0 THEN 'all' ELSE substr(${dayOfCall[engine]}, 1, w."length") END`;
