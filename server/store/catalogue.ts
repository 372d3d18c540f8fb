import type { ListQuery } from '../products/list-query.ts';

/** The part of a query that decides products and order, without the page. */
export type ListFilter = Pick<ListQuery, 'type' | 'tag' | 'q' | 'sort' | 'status'>;

/** The product of a name. Its texts are read separately. */
export interface ProductRecord {
  key: number;
  id: string;
  slug: string;
  status: number;
  versionKey: number;
}

/** Never changes after its publication. */
export interface VersionRow {
  templateKey: number;
  hash: string;
  /** The template as JSON. */
  document: string;
}

export interface TagRow {
  key: number;
  kind: number;
  slug: string;
  name: string;
  icon: string | null;
  url: string | null;
}

export interface TagCount {
  tagKey: number;
  count: number;
}

export interface ApiRow {
  key: number;
  slug: string;
  name: string;
  version: string | null;
  url: string | null;
  summary: string | null;
  doc: string;
  /** JSON: array of {name, description}. */
  groups: string;
  priceFrom: number;
  priceTo: number;
  deprecated: number;
  provider: TagRow;
}

/** An online product of an API. */
export interface OperationRow {
  groupIndex: number;
  slug: string;
  name: string;
  priceFrom: number;
  priceTo: number;
  deprecated: number;
  /** The start of its introduction. */
  text: string | null;
}

export interface ProductName {
  id: string;
  slug: string;
  name: string;
}

type Neighbour = Pick<ProductName, 'slug' | 'name'> | null;

/** The place of a product in its API, and its neighbours that are online. */
export interface PlaceRow {
  api: { slug: string; name: string; groups: string };
  groupIndex: number;
  previous: Neighbour;
  next: Neighbour;
}

export interface SearchReading {
  /** The search with its misspelt words mended. */
  readAs: string | undefined;
  /** The words that results may have of it, the surest first. */
  marks: string[];
}

export interface Catalogue {
  findProduct(by: 'id' | 'slug' | 'template', name: string): Promise<ProductRecord | undefined>;
  readVersion(key: number): Promise<VersionRow>;
  hasVersion(templateKey: number, hash: string): Promise<boolean>;
  /** The keys of all matching products in a total order. */
  productKeys(filter: ListFilter): Promise<Int32Array>;
  /** The same with each API as one entry with a negative key. A search lists the APIs that it names first. */
  entryKeys(filter: ListFilter): Promise<Int32Array>;
  /** How a search of online products was understood. */
  readingOf(q: string): Promise<SearchReading>;
  /** Words of the catalogue that are most like those of a search that finds nothing. */
  nearestWords(q: string): Promise<string[]>;
  /** The number of products by tag. The counts of a kind ignore its own selection. */
  countTags(filter: ListFilter): Promise<TagCount[]>;
  readTags(keys: number[]): Promise<TagRow[]>;
  /** Products by their keys, in this order, as items of a JSON array. */
  productTexts(keys: readonly number[], view?: ListQuery['view']): Promise<string>;
  /** The same for entries. A product names its API. */
  entryTexts(keys: readonly number[]): Promise<string>;
  findApi(slug: string): Promise<ApiRow | undefined>;
  /** In the order of the API. */
  readOperations(apiKey: number): Promise<OperationRow[]>;
  /** Undefined for a product without an API. */
  findPlace(productKey: number): Promise<PlaceRow | undefined>;
  /** Of products by their keys, in this order. */
  productSlugs(keys: readonly number[]): Promise<string[]>;
  /** By name. */
  onlineApiSlugs(): Promise<string[]>;
  readNames(ids: string[]): Promise<ProductName[]>;
  /** Of the online products whose server begins with this text. */
  cheapestAt(server: string, most: number): Promise<Pick<ProductRecord, 'slug' | 'versionKey'>[]>;
  /** Whether search texts must be rebuilt after a migration. */
  hasStaleTexts(): Promise<boolean>;
  /** Drops its caches after a publication. */
  forget(): void;
}
