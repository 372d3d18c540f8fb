export interface StoredTag {
  kind: number;
  slug: string;
  name: string;
  icon: string | null;
  url: string | null;
  description: string | null;
}

export interface StoredProduct {
  slug: string;
  name: string;
  status: number;
  priceFrom: number;
  priceTo: number;
  /** JSON: array of {title, text}. */
  introduction: string;
  doc: string;
  /** The file and the document that it was published from; null in rows of before it was kept. */
  file: string | null;
  source: string | null;
  /** In their order. */
  tags: { kind: number; slug: string }[];
  /** The template as JSON. */
  document: string;
}

export interface StoredApi {
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

/** Where a product stands in an API, both by their slugs. */
export interface StoredPlace {
  slug: string;
  api: string;
  groupIndex: number;
  position: number;
}

/** Reads what is published as it is compared with what is to be published. */
export interface Publications {
  hasProducts(): Promise<boolean>;
  products(slugs: string[]): Promise<StoredProduct[]>;
  /** At most so many, online or not. */
  productSlugs(most: number): Promise<string[]>;
  onlineSlugs(): Promise<string[]>;
  tags(): Promise<StoredTag[]>;
  synonyms(): Promise<{ file: string | null; phrases: string[] }[]>;
  findApi(slug: string): Promise<StoredApi | undefined>;
  /** By slug. */
  apiFiles(): Promise<{ slug: string; file: string }[]>;
  places(slugs: string[]): Promise<StoredPlace[]>;
  /** The slugs of the products of an API. */
  operationsOf(api: string): Promise<string[]>;
}
