import { foldedText } from '../../../lib/text/folded-text.ts';
import { keptAnswer } from '../sql/kept-answer.ts';
import { mayBeStored } from '../sql/may-be-stored.ts';
import type { PageWish } from '../page.ts';
import type {
  AnyCallFilter,
  CallFilter,
  CallRow,
  Calls,
  Maker,
  MemberName,
  ReceiptEntryRow,
  ReceiptRow,
  UsageWish,
  UseRow,
} from '../calls.ts';
import type { ProductName } from '../catalogue.ts';
import type { KeptAnswer } from '../ledger.ts';
import type { PrismaClient } from '../../../prisma/generated/sqlite/client.ts';
import { listAllCalls } from './list-all-calls.ts';
import { listCalls } from './list-calls.ts';
import { countRefused, listRefused } from './read-refused.ts';
import { readUsage } from './read-usage.ts';

const productFields = { select: { id: true, slug: true, name: true } };

export class PrismaCalls implements Calls {
  readonly #database: PrismaClient;

  constructor(database: PrismaClient) {
    this.#database = database;
  }

  async find(id: string): Promise<CallRow | undefined> {
    if (!mayBeStored(id)) return undefined;
    const select = { key: true, owner: true, purse: { select: { id: true } } };
    const row = await this.#database.call.findUnique({ where: { id }, select });
    return row ? { key: row.key, owner: row.owner, purseId: row.purse.id } : undefined;
  }

  list(filter: CallFilter, page: { page: number; pageSize: number }) {
    return listCalls(this.#database, filter, page);
  }

  listAll(filter: AnyCallFilter, wish: PageWish) {
    return listAllCalls(this.#database, filter, wish);
  }

  async findProducts(text: string, most: number) {
    const folded = foldedText(text);
    const rows = await this.#database.product.findMany({
      where: {
        OR: [{ id: text }, { slug: { contains: folded } }, { sortName: { contains: folded } }],
      },
      orderBy: { key: 'asc' },
      select: { key: true, id: true, slug: true, sortName: true, status: true },
      take: most,
    });
    const exact = rows.filter((row) => row.id === text || row.slug === folded || row.sortName === folded);
    return (exact.length > 0 ? exact : rows).map(({ key, status }) => ({ key, isOnline: status === 1 }));
  }

  async makersByKeys(ids: string[]): Promise<Maker[]> {
    const select = { key: true, account: { select: { id: true } } };
    const rows = await this.#database.apiKey.findMany({ where: { id: { in: ids } }, select });
    return rows.map(({ key, account }) => ({ key, accountId: account.id }));
  }

  async makersByPeople(ids: string[]): Promise<Maker[]> {
    const select = { key: true, account: { select: { id: true } } };
    const rows = await this.#database.member.findMany({ where: { person: { id: { in: ids } } }, select });
    return rows.map(({ key, account }) => ({ key, accountId: account.id }));
  }

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

  async readInput(key: number): Promise<string | undefined> {
    return (await this.#database.callInput.findUnique({ where: { callKey: key } }))?.input;
  }

  async readAnswer(key: number): Promise<KeptAnswer | null> {
    const row = await this.#database.idempotentCall.findUnique({ where: { callKey: key } });
    return row ? keptAnswer(row.head, row.body) : null;
  }

  async hasAnswer(key: number): Promise<boolean> {
    const select = { head: true };
    const row = await this.#database.idempotentCall.findUnique({ where: { callKey: key }, select });
    return typeof row?.head === 'string';
  }

  async readProducts(ids: string[], owner?: string | null): Promise<Map<string, ProductName>> {
    if (ids.length === 0 || owner === null) return new Map();
    const calls = await this.#database.call.findMany({
      where: { id: { in: ids }, ...(owner !== undefined && { owner }) },
      select: { id: true, product: productFields },
    });
    return new Map(calls.map(({ id, product }) => [id, product]));
  }

  async readRefundable(id: string, purseId: string) {
    const call = await this.#database.call.findUnique({ where: { id }, include: { purse: true } });
    if (call?.purse.id !== purseId) return undefined;
    const { _sum } = await this.#database.entry.aggregate({
      where: { purseKey: call.purseKey, callKey: call.key, kind: 'refund' },
      _sum: { amount: true },
    });
    return { charged: call.charged, left: call.charged - Number(_sum.amount ?? 0n) };
  }

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

  readUsage(purseId: string, wish: UsageWish) {
    return readUsage(this.#database, purseId, wish);
  }

  listRefused(accountId: string, page: { page: number; pageSize: number }) {
    return listRefused(this.#database, accountId, page);
  }

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
