import type { ProductVersions } from '../../../lib/product/planned-version.ts';
import type { CatalogueOrder } from '../../../lib/face/face.ts';
import type { Audience } from './audience.ts';
import type { ListQuery } from './list-query.ts';

/** What decides products and order: the part of a query without the page, and who asks. */
export interface ListFilter extends Pick<ListQuery, 'type' | 'tag' | 'q' | 'sort' | 'status'> {
  audience: Audience;
  /** The order where no other and no search is asked for; by name, if absent. */
  usual?: CatalogueOrder;
}

/** The product of a name. Its texts are read separately. */
export interface ProductRecord extends ProductVersions {
  key: number;
  id: string;
  slug: string;
  status: number;
  /** Since when it is no longer offered. */
  archivedAt: Date | null;
  /** Who sees it: 0 everyone. */
  visibility: number;
  /** 1 if its calls need approval. */
  approval: number;
  /** The page that an account has to accept before it calls it. */
  terms: TermsRecord | null;
}

/** The terms of a product. */
export interface TermsRecord {
  key: number;
  slug: string;
  title: string;
  /** Of its last version. */
  number: number;
  /** The version from which on one that was accepted will do. */
  needed: number;
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

/** An online product of an API. */
export interface OperationRow {
  key: number;
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
  api: { key: number; slug: string; name: string; groups: string };
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
