import type { PrismaClient } from '../../../prisma/generated/sqlite/client.ts';
import { type PageOf, pageOf, type PageWish } from '../prisma-reads.ts';

interface ApiFilter {
  /** A part of its slug or folded name. */
  named: string | undefined;
  /** Whether this owner has it, or another. */
  owner: { is: string } | { not: string } | undefined;
}

/** APIs as operators look after them. */
export class Apis {
  readonly #database: PrismaClient;

  constructor(database: PrismaClient) {
    this.#database = database;
  }

  /** By name. `before` is the key of the last one of the page before. */
  async list({ named, owner }: ApiFilter, { before, most }: PageWish): Promise<PageOf<ListedApi>> {
    const isNamed = named !== undefined && {
      OR: [{ sortName: { contains: named } }, { slug: { contains: named } }],
    };
    const isOwned = owner && { file: 'is' in owner ? owner.is : { not: owner.not } };
    const found = await this.#database.api.findMany({
      where: { ...isNamed, ...isOwned },
      orderBy: [{ sortName: 'asc' }, { key: 'asc' }],
      ...(before !== undefined && { cursor: { key: before }, skip: 1 }),
      take: most + 1,
      select: {
        ...{ key: true, slug: true, name: true, version: true, file: true, source: true, updatedAt: true },
        document: { select: { address: true } },
      },
    });
    const apis = found.map(({ document, ...api }) => ({ ...api, address: document?.address ?? null }));
    return pageOf(apis, most, ({ key }) => key);
  }

  async keyOf(slug: string): Promise<number | undefined> {
    return (await this.#database.api.findUnique({ where: { slug }, select: { key: true } }))?.key;
  }

  /** How many products these APIs have, and how many of them are so. */
  async countProducts(keys: number[]): Promise<(key: number) => ProductCounts> {
    const [products, online, archived, everOnline] = await Promise.all([
      this.#count(keys, {}),
      this.#count(keys, { status: 1 }),
      this.#count(keys, { archivedAt: { not: null } }),
      this.#count(keys, { wasOnline: 1 }),
    ]);
    const of = (counts: Map<number, number>, key: number) => counts.get(key) ?? 0;
    return (key) => ({
      products: of(products, key),
      online: of(online, key),
      archived: of(archived, key),
      everOnline: of(everOnline, key),
    });
  }

  async #count(
    keys: number[],
    product: { status?: number; archivedAt?: { not: null }; wasOnline?: number },
  ): Promise<Map<number, number>> {
    const found = await this.#database.apiOperation.groupBy({
      by: ['apiKey'],
      where: { apiKey: { in: keys }, product },
      _count: { productKey: true },
    });
    return new Map(found.map(({ apiKey, _count: { productKey } }) => [apiKey, productKey]));
  }

  /** Which of these credentials the products of each of these APIs need. */
  async credentialsNeeded(keys: number[], names: readonly string[]): Promise<Map<number, string[]>> {
    const needed = new Map<number, string[]>();
    for (const name of names) {
      const found = await this.#database.apiOperation.groupBy({
        by: ['apiKey'],
        where: { apiKey: { in: keys }, product: { credentials: { some: { name } } } },
      });
      for (const { apiKey } of found) needed.set(apiKey, [...(needed.get(apiKey) ?? []), name]);
    }
    return needed;
  }
}

interface ProductCounts {
  products: number;
  online: number;
  archived: number;
  /** Those that have or had been online: they may have calls. */
  everOnline: number;
}

interface ListedApi {
  key: number;
  slug: string;
  name: string;
  version: string | null;
  file: string;
  source: string | null;
  updatedAt: Date;
  /** Where its document is. */
  address: string | null;
}
