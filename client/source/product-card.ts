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
