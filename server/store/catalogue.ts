import type { ListQuery } from '../products/list-query.ts';

/** What decides which products a list has and in which order; the page decides only which part of it is shown. */
export type ListFilter = Pick<ListQuery, 'type' | 'tag' | 'q' | 'sort' | 'status'>;

/** What a product's name stands for. Its texts are read where they are answered. */
export interface ProductRecord {
  key: number;
  id: string;
  slug: string;
  status: number;
  versionKey: number;
}

/** Never changes once it is published. */
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
  /** The beginning of its introduction. */
  text: string | null;
}

export interface ProductName {
  id: string;
  slug: string;
  name: string;
}

type Neighbour = Pick<ProductName, 'slug' | 'name'> | null;

/** Where a product stands in its API, and the online products beside it. */
export interface PlaceRow {
  api: { slug: string; name: string; groups: string };
  groupIndex: number;
  previous: Neighbour;
  next: Neighbour;
}

/** Reads what is published. */
export interface Catalogue {
  findProduct(by: 'id' | 'slug' | 'template', name: string): Promise<ProductRecord | undefined>;
  readVersion(key: number): Promise<VersionRow>;
  hasVersion(templateKey: number, hash: string): Promise<boolean>;
  /** The keys of all products that match, in an order that is total. */
  productKeys(filter: ListFilter): Promise<Int32Array>;
  /** The same where an API is one entry with a negative key; a search has the APIs that it names first. */
  entryKeys(filter: ListFilter): Promise<Int32Array>;
  /** The search with its misspelt words corrected, where products are found by that, too. */
  readAs(q: string): Promise<string | undefined>;
  /** How many products of a list carry each tag. The counts of a kind leave its own choice aside. */
  countTags(filter: ListFilter): Promise<TagCount[]>;
  readTags(keys: number[]): Promise<TagRow[]>;
  /** The products of these keys in their order, as the members of a JSON array. */
  productTexts(keys: readonly number[], view?: ListQuery['view']): string;
  /** The same of entries: a product names the API that it is of. */
  entryTexts(keys: readonly number[]): string;
  findApi(slug: string): Promise<ApiRow | undefined>;
  /** In the order of the API. */
  readOperations(apiKey: number): OperationRow[];
  /** Undefined for a product that stands by itself. */
  findPlace(productKey: number): Promise<PlaceRow | undefined>;
  /** Online ones by name. */
  onlineSlugs(most: number): Promise<string[]>;
  onlineApiSlugs(): Promise<string[]>;
  readNames(ids: string[]): Promise<ProductName[]>;
  /** Of the online products whose server begins so. */
  cheapestAt(server: string, most: number): Promise<Pick<ProductRecord, 'slug' | 'versionKey'>[]>;
  /** Whether a migration has left search texts to be written anew. */
  hasStaleTexts(): Promise<boolean>;
  /** Forgets what it remembers of what was published. */
  forget(): void;
}
