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

  /** How many products need each credential, and when an API refused it last, since an hour. */
  async needs(sinceHour: number): Promise<CredentialNeed[]> {
    const rows = rowsOf(
      await this.#runSum(Prisma.sql`
      SELECT c."name", count(*) AS "products", CAST(sum(p."status") AS BIGINT) AS "online",
             max(r."lastRefusedAt") AS "lastRefusedAt"
        FROM "ProductCredential" c JOIN "Product" p ON p."key" = c."productKey"
        LEFT JOIN (SELECT "productKey" + 0 AS "productKey", max("lastRefusedAt") AS "lastRefusedAt"
                     FROM "HourlyOutcome" WHERE "hour" >= ${sinceHour} AND "denied" > 0
                    GROUP BY "productKey" + 0) r ON r."productKey" = c."productKey"
       GROUP BY c."name"`),
    );
    return rows.map(({ name, products, online, lastRefusedAt: at }) => ({
      name,
      products: Number(products),
      online: Number(online),
      lastRefusedAt: at === null ? null : at instanceof Date ? at : new Date(Number(at)),
    }));
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

interface NeedRow {
  name: string;
  products: Amount;
  online: Amount;
  lastRefusedAt: Date | Amount | null;
}

/** The database returns the columns that the statement names. */
function rowsOf(rows: unknown[]): NeedRow[] {
  return rows as NeedRow[];
}
