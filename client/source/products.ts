import type { Input } from './input.ts';

/**
 * The products whose types are known. `farebox types SLUG…` writes a file that adds some:
 * `{ 'slug': { input: …; data: …; event: … } }`.
 */
export interface Products {}

/** A slug or an id of a product. */
export type Product = keyof Products | (string & {});

export type InputOf<Name> = Name extends keyof Products
  ? Products[Name] extends { input: infer Known }
    ? Known
    : Input
  : Input;

/** The JSON in the events of a stream. */
export type EventOf<Name> = Name extends keyof Products
  ? Products[Name] extends { event: infer Known }
    ? Known
    : unknown
  : unknown;

export type DataOf<Name> = Name extends keyof Products
  ? Products[Name] extends { data: infer Known }
    ? Known
    : unknown
  : unknown;

export interface Tag {
  id: string;
  slug: string;
  name: string;
  icon?: string | undefined;
  url?: string | undefined;
}

/** A product in the answer of `search`. */
export interface ProductCard {
  id: string;
  slug: string;
  name: string;
  /** The lowest and the highest price of a call, in credits. */
  price: { from: number; to: number };
  /** 0 = offline, 1 = online. */
  status: 0 | 1;
  /** The API advises against using it. */
  deprecated?: true | undefined;
  /** In Markdown. */
  description: { title: string; text: string }[];
  type: Tag;
  provider: Tag;
  abilities: Tag[];
  labels: Tag[];
  apiTemplateID: string;
}

export interface SearchResult {
  list: ProductCard[];
  /** Of all pages. */
  total: number;
}

/** What a call costs at most, from `quote`. */
export interface Quote {
  /** The most that the call can be charged. */
  credits: number;
  /** Signed. A call with it costs no more than `credits`. Absent if something is missing or invalid. */
  quote?: string | undefined;
  /** When the quote expires. */
  expiresAt?: string | undefined;
  /** The price line by line. Their sum is rounded up once. */
  breakdown: { label: string; text: string; credits: string }[];
  /** What each field adds to the price. */
  fields: { name: string; affectsPrice: boolean; adds: number | null }[];
  missing: QuoteFault[];
  /** Values that a call would refuse. */
  invalid: QuoteFault[];
  /** Fields that the product does not know: a call is refused. */
  ignored: string[];
}

export interface QuoteFault {
  /** A JSON pointer into the input. */
  pointer: string;
  detail: string;
}
