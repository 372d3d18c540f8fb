import { planNumbers } from '../../../lib/product/planned-version.ts';
import { releasedTexts } from './published-product.ts';
import type { PriceRule } from '../../../lib/product/decide-plan.ts';
import { ruleOf } from './product-versions.ts';
import type { Owner } from './read-apis.ts';
import { type PriceRelease, readPriceReleases } from './read-price-releases.ts';
import type { PrismaClient } from '../../../prisma/generated/sqlite/client.ts';
import type { PageWish } from '../prisma-reads.ts';

interface ProductFilter {
  apiKeys: number[] | undefined;
  owner: Owner | undefined;
  visibility: number | undefined;
}

/** Reads published data to compare it with a new catalogue. */
export class Publications {
  readonly #database: PrismaClient;

  constructor(database: PrismaClient) {
    this.#database = database;
  }

  async hasProducts(): Promise<boolean> {
    return (await this.#database.product.findFirst({ select: { key: true } })) !== null;
  }

  async products(slugs: string[]): Promise<StoredProduct[]> {
    const found = await this.#database.product.findMany({
      where: { slug: { in: slugs } },
      include: {
        version: true,
        tags: { include: { tag: true }, orderBy: { position: 'asc' } },
        terms: { select: { page: { select: { slug: true } } } },
        plans: { where: { state: { lte: planNumbers.announced } }, include: { version: true } },
      },
    });
    return found.map(({ version, tags, terms, plans: [plan], ...product }) => ({
      ...product,
      terms: terms?.page.slug ?? null,
      tags: tags.map(({ kind, tag }) => ({ kind, slug: tag.slug })),
      document: version.document,
      ...versionsOf(plan),
    }));
  }

  /** Which of these slugs are pages of the portal. */
  async pages(slugs: string[]): Promise<string[]> {
    const where = { slug: { in: slugs }, deletedAt: null };
    const found = await this.#database.portalPage.findMany({ where, select: { slug: true } });
    return found.map(({ slug }) => slug);
  }

  /** The newest first, each with the one before it, and whether there are more. */
  async releases(
    slug: string,
    { before, most }: PageWish,
  ): Promise<{ releases: StoredRelease[]; hasMore: boolean }> {
    const found = await this.#database.productRelease.findMany({
      where: { product: { slug }, ...(before !== undefined && { number: { lt: before } }) },
      include: { version: { select: { document: true } } },
      orderBy: { number: 'desc' },
      take: most + 1,
    });
    const all = found.map(({ version, texts, ...release }) => ({
      ...release,
      ...releasedTexts.parse(JSON.parse(texts)),
      document: version.document,
    }));
    return {
      releases: all
        .slice(0, most)
        .map((release, index) => ({ ...release, previous: all[index + 1] ?? null })),
      hasMore: all.length > most,
    };
  }

  async priceRule(): Promise<PriceRule> {
    const rule = await this.#database.priceRule.findUnique({ where: { key: 1 } });
    return ruleOf(rule ?? undefined);
  }

  priceReleases(productKey: number, wish: PageWish): Promise<PriceRelease[]> {
    return readPriceReleases(this.#database, productKey, wish);
  }

  /** At most this many, online or not. */
  async productSlugs(most: number): Promise<string[]> {
    const orderBy = { slug: 'asc' } as const;
    const found = await this.#database.product.findMany({ select: { slug: true }, orderBy, take: most });
    return found.map(({ slug }) => slug);
  }

  /** All products, the first or smallest first. */
  async keysBy(column: 'name' | 'price' | 'changed'): Promise<Int32Array> {
    const orderBy = {
      name: [{ sortName: 'asc' }, { key: 'asc' }],
      price: [{ priceFrom: 'asc' }, { priceTo: 'asc' }, { sortName: 'asc' }, { key: 'asc' }],
      changed: [{ updatedAt: 'asc' }, { key: 'asc' }],
    } as const;
    const found = await this.#database.product.findMany({
      select: { key: true },
      orderBy: [...orderBy[column]],
    });
    return Int32Array.from(found, ({ key }) => key);
  }

  /** The products of these APIs, of this owner or another, and that such people see. */
  async keysThat({ apiKeys, owner, visibility }: ProductFilter): Promise<Int32Array> {
    const found = await this.#database.product.findMany({
      where: {
        ...(apiKeys && { operation: { apiKey: { in: apiKeys } } }),
        ...(owner &&
          ('is' in owner ? { file: owner.is } : { OR: [{ file: null }, { file: { not: owner.not } }] })),
        ...(visibility !== undefined && { visibility }),
      },
      select: { key: true },
    });
    return Int32Array.from(found, ({ key }) => key);
  }

  /** As lists of operators show them, by key. */
  async listed(keys: number[]) {
    const found = await this.#database.product.findMany({
      where: { key: { in: keys } },
      select: {
        ...{ key: true, id: true, slug: true, name: true, status: true, priceFrom: true, priceTo: true },
        ...{ file: true, visibility: true, archivedAt: true, updatedAt: true },
      },
    });
    return new Map(found.map(({ key, ...product }) => [key, product]));
  }

  /** Of products and APIs with this folded name, at most so many each. */
  async slugsNamed(name: string, most: number): Promise<string[]> {
    const named = { where: { sortName: { contains: name } }, select: { slug: true }, take: most };
    const found = await Promise.all([
      this.#database.product.findMany(named),
      this.#database.api.findMany(named),
    ]);
    return found.flat().map(({ slug }) => slug);
  }

  /** Products that are no longer offered. */
  async archivedKeys(): Promise<number[]> {
    const where = { archivedAt: { not: null } };
    const orderBy = { archivedAt: 'desc' } as const;
    const found = await this.#database.product.findMany({ where, select: { key: true }, orderBy });
    return found.map(({ key }) => key);
  }

  /** The products that the catalogue shows first, in their order, online or not. */
  async featured() {
    return this.#database.product.findMany({
      where: { featured: { not: null } },
      orderBy: [{ featured: 'asc' }, { key: 'asc' }],
      select: { slug: true, name: true, status: true, archivedAt: true, visibility: true },
    });
  }

  /** Of products that are not this owner's. */
  async onlineSlugs(owner: string): Promise<string[]> {
    const where = { status: 1, OR: [{ file: null }, { file: { not: owner } }] };
    const orderBy = { slug: 'asc' } as const;
    const found = await this.#database.product.findMany({ where, select: { slug: true }, orderBy });
    return found.map(({ slug }) => slug);
  }

  /** With those that were merged, whose slugs stand for others. */
  tags() {
    return this.#database.tag.findMany({ orderBy: { key: 'asc' } });
  }

  /** By kind and slug, such as `1 weather`: the slug of the tag into which it was merged. */
  async mergedTags(): Promise<ReadonlyMap<string, string>> {
    const merged = await this.#database.tag.findMany({ where: { mergedInto: { not: null } } });
    if (merged.length === 0) return new Map();
    const keys = merged.flatMap(({ mergedInto }) => mergedInto ?? []);
    const targets = await this.#database.tag.findMany({ where: { key: { in: keys } } });
    const slugOf = new Map(targets.map(({ key, slug }) => [key, slug]));
    return new Map(
      merged.map(({ kind, slug, mergedInto }) => [`${kind} ${slug}`, slugOf.get(mergedInto ?? 0) ?? slug]),
    );
  }

  /** How many products have each tag, by its key: all, and those that are online. */
  async countTagged(): Promise<{ all: Map<number, number>; online: Map<number, number> }> {
    const count = async (where: { product?: { status: number } }) => {
      const found = await this.#database.productTag.groupBy({
        by: ['tagKey'],
        where,
        _count: { productKey: true },
      });
      return new Map(found.map(({ tagKey, _count: { productKey } }) => [tagKey, productKey]));
    };
    const [all, online] = await Promise.all([count({}), count({ product: { status: 1 } })]);
    return { all, online };
  }

  async synonyms() {
    const stored = await this.#database.synonymGroup.findMany({ orderBy: { key: 'asc' } });
    return stored.map(({ file, phrases }) => ({ file, phrases: phrases.split('\n') }));
  }

  async findApi(slug: string): Promise<StoredApi | undefined> {
    const api = await this.#database.api.findUnique({ where: { slug }, include: { provider: true } });
    return api ? { ...api, provider: api.provider.slug } : undefined;
  }

  /** By slug. */
  apiFiles() {
    return this.#database.api.findMany({ select: { slug: true, file: true }, orderBy: { slug: 'asc' } });
  }

  async places(slugs: string[]): Promise<StoredPlace[]> {
    const found = await this.#database.apiOperation.findMany({
      where: { product: { slug: { in: slugs } } },
      select: {
        groupIndex: true,
        position: true,
        product: { select: { slug: true } },
        api: { select: { slug: true } },
      },
    });
    return found.map(({ product, api, ...place }) => ({ slug: product.slug, api: api.slug, ...place }));
  }

  /** In their order. */
  async operationsOf(api: string): Promise<{ slug: string; groupIndex: number }[]> {
    const found = await this.#database.apiOperation.findMany({
      where: { api: { slug: api } },
      select: { groupIndex: true, product: { select: { slug: true } } },
      orderBy: { position: 'asc' },
    });
    return found.map(({ product, groupIndex }) => ({ slug: product.slug, groupIndex }));
  }
}

type FoundPlan = Pick<PendingVersion, 'versionKey' | 'priceFrom' | 'priceTo' | 'effectiveAt'> & {
  state: number;
  version: { document: string };
};

/** Its moment has passed, and no portal has written that down yet. */
function isInForce({ state, effectiveAt }: FoundPlan): boolean {
  return state === planNumbers.announced && effectiveAt.getTime() <= Date.now();
}

/** What differs from the row of the product, and what is to follow. */
function versionsOf(
  plan: FoundPlan | undefined,
): Partial<Omit<PendingVersion, 'effectiveAt' | 'waits'>> & { pending: PendingVersion | null } {
  if (!plan) return { pending: null };
  const { versionKey, priceFrom, priceTo, effectiveAt, state, version } = plan;
  const { document } = version;
  if (isInForce(plan)) return { ...{ versionKey, priceFrom, priceTo, document }, pending: null };
  const waits = state === planNumbers.waiting;
  return { pending: { versionKey, priceFrom, priceTo, effectiveAt, waits, document } };
}

/** A version that is announced or waits for approval. */
export interface PendingVersion {
  versionKey: number;
  priceFrom: number;
  priceTo: number;
  effectiveAt: Date;
  /** Whether it waits for approval. */
  waits: boolean;
  /** The template as JSON. */
  document: string;
}

/** A product as it was published once. */
interface ReleasedProduct {
  number: number;
  name: string;
  /** JSON: array of {title, text}. */
  introduction: string;
  /** JSON. Left out: none. */
  searchWords?: string | undefined;
  doc: string;
  /** Ordered. */
  tags: { kind: number; slug: string }[];
  /** The template as JSON. */
  document: string;
}

export interface StoredRelease extends ReleasedProduct {
  file: string | null;
  publishedAt: Date;
  authorKind: string;
  authorId: string | null;
  reason: string | null;
  previous: ReleasedProduct | null;
}

export interface StoredProduct {
  id: string;
  slug: string;
  name: string;
  status: number;
  /** Who sees it: 0 everyone. */
  visibility: number;
  /** 1 if its calls need approval. */
  approval: number;
  /** The slug of the page that accounts have to accept. */
  terms: string | null;
  priceFrom: number;
  priceTo: number;
  /** JSON: array of {title, text}. */
  introduction: string;
  /** JSON: words that only the search reads. Left out: none. */
  searchWords?: string | undefined;
  doc: string;
  /** The file and document from which it was published; null in old rows. */
  file: string | null;
  source: string | null;
  /** Since when it is in the archive. */
  archivedAt: Date | null;
  /** 1 if it was ever online. */
  wasOnline: number;
  /** Ordered. */
  tags: { kind: number; slug: string }[];
  versionKey: number;
  /** The template as JSON. */
  document: string;
  /** What is to follow. */
  pending: PendingVersion | null;
}

interface StoredApi {
  slug: string;
  name: string;
  version: string | null;
  /** The slug of its tag. */
  provider: string;
  url: string | null;
  summary: string | null;
  doc: string;
  groups: string;
  file: string;
  source: string | null;
}

/** The place of a product in an API, by slugs. */
interface StoredPlace {
  slug: string;
  api: string;
  groupIndex: number;
  position: number;
}
