import { type Audience, isSeenBy } from '../catalogue/audience.ts';
import { keyName } from '../../../lib/account/api-keys.ts';
import type { Usage, UsageKind } from '../../../lib/account/credit-account.ts';
import { foldedText } from '../../../lib/text/names.ts';
import { Prisma, type PrismaClient } from '../../../prisma/generated/sqlite/client.ts';
import type { ProductName } from '../catalogue/catalogue.ts';
import type { KeptAnswer } from '../ledger.ts';
import type { PageWish, PageOf } from '../prisma-reads.ts';
import { keptAnswer } from '../sql/kept-answer.ts';
import { mayBeStored } from '../sql/statement.ts';
import type {
  AnyCallFilter,
  CallFilter,
  CallRow,
  Maker,
  MemberName,
  ReceiptEntryRow,
  ReceiptRow,
  UsageWish,
  UseRow,
  AnyCallRow,
} from './call-rows.ts';
import { keysBetween, narrowedBy, listCalls, listedFields, namedRows } from './list-calls.ts';
import { countRefused, listRefused } from './read-refused.ts';

const productFields = { select: { id: true, slug: true, name: true } };

/** Reads calls for their owners. */
export class Calls {
  readonly #database: PrismaClient;

  constructor(database: PrismaClient) {
    this.#database = database;
  }

  async find(id: string): Promise<CallRow | undefined> {
    if (!mayBeStored(id)) return undefined;
    const select = { key: true, owner: true, memberKey: true, purse: { select: { id: true } } };
    const row = await this.#database.call.findUnique({ where: { id }, select });
    if (!row) return undefined;
    const { purse, ...call } = row;
    return { ...call, purseId: purse.id };
  }

  /** Newest first. */
  list(filter: CallFilter, page: { page: number; pageSize: number }) {
    return listCalls(this.#database, filter, page);
  }

  /** Newest first. With a filter a page considers a limited number of calls, and may have fewer rows. */
  listAll(filter: AnyCallFilter, wish: PageWish) {
    return listAllCalls(this.#database, filter, wish);
  }

  /** By id or slug, or a part of their slug or name, at most this many. */
  async findProducts(text: string, most: number, audience: Audience) {
    const folded = foldedText(text);
    const rows = await this.#database.product.findMany({
      where: {
        OR: [{ id: text }, { slug: { contains: folded } }, { sortName: { contains: folded } }],
        AND: isSeenBy(audience),
      },
      orderBy: { key: 'asc' },
      select: { key: true, id: true, slug: true, sortName: true, status: true },
      take: most,
    });
    const exact = rows.filter((row) => row.id === text || row.slug === folded || row.sortName === folded);
    return (exact.length > 0 ? exact : rows).map(({ key, status }) => ({ key, isOnline: status === 1 }));
  }

  /** The keys of the rows of API keys, and the ids of their accounts. */
  async makersByKeys(ids: string[]): Promise<Maker[]> {
    const select = { key: true, account: { select: { id: true } } };
    const rows = await this.#database.apiKey.findMany({ where: { id: { in: ids } }, select });
    return rows.map(({ key, account }) => ({ key, accountId: account.id }));
  }

  /** The same for the memberships of people, also former ones. */
  async makersByPeople(ids: string[]): Promise<Maker[]> {
    const select = { key: true, account: { select: { id: true } } };
    const rows = await this.#database.member.findMany({ where: { person: { id: { in: ids } } }, select });
    return rows.map(({ key, account }) => ({ key, accountId: account.id }));
  }

  /** All who are or were members of an account. */
  async membersOf(accountId: string): Promise<MemberName[]> {
    const rows = await this.#database.member.findMany({
      where: { account: { id: accountId } },
      select: { key: true, person: { select: { id: true, name: true, emailKey: true } } },
    });
    return rows.map(({ key, person }) => ({ key, ...person }));
  }

  async readReceipt(key: number): Promise<ReceiptRow> {
    const { version, purse, ending, ...row } = await this.#database.call.findUniqueOrThrow({
      where: { key },
      include: {
        product: productFields,
        version: { select: { number: true, hash: true, template: { select: { id: true } } } },
        purse: { select: { id: true } },
        apiKey: { select: { id: true, name: true } },
        ending: true,
      },
    });
    return {
      ...row,
      purseId: purse.id,
      ending: ending?.ending ?? null,
      template: { id: version.template.id, version: version.number, hash: version.hash },
    };
  }

  /** The conditions repeat those of two indexes exactly, or SQLite would not use them. */
  async readEntries(key: number): Promise<ReceiptEntryRow[]> {
    const rows = await this.#database.$queryRaw<EntryRow[]>`
      SELECT "key", "kind", "amount", "at" FROM "Entry"
       WHERE "callKey" = ${key} AND "kind" = 'charge' AND "amount" < 0
      UNION ALL
      SELECT "key", "kind", "amount", "at" FROM "Entry"
       WHERE "callKey" = ${key} AND "kind" = 'refund' AND "amount" > 0`;
    return rows.map(({ key: id, kind, amount, at }) => ({
      id: Number(id),
      kind,
      amount: Number(amount),
      at: at instanceof Date ? at : new Date(Number(at)),
    }));
  }

  /** The stored JSON; undefined if it was deleted. */
  async readInput(key: number): Promise<string | undefined> {
    return (await this.#database.callInput.findUnique({ where: { callKey: key } }))?.input;
  }

  /** The response that is stored for a repeated call; null if there is none, or not any more. */
  async readAnswer(key: number): Promise<KeptAnswer | null> {
    const row = await this.#database.idempotentCall.findUnique({ where: { callKey: key } });
    return row ? keptAnswer(row.head, row.body) : null;
  }

  /** Whether there is one. */
  async hasAnswer(key: number): Promise<boolean> {
    const select = { head: true };
    const row = await this.#database.idempotentCall.findUnique({ where: { callKey: key }, select });
    return typeof row?.head === 'string';
  }

  /** The products of calls by call id. With an owner, only the owner's calls. */
  async readProducts(ids: string[], owner?: string | null): Promise<Map<string, ProductName>> {
    if (ids.length === 0 || owner === null) return new Map();
    const calls = await this.#database.call.findMany({
      where: { id: { in: ids }, ...(owner !== undefined && { owner }) },
      select: { id: true, product: productFields },
    });
    return new Map(calls.map(({ id, product }) => [id, product]));
  }

  /** The part of a call's charge that was not yet refunded; undefined if the purse has no such call. */
  async readRefundable(id: string, purseId: string) {
    const call = await this.#database.call.findUnique({ where: { id }, include: { purse: true } });
    if (call?.purse.id !== purseId) return undefined;
    const { _sum } = await this.#database.entry.aggregate({
      where: { purseKey: call.purseKey, callKey: call.key, kind: 'refund' },
      _sum: { amount: true },
    });
    return { charged: call.charged, left: call.charged - Number(_sum.amount ?? 0n) };
  }

  /** The spending of a purse by product since a day, newest first. */
  async readUse(purseId: string, afterDay: string, most: number): Promise<UseRow[]> {
    const rows = await this.#database.$queryRaw<UseSums[]>`
      SELECT u."day", o."id" AS "productId", CAST(u."calls" AS BIGINT) AS "calls", CAST(u."credits" AS BIGINT) AS "credits"
        FROM (SELECT "day", "productKey", sum("calls") AS "calls", sum("credits") AS "credits" FROM "DailyUse"
               WHERE "purseKey" = (SELECT "key" FROM "Purse" WHERE "id" = ${purseId}) AND "day" > ${afterDay}
               GROUP BY "day", "productKey" ORDER BY "day" DESC, "productKey" LIMIT ${most}) u
        JOIN "Product" o ON o."key" = u."productKey" ORDER BY u."day" DESC, u."productKey"`;
    return rows.map(({ calls, credits, ...row }) => ({
      ...row,
      calls: Number(calls),
      credits: Number(credits),
    }));
  }

  /** Sums of days, newest first. */
  readUsage(purseId: string, wish: UsageWish) {
    return readUsage(this.#database, purseId, wish);
  }

  /** Refused calls of an account, newest first. */
  listRefused(accountId: string, page: { page: number; pageSize: number }) {
    return listRefused(this.#database, accountId, page);
  }

  /** How many were refused between two days, newest first, by key and problem. */
  countRefused(accountId: string, wish: Omit<UsageWish, 'by'>) {
    return countRefused(this.#database, accountId, wish);
  }
}

interface UseSums {
  day: string;
  productId: string;
  calls: bigint | number;
  credits: bigint | number;
}

interface EntryRow {
  key: bigint | number;
  kind: string;
  amount: bigint | number;
  at: bigint | number | Date;
}

/** No index has products, states, keys or members: a page with such a filter looks at so many calls, however few match. */
const mostConsidered = 5_000;

/** The calls of all, or of one owner, from the newest on. Reads no more of them than a page considers. */
export async function listAllCalls(
  database: PrismaClient,
  { owner, owners, ...wanted }: AnyCallFilter,
  { before, most }: PageWish,
): Promise<PageOf<AnyCallRow>> {
  const { call } = database;
  const between = await keysBetween(database, wanted);
  if (!between) return { rows: [], next: null };
  const orderBy = { key: 'desc' } as const;
  const ofOwner = owner !== undefined && { owner };
  const end = Math.min(before ?? Infinity, between.lt ?? Infinity);
  const until = end !== Infinity && { lt: end };
  const narrowed = { ...narrowedBy(wanted), ...(owners && { owner: { in: [...owners] } }) };
  const isNarrowed = Object.keys(narrowed).length > 0;
  // The first call that is left for the next page.
  const [left] = await call.findMany({
    where: { ...ofOwner, key: { gte: between.gte, ...until } },
    orderBy,
    select: { key: true },
    skip: isNarrowed ? Math.max(mostConsidered, most) : most,
    take: 1,
  });
  const found = await call.findMany({
    where: {
      ...ofOwner,
      key: { gte: left ? left.key + 1 : between.gte, ...until },
      ...narrowed,
    },
    orderBy,
    take: most + 1,
    select: { ...listedFields, key: true },
  });
  const rows = found.slice(0, most);
  const next = found.length > most ? rows.at(-1)?.key : left && left.key + 1;
  return {
    rows: await namedRows(
      database,
      rows.map(({ key: _key, ...row }) => row),
      wanted.requestId,
    ),
    next: next ?? null,
  };
}

interface Sums {
  day: string;
  key: bigint | number;
  calls: bigint | number;
  credits: bigint | number;
}

type Named = NonNullable<Usage['list'][number]['of']>;

/** The use of a purse by day, and by product, API key or member. */
async function readUsage(
  database: PrismaClient,
  purseId: string,
  { from, to, by, most, monthly = false }: UsageWish,
): Promise<Usage['list']> {
  const rows = await database.$queryRaw<Sums[]>`
    SELECT u."day", u."key", CAST(sum(u."calls") AS BIGINT) AS "calls", CAST(sum(u."credits") AS BIGINT) AS "credits"
      FROM (SELECT ${monthly ? Prisma.sql`substr("day", 1, 7)` : Prisma.sql`"day"`} AS "day", "calls", "credits",
                   CASE CAST(${by} AS TEXT) WHEN 'product' THEN "productKey" WHEN 'key' THEN "apiKeyKey" ELSE "memberKey" END AS "key"
              FROM "DailyUse" WHERE "purseKey" = (SELECT "key" FROM "Purse" WHERE "id" = ${purseId})
               AND "day" >= ${from} AND "day" <= ${to}) u
     GROUP BY u."day", u."key" ORDER BY u."day" DESC, "credits" DESC, u."key" LIMIT ${most}`;
  const keys = [...new Set(rows.map(({ key }) => Number(key)))].filter((key) => key > 0);
  const names = await readNames[by](database, keys);
  return rows.map(({ day, key, calls, credits }) => ({
    day,
    of: names.get(Number(key)) ?? null,
    calls: Number(calls),
    credits: Number(credits),
  }));
}

type ReadNames = (database: PrismaClient, keys: number[]) => Promise<Map<number, Named>>;

const readNames: Record<UsageKind, ReadNames> = {
  async product(database, keys) {
    const select = { key: true, id: true, slug: true, name: true };
    const rows = await database.product.findMany({ where: { key: { in: keys } }, select });
    return new Map(rows.map(({ key, ...named }) => [key, named]));
  },
  async key(database, keys) {
    const select = { key: true, id: true, name: true, hint: true };
    const rows = await database.apiKey.findMany({ where: { key: { in: keys } }, select });
    return new Map(rows.map(({ key, id, name, hint }) => [key, { id, name: keyName({ name, hint }) }]));
  },
  async member(database, keys) {
    const select = { key: true, person: { select: { id: true, name: true } } };
    const rows = await database.member.findMany({ where: { key: { in: keys } }, select });
    return new Map(rows.map(({ key, person }) => [key, person]));
  },
};
