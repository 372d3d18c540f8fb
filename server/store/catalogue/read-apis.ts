import type { apiOrders } from '../../../lib/operator/list-orders.ts';
import { Prisma, type PrismaClient } from '../../../prisma/generated/sqlite/client.ts';
import {
  inOrder,
  type OrderedPage,
  type OrderedReads,
  type OrderedWish,
  readOrdered,
  timeOrNever,
} from '../order-rows.ts';
import { contains } from '../prisma-reads.ts';

interface ApiFilter {
  /** A part of its slug or folded name. */
  named: string | undefined;
  owner: Owner | undefined;
}

/** Whether this owner has it, or another. */
export type Owner = { is: string } | { not: string };

type ApiWish = OrderedWish<(typeof apiOrders)[number]['name']>;

/** APIs as operators look after them. */
export class Apis {
  readonly #database: PrismaClient;
  readonly #reads: OrderedReads;

  constructor(reads: OrderedReads) {
    this.#database = reads.database;
    this.#reads = reads;
  }

  async list({ named, owner }: ApiFilter, wish: ApiWish): Promise<OrderedPage<ListedApi>> {
    const columns = {
      name: Prisma.sql`a."sortName"`,
      // `operations` has what guests see.
      online: Prisma.sql`(SELECT count(*) FROM "ApiOperation" o JOIN "Product" p ON p."key" = o."productKey"
                           WHERE o."apiKey" = a."key" AND p."status" = 1)`,
      changed: timeOrNever(Prisma.sql`a."updatedAt"`),
    };
    const isNamed =
      named === undefined
        ? Prisma.sql`1 = 1`
        : Prisma.sql`(${contains(Prisma.sql`a."sortName"`, named)} OR ${contains(Prisma.sql`a."slug"`, named)})`;
    const isOwned =
      owner === undefined
        ? Prisma.empty
        : 'is' in owner
          ? Prisma.sql`AND a."file" = ${owner.is}`
          : Prisma.sql`AND a."file" <> ${owner.not}`;
    const { rows: keys, next } = await readOrdered(
      this.#reads,
      columns,
      wish,
      (value) => Prisma.sql`SELECT a."key", ${value} AS "value" FROM "Api" a WHERE ${isNamed} ${isOwned}`,
    );
    const found = await this.#database.api.findMany({
      where: { key: { in: keys } },
      select: {
        ...{ key: true, slug: true, name: true, version: true, file: true, source: true, updatedAt: true },
        document: { select: { address: true } },
      },
    });
    const apis = found.map(({ document, ...api }) => ({ ...api, address: document?.address ?? null }));
    return { rows: inOrder(keys, apis), next };
  }

  /** By slug or name, or else by a part of them, at most this many. The text is folded. */
  async find(text: string, most: number): Promise<number[]> {
    const rows = await this.#database.api.findMany({
      where: { OR: [{ slug: { contains: text } }, { sortName: { contains: text } }] },
      select: { key: true, slug: true, sortName: true },
      take: most,
    });
    const exact = rows.filter(({ slug, sortName }) => slug === text || sortName === text);
    return (exact.length > 0 ? exact : rows).map(({ key }) => key);
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
