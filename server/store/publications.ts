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
  /** The file and document from which it was published; null in old rows. */
  file: string | null;
  source: string | null;
  /** Ordered. */
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

/** The place of a product in an API, by slugs. */
export interface StoredPlace {
  slug: string;
  api: string;
  groupIndex: number;
  position: number;
}

/** Reads published data to compare it with a new catalogue. */
export interface Publications {
  hasProducts(): Promise<boolean>;
  products(slugs: string[]): Promise<StoredProduct[]>;
  /** At most this many, online or not. */
  productSlugs(most: number): Promise<string[]>;
  onlineSlugs(): Promise<string[]>;
  tags(): Promise<StoredTag[]>;
  synonyms(): Promise<{ file: string | null; phrases: string[] }[]>;
  findApi(slug: string): Promise<StoredApi | undefined>;
  /** By slug. */
  apiFiles(): Promise<{ slug: string; file: string }[]>;
  places(slugs: string[]): Promise<StoredPlace[]>;
  operationsOf(api: string): Promise<string[]>;
}
