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
import type { ListQuery } from '../../catalogue/list-query.ts';
import { mayBeStored, statement, type Statement } from '../statement.ts';
import type { CatalogueReader, JoinedTexts, Now } from './catalogue-reader.ts';
import { findApiKeys, findEntryKeys } from './order-entries.ts';
import {
  countTags,
  findProductKeys,
  type PlannedFilter,
  tagChoices,
  type SearchPlan,
} from './order-products.ts';
import { planSearch } from './plan-search.ts';
import { findDeprecated, readVocabulary } from './search-words.ts';
import { type KnownWords, nearestSearches } from './understand-search.ts';

const mib = 1024 * 1024;
const recordFields = { key: true, id: true, slug: true, status: true, versionKey: true };
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
  }

  async findProduct(by: 'id' | 'slug' | 'template', name: string): Promise<ProductRecord | undefined> {
    if (!mayBeStored(name)) return undefined;
    const { product } = this.#database;
    if (by === 'id')
      return (await product.findUnique({ where: { id: name }, select: recordFields })) ?? undefined;
    if (by === 'slug')
      return (await product.findUnique({ where: { slug: name }, select: recordFields })) ?? undefined;
    const where = { version: { template: { id: name } } };
    return (await product.findFirst({ where, orderBy: { key: 'asc' }, select: recordFields })) ?? undefined;
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

  /** The same with each API as one entry with a negative key. A search lists the APIs that it names first. */
  async entryKeys(filter: ListFilter): Promise<Int32Array> {
    const planned = await this.#plan(filter);
    if (!planned) return new Int32Array();
    if (filter.q === undefined) return findEntryKeys(this.#reader, planned);
    const apis = await findApiKeys(this.#reader, planned);
    const products = await findProductKeys(this.#reader, planned);
    const entries = new Int32Array(apis.length + products.length);
    entries.set(apis);
    entries.set(products, apis.length);
    return entries;
  }

  /** How a search of online products was understood. */
  async readingOf(q: string): Promise<SearchReading> {
    const search = await this.#search(q, '1');
    return search.kind === 'words'
      ? { readAs: search.readAs, marks: search.marks }
      : { readAs: undefined, marks: [] };
  }

  /** Searches that are most like one that finds nothing. */
  async nearestSearches(q: string): Promise<string[]> {
    return nearestSearches(this.#reader, q, await this.#knownWords());
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
  async entryTexts(keys: readonly number[]): Promise<string> {
    return readEntryTexts(this.#reader, keys);
  }

  async findApi(slug: string) {
    if (!mayBeStored(slug)) return undefined;
    const api = await this.#database.api.findUnique({ where: { slug }, include: { provider: true } });
    return api ?? undefined;
  }

  /** In the order of the API. */
  async readOperations(apiKey: number): Promise<OperationRow[]> {
    return this.#reader.all(findOperations, apiKey);
  }

  /** Undefined for a product without an API. */
  findPlace(productKey: number) {
    return findPlace(this.#database, productKey);
  }

  /** Of products by their keys, in this order. */
  async productSlugs(keys: readonly number[]): Promise<string[]> {
    return keys.length === 0 ? [] : (await readProductSlugs(this.#reader, keys)).split(',');
  }

  /** By name. */
  async onlineApiSlugs(): Promise<string[]> {
    const where = { operations: { gt: 0 } };
    const apis = await this.#database.api.findMany({ where, orderBy: [...byName], select: { slug: true } });
    return apis.map(({ slug }) => slug);
  }

  readNames(ids: string[]) {
    const select = { id: true, slug: true, name: true };
    return this.#database.product.findMany({ where: { id: { in: ids } }, select });
  }

  /** Of the online products whose server begins with this text. */
  cheapestAt(server: string, most: number) {
    return this.#database.product.findMany({
      where: { status: 1, version: { document: { startsWith: `{"server":{"url":"${server}` } } },
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
  }

  async #plan(filter: ListFilter): Promise<PlannedFilter | undefined> {
    const slugs = filter.tag;
    if (!slugs.every(mayBeStored)) return undefined;
    const tags =
      slugs.length === 0 ? [] : await this.#database.tag.findMany({ where: { slug: { in: [...slugs] } } });
    const choices = tagChoices(slugs, tags);
    if (choices === null) return undefined;
    const search = filter.q === undefined ? undefined : await this.#search(filter.q, filter.status);
    return { ...filter, search, choices };
  }

  #search(q: string, status: ListFilter['status']): SearchPlan | Promise<SearchPlan> {
    return this.#searches.getOrMake(`${status} ${q}`, async () =>
      planSearch(this.#reader, q, await this.#knownWords(), status),
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

/** Enough of an introduction for the excerpt of a row. */
const readLength = 600;

/** The online operations of an API in its order, in one statement. */
const findOperations = statement<OperationRow>(
  `SELECT o.groupIndex, p.slug, p.name, p.priceFrom, p.priceTo,
          p.key IN (SELECT d.key FROM Product d WHERE d.status = 1 AND d.deprecated = 1) AS deprecated,
          substr(json_extract(p.introduction, '$[0].text'), 1, ${readLength}) AS text
     FROM ApiOperation o CROSS JOIN Product p ON p.key = o.productKey
    WHERE o.apiKey = ? AND p.status = 1
    ORDER BY o.groupIndex, o.position, o.productKey`,
  `SELECT o.groupIndex, p.slug, p.name, p.priceFrom, p.priceTo, p.deprecated,
          substr(p.introduction::json -> 0 ->> 'text', 1, ${readLength}) AS text
     FROM ApiOperation o JOIN Product p ON p.key = o.productKey
    WHERE o.apiKey = ? AND p.status = 1
    ORDER BY o.groupIndex, o.position, o.productKey`,
);

export async function findPlace(database: PrismaClient, productKey: number): Promise<PlaceRow | undefined> {
  const place = await database.apiOperation.findUnique({
    where: { productKey },
    include: { api: { select: { key: true, slug: true, name: true, groups: true } } },
  });
  if (!place) return undefined;
  const { api, groupIndex, position } = place;
  const beside = async (isNext: boolean) => {
    const found = await database.apiOperation.findFirst({
      where: {
        apiKey: api.key,
        position: isNext ? { gt: position } : { lt: position },
        product: { status: 1 },
      },
      orderBy: { position: isNext ? 'asc' : 'desc' },
      select: { product: { select: { slug: true, name: true } } },
    });
    return found?.product ?? null;
  };
  const [previous, next] = await Promise.all([beside(false), beside(true)]);
  return { api, groupIndex, previous, next };
}

// Products and entries as JSON, joined by the database.

const sqliteKeys = 'json_each(?) k';
/** With the number of the page that wants each: PostgreSQL reads several at once. */
const postgresKeys = 'unnest(?::integer[], ?::integer[]) WITH ORDINALITY k(value, page, key)';
const withoutEnd = 'substr(p.card, 1, length(p.card) - 1)';

function productsAs(sqlite: string, postgres = sqlite): Statement<JoinedTexts> {
  return statement(
    `SELECT 0 AS page, group_concat(${sqlite}, ',' ORDER BY k.key) AS text
       FROM ${sqliteKeys} CROSS JOIN Product p ON p.key = k.value`,
    `SELECT k.page, string_agg(${postgres}, ',' ORDER BY k.key) AS text
       FROM ${postgresKeys} JOIN Product p ON p.key = k.value GROUP BY k.page`,
  );
}

const cards = productsAs('p.card');
const slugs = productsAs('p.slug');
const whole = productsAs(
  `${withoutEnd} || ',"doc":' || json_quote(p.doc) || '}'`,
  `${withoutEnd} || ',"doc":' || to_json(p.doc)::text || '}'`,
);

const entryAs = (api: string) =>
  `CASE WHEN a.key IS NOT NULL THEN a.card
        WHEN b.key IS NULL THEN p.card
        ELSE ${withoutEnd} || ',"api":' || ${api} || '}' END, ',' ORDER BY k.key`;
const entriesOf = (keys: string) =>
  `FROM ${keys}
   LEFT JOIN Product p ON p.key = k.value
   LEFT JOIN ApiOperation o ON o.productKey = k.value
   LEFT JOIN Api b ON b.key = o.apiKey
   LEFT JOIN Api a ON a.key = -k.value`;
const entries = statement<JoinedTexts>(
  `SELECT 0 AS page, group_concat(${entryAs("json_object('slug', b.slug, 'name', b.name)")}) AS text
     ${entriesOf(sqliteKeys)}`,
  `SELECT k.page, string_agg(${entryAs("json_build_object('slug', b.slug, 'name', b.name)::text")}) AS text
     ${entriesOf(postgresKeys)} GROUP BY k.page`,
);

function readProductTexts(
  reader: CatalogueReader,
  keys: readonly number[],
  view?: ListQuery['view'],
): Now<string> {
  return reader.joinTexts(view === 'card' ? cards : whole, keys);
}

/** With commas, which no slug has. */
function readProductSlugs(reader: CatalogueReader, keys: readonly number[]): Now<string> {
  return reader.joinTexts(slugs, keys);
}

function readEntryTexts(reader: CatalogueReader, keys: readonly number[]): Now<string> {
  return reader.joinTexts(entries, keys);
}
