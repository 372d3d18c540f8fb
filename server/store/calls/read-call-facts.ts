import { Prisma, type PrismaClient } from '../../../prisma/generated/sqlite/client.ts';
import { versionInForce } from '../../../lib/product/planned-version.ts';
import { rowsOf, type RunSum } from '../operation/read-overview.ts';
import { keysBetween } from './list-calls.ts';

/** A call as far as its price depends on it. */
export interface CallFactsRow {
  key: number;
  id: string;
  purse: string;
  versionKey: number;
  state: number;
  quoted: number;
  charged: number;
  startedAt: number;
  /** JSON. */
  ending: string | null;
  /** Of the stored input: 0 in old rows, null if there is none. */
  inputBytes: number | null;
}

export interface CallFactsPage {
  /** The newest first. */
  rows: CallFactsRow[];
  /** The key that the next page ends before; null after the last page. */
  next: number | null;
}

export interface KeptInputRow {
  key: number;
  /** JSON. */
  input: string;
}

/** Whole numbers and times as an engine has them. */
type Found<Row, Numbers extends keyof Row> = Omit<Row, Numbers> & Record<Numbers, number | bigint | Date>;
type FoundRow = Found<
  Omit<CallFactsRow, 'inputBytes'>,
  'key' | 'versionKey' | 'state' | 'quoted' | 'charged' | 'startedAt'
> & { inputBytes: number | bigint | null };

/** No index has products: a page looks at so many calls, and returns at most so many. */
const mostConsidered = 50_000;
const mostRows = 2_000;

/** Reads all calls of a product, from the newest on. On SQLite in the thread of sums: calls do not wait for it. */
export class CallFactsReads {
  readonly #database: PrismaClient;
  readonly #runSum: RunSum;

  constructor(database: PrismaClient, runSum: RunSum = (query) => database.$queryRaw(query)) {
    this.#database = database;
    this.#runSum = runSum;
  }

  /** A product, and the version in force. */
  async product(slug: string): Promise<{ key: number; versionKey: number }> {
    const { key, nextAt, ...versions } = await this.#database.product.findUniqueOrThrow({
      where: { slug },
      select: { key: true, versionKey: true, nextVersionKey: true, nextAt: true },
    });
    const inForce = versionInForce({ ...versions, nextAt: nextAt?.getTime() ?? null }, Date.now());
    return { key, versionKey: inForce };
  }

  /** How many calls of a product were made since a time. */
  async count(productKey: number, from: Date | undefined): Promise<number> {
    const between = await this.keysSince(from);
    if (!between) return 0;
    const found = await this.#runSum(Prisma.sql`
      SELECT count(*) AS "calls" FROM "Call" c
       WHERE c."key" >= ${between.first} AND c."productKey" = ${productKey}
         AND c."startedAt" >= ${from ?? new Date(0)}`);
    return Number(rowsOf<{ calls: number | bigint }>(found)[0]?.calls ?? 0);
  }

  /** The keys of the calls since a time, of which some started a little earlier. */
  async keysSince(from: Date | undefined): Promise<{ first: number; end: number } | undefined> {
    const between = await keysBetween(this.#database, { from });
    const newest = await this.#database.call.findFirst({ orderBy: { key: 'desc' }, select: { key: true } });
    return between && newest ? { first: between.gte, end: newest.key + 1 } : undefined;
  }

  async page(
    productKey: number,
    from: Date | undefined,
    { first, end }: { first: number; end: number },
  ): Promise<CallFactsPage> {
    const begin = Math.max(first, end - mostConsidered);
    const found = await this.#runSum(Prisma.sql`
      SELECT c."key", c."id", p."id" AS "purse", c."versionKey", c."state", c."quoted", c."charged", c."startedAt",
             e."ending", i."bytes" AS "inputBytes"
        FROM "Call" c JOIN "Purse" p ON p."key" = c."purseKey"
        LEFT JOIN "CallEnding" e ON e."callKey" = c."key" LEFT JOIN "CallInput" i ON i."callKey" = c."key"
       WHERE c."key" >= ${begin} AND c."key" < ${end} AND c."productKey" = ${productKey}
         AND c."startedAt" >= ${from ?? new Date(0)}
       ORDER BY c."key" DESC LIMIT ${mostRows}`);
    const rows = rowsOf<FoundRow>(found).map(({ inputBytes, ...row }) => ({
      ...{ id: row.id, purse: row.purse, ending: row.ending },
      ...{ key: Number(row.key), versionKey: Number(row.versionKey), state: Number(row.state) },
      ...{ quoted: Number(row.quoted), charged: Number(row.charged), startedAt: Number(row.startedAt) },
      inputBytes: inputBytes === null ? null : Number(inputBytes),
    }));
    const last = rows.length === mostRows ? rows.at(-1)?.key : undefined;
    return { rows, next: await this.#endBefore(first, last ?? begin) };
  }

  /** The keys of PostgreSQL have gaps, which may be long. */
  async #endBefore(first: number, end: number): Promise<number | null> {
    const newest = await this.#database.call.findFirst({
      where: { key: { gte: first, lt: end } },
      orderBy: { key: 'desc' },
      select: { key: true },
    });
    return newest && newest.key + 1;
  }

  /** The stored inputs of calls of a product between two keys, both included. */
  async inputs(productKey: number, { from, to }: { from: number; to: number }): Promise<KeptInputRow[]> {
    const found = await this.#runSum(Prisma.sql`
      SELECT i."callKey" AS "key", i."input" FROM "CallInput" i JOIN "Call" c ON c."key" = i."callKey"
       WHERE i."callKey" >= ${from} AND i."callKey" <= ${to} AND c."productKey" = ${productKey}`);
    return rowsOf<Found<KeptInputRow, 'key'>>(found).map(({ key, input }) => ({ key: Number(key), input }));
  }
}
