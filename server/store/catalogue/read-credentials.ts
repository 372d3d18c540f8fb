import { Prisma, type PrismaClient } from '../../../prisma/generated/sqlite/client.ts';
import type { RunSum } from '../operation/read-overview.ts';

export class Credentials {
  readonly #database: PrismaClient;
  readonly #runSum: RunSum;

  /** `runSum` runs the statements that add up thousands of rows. */
  constructor(database: PrismaClient, runSum: RunSum = (query) => database.$queryRaw(query)) {
    this.#database = database;
    this.#runSum = runSum;
  }

  /** Those that operators have set, by name: the ones in use, and the replaced ones. */
  async stored(): Promise<StoredCredential[]> {
    return this.#database.upstreamCredential.findMany({ orderBy: [{ name: 'asc' }, { rank: 'asc' }] });
  }

  async inUse(): Promise<Pick<StoredCredential, 'name' | 'value'>[]> {
    const select = { name: true, value: true } as const;
    return this.#database.upstreamCredential.findMany({ where: { rank: 0 }, select });
  }

  /** The private addresses that owners allow. */
  async allowedUpstreams() {
    return this.#database.allowedUpstream.findMany({ orderBy: { address: 'asc' } });
  }

  /** Those that products need and nobody has set, in no order. `others` are set elsewhere. */
  async missing(others: ReadonlySet<string>, most: number): Promise<string[]> {
    const needed = await this.#database.productCredential.groupBy({ by: ['name'] });
    const set = new Set((await this.inUse()).map(({ name }) => name));
    return needed.flatMap(({ name }) => (set.has(name) || others.has(name) ? [] : name)).slice(0, most);
  }

  /** How many products need each credential, and when an API refused it last, since an hour. */
  async needs(sinceHour: number): Promise<CredentialNeed[]> {
    const counts = await this.#sum<{ name: string; products: Amount; online: Amount }>(Prisma.sql`
      SELECT c."name", count(*) AS "products", CAST(sum(p."status") AS BIGINT) AS "online"
        FROM "ProductCredential" c JOIN "Product" p ON p."key" = c."productKey" GROUP BY c."name"`);
    const refused = await this.#sum<{ name: string; at: Date | Amount | null }>(Prisma.sql`
      SELECT c."name", max(r."at") AS "at"
        FROM (SELECT "productKey" + 0 AS "productKey", max("lastRefusedAt") AS "at" FROM "HourlyOutcome"
               WHERE "hour" >= ${sinceHour} AND "denied" > 0 GROUP BY "productKey" + 0) r
        JOIN "ProductCredential" c ON c."productKey" = r."productKey" GROUP BY c."name"`);
    const refusedAt = new Map(refused.map(({ name, at }) => [name, at]));
    return counts.map(({ name, products, online }) => {
      const at = refusedAt.get(name) ?? null;
      return {
        name,
        products: Number(products),
        online: Number(online),
        lastRefusedAt: at === null || at instanceof Date ? at : new Date(Number(at)),
      };
    });
  }

  async #sum<Row>(query: Prisma.Sql): Promise<Row[]> {
    return rowsOf<Row>(await this.#runSum(query));
  }

  /** Products that need a credential, the cheapest of those online first. */
  async productsThatNeed(name: string, most: number): Promise<NeedingProduct[]> {
    return this.#database.product.findMany({
      where: { credentials: { some: { name } } },
      orderBy: [{ status: 'desc' }, { priceFrom: 'asc' }, { key: 'asc' }],
      take: most,
      select: { slug: true, name: true, versionKey: true },
    });
  }

  /** The templates of products that need a credential. */
  async documentsThatNeed(name: string, most: number): Promise<string[]> {
    const found = await this.#database.product.findMany({
      where: { credentials: { some: { name } } },
      orderBy: { key: 'asc' },
      take: most,
      select: { version: { select: { document: true } } },
    });
    return found.map(({ version }) => version.document);
  }
}

interface StoredCredential {
  name: string;
  /** 0 in use, 1 replaced by it. */
  rank: number;
  /** Encrypted. */
  value: string;
  setAt: Date;
  setByKind: string;
  setById: string | null;
  /** Until when a replaced one can be brought back. */
  until: Date | null;
}

interface CredentialNeed {
  name: string;
  products: number;
  online: number;
  lastRefusedAt: Date | null;
}

interface NeedingProduct {
  slug: string;
  name: string;
  versionKey: number;
}

type Amount = bigint | number;

/** The database returns the columns that the statement names. */
function rowsOf<Row>(rows: unknown[]): Row[] {
  return rows as Row[];
}
