import { kindNumbers } from '../../../../lib/product/tag-kinds.ts';
import type { Vocabulary } from '../../../../lib/search/mend-word.ts';
import { Families } from '../../../../lib/search/search-terms.ts';
import type { PrismaClient } from '../../../../prisma/generated/sqlite/client.ts';
import { Cache } from '../../../cache.ts';
import type {
  ListFilter,
  OperationRow,
  ProductRecord,
  SearchReading,
  TagCount,
  PlaceRow,
} from '../../catalogue/catalogue.ts';
import { type Audience, readRestricted, type Restricted, sightOf } from '../../catalogue/audience.ts';
import { type Coming, readComing } from '../../catalogue/read-coming.ts';
import type { ListQuery } from '../../catalogue/list-query.ts';
import { allOperations, apiSeen, cardSeen, groupsSeen, placesOfGroups } from './seen-api.ts';
import { mayBeStored } from '../statement.ts';
import type { CatalogueReader } from './catalogue-reader.ts';
import { tagsInUse } from './current-tags.ts';
import {
  findOperations,
  findPlace,
  readEntryTexts,
  readProductSlugs,
  readProductTexts,
} from './catalogue-texts.ts';
import { featuredFirst, findApiKeys, findEntryKeys, findFeatured } from './order-entries.ts';
import {
  countTags,
  findProductKeys,
  type PlannedFilter,
  tagChoices,
  type SearchPlan,
  type View,
} from './order-products.ts';
import { planSearch } from './plan-search.ts';
import { findDeprecated, readVocabulary } from './search-words.ts';
import { type KnownWords, nearestSearches } from './understand-search.ts';

const mib = 1024 * 1024;
const termsFields = { key: true, slug: true, title: true, number: true, needed: true };
const recordFields = {
  ...{ key: true, id: true, slug: true, status: true, archivedAt: true, versionKey: true, approval: true },
  terms: { select: { page: { select: termsFields } } },
};
const byName = [{ sortName: 'asc' }, { id: 'asc' }] as const;

/** The reader of an engine serves searches, orders and page texts; Prisma serves the rest. */
export class Catalogue {
  readonly #database: PrismaClient;
  readonly #reader: CatalogueReader;
  readonly #searches: Cache<string, SearchPlan>;
  readonly #families: Cache<'all', Families>;
  readonly #vocabulary: Cache<'all', Vocabulary | 'too many'>;
  readonly #counts: Cache<string, number>;
  readonly #lists: Cache<string, Int32Array>;
  readonly #names: Cache<number, readonly string[]>;
  readonly #deprecated: Cache<'all', ReadonlySet<number>>;
  readonly #restricted: Cache<'all', readonly Restricted[]>;
  readonly #coming: Cache<'all', ReadonlyMap<number, Coming>>;
  readonly #views: Cache<string, View>;

  /** `keep`: whether searches, and what is known of words, are cached until a publication. */
  constructor(reader: CatalogueReader, database: PrismaClient, keep: boolean) {
    this.#database = database;
    this.#reader = reader;
    this.#searches = new Cache<string, SearchPlan>({ bytes: 8 * mib, bytesOf: bytesOfPlan }, keep);
    this.#families = new Cache<'all', Families>({ bytes: mib, bytesOf: () => 1 }, keep);
    this.#vocabulary = new Cache<'all', Vocabulary | 'too many'>({ bytes: mib, bytesOf: () => 1 }, keep);
    this.#counts = new Cache<string, number>({ bytes: mib, bytesOf: () => 64 }, keep);
    const bytesOf = (keys: Int32Array) => keys.byteLength + 128;
    this.#lists = new Cache<string, Int32Array>({ bytes: 8 * mib, bytesOf }, keep);
    this.#names = new Cache<number, readonly string[]>(
      { bytes: 4 * mib, bytesOf: (stems) => 48 * stems.length + 64 },
      keep,
    );
    this.#deprecated = new Cache<'all', ReadonlySet<number>>({ bytes: mib, bytesOf: () => 1 }, keep);
    this.#restricted = new Cache<'all', readonly Restricted[]>({ bytes: mib, bytesOf: () => 1 }, keep);
    this.#coming = new Cache<'all', ReadonlyMap<number, Coming>>({ bytes: mib, bytesOf: () => 1 }, keep);
    this.#views = new Cache<string, View>({ bytes: 8 * mib, bytesOf: bytesOfView }, keep);
  }

  /** Whoever may see it: `findProduct` of the products knows who does. */
  async findProduct(by: 'id' | 'slug' | 'template', name: string): Promise<ProductRecord | undefined> {
    if (!mayBeStored(name)) return undefined;
    const { product } = this.#database;
    const where = by === 'template' ? { version: { template: { id: name } } } : { [by]: name };
    const found = await product.findFirst({ where, orderBy: { key: 'asc' }, select: recordFields });
    if (!found) return undefined;
    // Its column comes after the long texts of a row.
    const one = (await this.restricted()).find(({ key }) => key === found.key);
    const next = (await this.planned()).get(found.key);
    return {
      ...{ ...found, terms: found.terms?.page ?? null, visibility: one?.visibility ?? 0 },
      ...{ nextVersionKey: next?.versionKey ?? null, nextAt: next?.at ?? null },
    };
  }

  /** The versions that are announced, by the keys of their products. */
  async planned(): Promise<ReadonlyMap<number, Coming>> {
    return this.#coming.getOrMake('all', () => readComing(this.#database));
  }

  /** The products that not everyone sees. */
  async restricted(): Promise<readonly Restricted[]> {
    return this.#restricted.getOrMake('all', () => readRestricted(this.#database));
  }

  /** The keys of products for chosen accounts that an account sees. */
  async grantsOf(accountId: string): Promise<number[]> {
    const found = await this.#database.productGrant.findMany({
      where: { account: { id: accountId } },
      select: { productKey: true },
    });
    return found.map(({ productKey }) => productKey);
  }

  readVersion(key: number) {
    return this.#database.templateVersion.findUniqueOrThrow({ where: { key } });
  }

  async hasVersion(templateKey: number, hash: string): Promise<boolean> {
    return (await this.#database.templateVersion.count({ where: { templateKey, hash } })) > 0;
  }

  /** The keys of all matching products in a total order. */
  async productKeys(filter: ListFilter): Promise<Int32Array> {
    const planned = await this.#plan(filter);
    return planned ? findProductKeys(this.#reader, planned) : new Int32Array();
  }

  /** The same with each API as one entry with a negative key. Featured products come first, in a search the APIs that it names. */
  async entryKeys(filter: ListFilter): Promise<Int32Array> {
    const planned = await this.#plan(filter);
    if (!planned) return new Int32Array();
    if (filter.q === undefined) {
      const entries = await findEntryKeys(this.#reader, planned);
      return filter.sort === undefined
        ? featuredFirst(await findFeatured(this.#reader, planned), entries)
        : entries;
    }
    const apis = await findApiKeys(this.#reader, planned);
    const products = await findProductKeys(this.#reader, planned);
    const entries = new Int32Array(apis.length + products.length);
    entries.set(apis);
    entries.set(products, apis.length);
    return entries;
  }

  /** How a search of online products was understood. */
  async readingOf(q: string, audience: Audience): Promise<SearchReading> {
    const search = await this.#search(q, '1', await this.#viewOf(audience));
    return search.kind === 'words'
      ? { readAs: search.readAs, marks: search.marks }
      : { readAs: undefined, marks: [] };
  }

  /** Searches that are most like one that finds nothing. */
  async nearestSearches(q: string, audience: Audience): Promise<string[]> {
    return nearestSearches(this.#reader, q, await this.#knownWords(), await this.#viewOf(audience));
  }

  /** Kinds without a selection are counted together; a kind with one is counted without it. */
  async countTags(filter: ListFilter): Promise<TagCount[]> {
    const planned = await this.#plan(filter);
    if (!planned) return [];
    const { choices } = planned;
    const chosen = kindNumbers.filter((kind) => choices.some((choice) => choice.kinds.has(kind)));
    const free = kindNumbers.filter((kind) => !chosen.includes(kind));
    const others = (kind: number) => choices.filter((choice) => !choice.kinds.has(kind));
    const counts = await countTags(this.#reader, free, planned);
    for (const kind of chosen)
      counts.push(...(await countTags(this.#reader, [kind], { ...planned, choices: others(kind) })));
    return counts;
  }

  readTags(keys: number[]) {
    return this.#database.tag.findMany({ where: { key: { in: keys } } });
  }

  /** Products by their keys, in this order, as items of a JSON array. */
  async productTexts(keys: readonly number[], view?: ListQuery['view']): Promise<string> {
    return readProductTexts(this.#reader, keys, view);
  }

  /** The same for entries. A product names its API. */
  async entryTexts(keys: readonly number[], audience: Audience): Promise<string> {
    const view = await this.#viewOf(audience);
    const apis = keys.flatMap((key) => (key < 0 ? -key : []));
    const own = view.extra.length === 0 ? [] : await this.#apisOfExtra(apis, view);
    if (own.length === 0) return readEntryTexts(this.#reader, keys);
    const texts = keys.map(async (key) =>
      own.includes(-key) ? this.#apiCard(-key, view) : readEntryTexts(this.#reader, [key]),
    );
    return (await Promise.all(texts)).join(',');
  }

  /** Undefined if the audience sees none of its operations. */
  async findApi(slug: string, audience: Audience) {
    if (!mayBeStored(slug)) return undefined;
    const api = await this.#database.api.findUnique({ where: { slug }, include: { provider: true } });
    if (!api) return undefined;
    const view = await this.#viewOf(audience);
    if (view.hidden.size === 0 && view.extra.length === 0) return api;
    return apiSeen(api, await this.#reader.all(allOperations, api.key), view);
  }

  /** Those that are online, in the order of the API. */
  async readOperations(apiKey: number, audience: Audience): Promise<OperationRow[]> {
    const view = await this.#viewOf(audience);
    const operations = await this.#reader.all(findOperations, apiKey);
    if (view.hidden.size === 0) return operations;
    const placeOf = placesOfGroups(await this.#reader.all(allOperations, apiKey), view);
    return operations
      .filter(({ key }) => !view.hidden.has(key))
      .map((one) => ({ ...one, groupIndex: placeOf(one.groupIndex) }));
  }

  /** Undefined for a product without an API. */
  async findPlace(productKey: number, audience: Audience): Promise<PlaceRow | undefined> {
    const found = await findPlace(this.#database, productKey, audience);
    const view = await this.#viewOf(audience);
    if (!found || view.hidden.size === 0) return found;
    const { api, groupIndex } = found;
    const operations = await this.#reader.all(allOperations, api.key);
    const seen = { ...api, groups: groupsSeen(api.groups, operations, view) };
    return { ...found, api: seen, groupIndex: placesOfGroups(operations, view)(groupIndex) };
  }

  /** Those of these APIs that are another for this audience than for guests. */
  async #apisOfExtra(apiKeys: number[], { extra }: View): Promise<number[]> {
    const seen = new Set(extra);
    const found: number[] = [];
    for (const apiKey of apiKeys) {
      const operations = await this.#reader.all(allOperations, apiKey);
      if (operations.some(({ key }) => seen.has(key))) found.push(apiKey);
    }
    return found;
  }

  /** The API in a list, of the operations that an audience sees. */
  async #apiCard(apiKey: number, view: View): Promise<string> {
    const where = { key: apiKey };
    const { card } = await this.#database.api.findUniqueOrThrow({ where, select: { card: true } });
    return cardSeen(card, await this.#reader.all(allOperations, apiKey), view);
  }

  /** Of products by their keys, in this order. */
  async productSlugs(keys: readonly number[]): Promise<string[]> {
    return keys.length === 0 ? [] : (await readProductSlugs(this.#reader, keys)).split(',');
  }

  /** By name. */
  async onlineApiSlugs(audience: Audience): Promise<string[]> {
    const { extra } = await this.#viewOf(audience);
    const isListed = { operations: { gt: 0 } };
    const hasExtra = { products: { some: { product: { status: 1, key: { in: [...extra] } } } } };
    const where = extra.length === 0 ? isListed : { OR: [isListed, hasExtra] };
    const apis = await this.#database.api.findMany({ where, orderBy: [...byName], select: { slug: true } });
    return apis.map(({ slug }) => slug);
  }

  readNames(ids: string[]) {
    const select = { id: true, slug: true, name: true };
    return this.#database.product.findMany({ where: { id: { in: ids } }, select });
  }

  /** Of the online products that everyone sees, and whose server begins with this text. */
  cheapestAt(server: string, most: number) {
    return this.#database.product.findMany({
      where: {
        status: 1,
        visibility: 0,
        version: { document: { startsWith: `{"server":{"url":"${server}` } },
      },
      orderBy: [{ priceFrom: 'asc' }, { key: 'asc' }],
      take: most,
      select: { slug: true, versionKey: true },
    });
  }

  /** Whether search texts must be rebuilt after a migration. */
  async hasStaleTexts(): Promise<boolean> {
    return (await this.#database.staleProduct.findFirst()) !== null;
  }

  /** Drops its caches after a publication. */
  forget(): void {
    this.#searches.drop();
    this.#families.drop();
    this.#vocabulary.drop();
    this.#counts.drop();
    this.#lists.drop();
    this.#names.drop();
    this.#deprecated.drop();
    this.#restricted.drop();
    this.#coming.drop();
    this.#views.drop();
  }

  async #viewOf(audience: Audience): Promise<View> {
    return this.#views.getOrMake(audience.name, async () => ({
      ...sightOf(audience, await this.restricted()),
      prefix: audience.name === '' ? '' : `${audience.name} `,
    }));
  }

  async #plan(filter: ListFilter): Promise<PlannedFilter | undefined> {
    const slugs = filter.tag;
    if (!slugs.every(mayBeStored)) return undefined;
    const view = await this.#viewOf(filter.audience);
    const choices = tagChoices(
      slugs,
      slugs.length === 0 ? [] : await tagsInUse(this.#database, slugs, view.hidden),
    );
    if (choices === null) return undefined;
    const search = filter.q === undefined ? undefined : await this.#search(filter.q, filter.status, view);
    return { ...filter, search, choices, view };
  }

  /** The slugs of tags today: of those that were merged, and which the audience sees, the other one. */
  async currentSlugs(slugs: readonly string[], audience: Audience): Promise<string[]> {
    if (slugs.length === 0 || !slugs.every(mayBeStored)) return [...slugs];
    const { hidden } = await this.#viewOf(audience);
    const tags = await tagsInUse(this.#database, slugs, hidden);
    return [...new Set(slugs.map((slug) => tags.find((tag) => tag.slug === slug)?.current ?? slug))];
  }

  #search(q: string, status: ListFilter['status'], view: View): SearchPlan | Promise<SearchPlan> {
    return this.#searches.getOrMake(`${view.prefix}${status} ${q}`, async () =>
      planSearch(this.#reader, q, await this.#knownWords(), status, view),
    );
  }

  async #knownWords(): Promise<KnownWords> {
    const families = await this.#families.getOrMake('all', async () => {
      const groups = await this.#database.synonymGroup.findMany({ orderBy: { key: 'asc' } });
      return new Families(groups.map(({ phrases }) => phrases.split('\n')));
    });
    const vocabulary = () => this.#vocabulary.getOrMake('all', () => readVocabulary(this.#reader));
    const deprecated = () => this.#deprecated.getOrMake('all', () => findDeprecated(this.#reader));
    return { families, vocabulary, counts: this.#counts, lists: this.#lists, names: this.#names, deprecated };
  }
}

function bytesOfPlan(plan: SearchPlan): number {
  if (plan.kind === 'symbols') return 2 * plan.text.length + 256;
  const { keys, ...rest } = plan;
  return keys.byteLength + 2 * JSON.stringify(rest).length + 256;
}

function bytesOfView({ hidden, extra }: View): number {
  return 64 * hidden.size + 8 * extra.length + 256;
}
