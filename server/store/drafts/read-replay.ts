import type { Limited } from '../../../lib/backtest/replay.ts';
import { type Caps, hasCap } from '../../../lib/ledger/caps.ts';
import { utcDay } from '../../../lib/text/times.ts';
import { Prisma, type PrismaClient } from '../../../prisma/generated/sqlite/client.ts';
import { keysBetween } from '../calls/list-calls.ts';
import type { CallFactsRow, KeptInputRow } from '../calls/read-call-facts.ts';
import { rowsOf, type RunSum } from '../operation/read-overview.ts';

/** A call of an account. Only those of the product have an ending and an input. */
export interface ReplayedRow extends CallFactsRow {
  settledAt: number | null;
  apiKeyKey: number | null;
  memberKey: number | null;
  isOfProduct: boolean;
}

type Amount = number | bigint;
type Time = Amount | Date;

interface FoundRow {
  key: Amount;
  id: string;
  versionKey: Amount;
  productKey: Amount;
  state: Amount;
  quoted: Amount;
  charged: Amount;
  startedAt: Time;
  settledAt: Time | null;
  apiKeyKey: Amount | null;
  memberKey: Amount | null;
  ending: string | null;
  inputBytes: Amount | null;
}

const mostRows = 2_000;
/** An account seldom gets credits more than once a day. */
export const mostEntries = 20_000;

interface WithCaps {
  key: number;
  capDay: bigint | null;
  capMonth: bigint | null;
  capTotal: bigint | null;
}

/** What happened to the balance of an account, in its order. On SQLite in the thread of sums. */
export class ReplayReads {
  readonly #database: PrismaClient;
  readonly #runSum: RunSum;

  constructor(database: PrismaClient, runSum: RunSum = (query) => database.$queryRaw(query)) {
    this.#database = database;
    this.#runSum = runSum;
  }

  /** Undefined if the account has no purse, or more entries than are followed. */
  async begin(account: string, since: Date) {
    const purse = await this.#database.purse.findUnique({
      where: { id: account },
      select: { key: true, capDay: true, capMonth: true, capTotal: true },
    });
    if (!purse) return undefined;
    const [sum] = rowsOf<{ posted: Amount }>(
      await this.#runSum(Prisma.sql`
        SELECT CAST(coalesce(sum(e."amount"), 0) AS BIGINT) AS "posted" FROM "Entry" e
         WHERE e."purseKey" = ${purse.key} AND e."purseKey" > 2 AND e."at" < ${since}`),
    );
    // Charges of calls that are followed come with these calls.
    const entries = rowsOf<{ at: Time; amount: Amount }>(
      await this.#runSum(Prisma.sql`
        SELECT e."at", e."amount" FROM "Entry" e LEFT JOIN "Call" c ON c."key" = e."callKey"
         WHERE e."purseKey" = ${purse.key} AND e."purseKey" > 2 AND e."at" >= ${since}
           AND (e."kind" <> 'charge' OR c."startedAt" < ${since})
         ORDER BY e."at", e."key" LIMIT ${mostEntries + 1}`),
    );
    if (entries.length > mostEntries) return undefined;
    return {
      purseKey: purse.key,
      posted: Number(sum?.posted ?? 0),
      entries: entries.map(({ at, amount }) => ({ at: Number(at), credits: Number(amount) })),
      limited: await this.#limited(account, purse, since),
    };
  }

  /** A key before those of all calls since a time. */
  async keyBefore(since: Date): Promise<number> {
    if (since.getTime() === 0) return 0;
    return ((await keysBetween(this.#database, { from: since }))?.gte ?? 1) - 1;
  }

  /** Calls of an account after a key, oldest first. */
  async calls(
    account: { id: string; purseKey: number },
    productKey: number,
    { after, since }: { after: number; since: Date },
  ): Promise<ReplayedRow[]> {
    const found = await this.#runSum(Prisma.sql`
      SELECT c."key", c."id", c."versionKey", c."productKey", c."state", c."quoted", c."charged", c."startedAt",
             c."settledAt", c."apiKeyKey", c."memberKey", e."ending", i."bytes" AS "inputBytes"
        FROM "Call" c
        LEFT JOIN "CallEnding" e ON e."callKey" = c."key" AND c."productKey" = ${productKey}
        LEFT JOIN "CallInput" i ON i."callKey" = c."key" AND c."productKey" = ${productKey}
       WHERE c."owner" = ${account.id} AND c."key" > ${after} AND c."purseKey" = ${account.purseKey}
         AND c."startedAt" >= ${since}
       ORDER BY c."key" LIMIT ${mostRows}`);
    return rowsOf<FoundRow>(found).map((row) => ({
      ...{ key: Number(row.key), id: row.id, purse: account.id, ending: row.ending },
      ...{ versionKey: Number(row.versionKey), isOfProduct: Number(row.productKey) === productKey },
      ...{ state: Number(row.state), quoted: Number(row.quoted), charged: Number(row.charged) },
      ...{ startedAt: Number(row.startedAt), settledAt: orNull(row.settledAt) },
      ...{ apiKeyKey: orNull(row.apiKeyKey), memberKey: orNull(row.memberKey) },
      inputBytes: orNull(row.inputBytes),
    }));
  }

  /** The stored inputs of some calls. */
  async inputs(keys: number[]): Promise<KeptInputRow[]> {
    const found = await this.#database.callInput.findMany({
      where: { callKey: { in: keys } },
      select: { callKey: true, input: true },
    });
    return found.map(({ callKey, input }) => ({ key: callKey, input }));
  }

  /** Who has limits now, in the order in which a hold looks at them, with what they had spent before. */
  async #limited(account: string, purse: WithCaps, since: Date): Promise<Limited[]> {
    const anyCap = {
      OR: [{ capDay: { not: null } }, { capMonth: { not: null } }, { capTotal: { not: null } }],
    };
    const select = { key: true, capDay: true, capMonth: true, capTotal: true } as const;
    const where = { account: { id: account }, ...anyCap };
    const [keys, members] = await Promise.all([
      this.#database.apiKey.findMany({ where, select }),
      this.#database.member.findMany({ where, select }),
    ]);
    const all = [
      ...keys.map((row) => ({ of: 'key' as const, key: row.key, caps: capsOf(row) })),
      ...members.map((row) => ({ of: 'member' as const, key: row.key, caps: capsOf(row) })),
      { of: 'account' as const, key: null, caps: capsOf(purse) },
    ].filter(({ caps }) => hasCap(caps));
    if (all.length === 0) return [];
    const before = await this.#spentBefore(purse.key, utcDay(since.getTime()));
    return all.map((one) => {
      const its = before.filter(
        ({ apiKeyKey, memberKey }) =>
          one.key === { key: apiKeyKey, member: memberKey, account: null }[one.of],
      );
      const sum = (value: (row: (typeof its)[number]) => number) =>
        its.reduce((all, row) => all + value(row), 0);
      return { ...one, spent: { month: sum(({ month }) => month), total: sum(({ total }) => total) } };
    });
  }

  /** By key and member, before a day: in its month and in all. */
  async #spentBefore(purseKey: number, day: string) {
    const month = `${day.slice(0, 7)}-01`;
    const found = await this.#runSum(Prisma.sql`
      SELECT u."apiKeyKey", u."memberKey", CAST(sum(u."credits") AS BIGINT) AS "total",
             CAST(sum(CASE WHEN u."day" >= ${month} THEN u."credits" ELSE 0 END) AS BIGINT) AS "month"
        FROM "DailyUse" u WHERE u."purseKey" = ${purseKey} AND u."day" < ${day}
       GROUP BY u."apiKeyKey", u."memberKey"`);
    return rowsOf<Record<'apiKeyKey' | 'memberKey' | 'total' | 'month', Amount>>(found).map((row) => ({
      ...{ apiKeyKey: Number(row.apiKeyKey), memberKey: Number(row.memberKey) },
      ...{ total: Number(row.total), month: Number(row.month) },
    }));
  }
}

function capsOf({ capDay, capMonth, capTotal }: WithCaps): Caps {
  return { capDay: orNull(capDay), capMonth: orNull(capMonth), capTotal: orNull(capTotal) };
}

function orNull(value: Time | null): number | null {
  return value === null ? null : Number(value);
}
