import { z } from 'zod';
import { kindNumbers } from '../../lib/product/tag-kinds.ts';
import { type OwnedProduct, ownerClaim, productOwner } from './product-owner.ts';

/** 1 api type, 2 provider, 3 capability, 4 label. */
export const tagKind = z.literal(kindNumbers);
export type TagKind = z.output<typeof tagKind>;

const publishedTag = z.strictObject({
  kind: tagKind,
  slug: z.string(),
  name: z.string(),
  icon: z.string().nullable(),
  url: z.string().nullable(),
  description: z.string().nullable(),
});

export type PublishedTag = z.output<typeof publishedTag>;

export const publishTagsPayload = z.strictObject({ tags: z.array(publishedTag) });

export interface PublishTagsResult {
  /** Tags that look different now: `refresh-products` brings the products of each up to date. */
  changed: number[];
}

/** Where it has no `owner`, that stays as it is. */
const publishedProduct = ownerClaim.extend({
  id: z.string(),
  name: z.string(),
  sortName: z.string(),
  /** 0 offline, 1 online; null leaves it as it is, and a new product offline. */
  status: z.literal([0, 1]).nullable(),
  priceFrom: z.int().min(0),
  priceTo: z.int().min(0),
  /** JSON: array of {title, text}. */
  introduction: z.string(),
  doc: z.string(),
  /** In their order; `publish-tags` has written them before. */
  tags: z.array(z.strictObject({ kind: tagKind, slug: z.string() })),
  template: z.strictObject({ id: z.string(), hash: z.string(), document: z.string() }),
});

export type PublishedProduct = z.output<typeof publishedProduct>;

export const publishPayload = z.strictObject({ products: z.array(publishedProduct), now: z.int() });

export type PublishPayload = z.output<typeof publishPayload>;

export interface PublishResult {
  /** In the order of the payload: the number of the template version that the product runs now. */
  products: { slug: string; created: boolean; version: number }[];
  /** Products that got another owner since: for these nothing of the payload was written. */
  taken?: OwnedProduct[];
}

export const ownProductsPayload = z.strictObject({ owners: z.array(ownerClaim.required({ owner: true })) });

export type OwnProductsPayload = z.output<typeof ownProductsPayload>;

export interface OwnProductsResult {
  /** Products that got another owner since: for these nothing of the payload was written. */
  taken?: OwnedProduct[];
}

const publishedApi = z.strictObject({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  sortName: z.string(),
  version: z.string().nullable(),
  /** A tag of kind 2, which `publish-tags` has written before. */
  provider: z.string(),
  url: z.string().nullable(),
  summary: z.string().nullable(),
  doc: z.string(),
  /** JSON: array of {name, description}. */
  groups: z.string(),
  owner: productOwner,
});

export type PublishedApi = z.output<typeof publishedApi>;

export const publishApiPayload = z.strictObject({ now: z.int(), api: publishedApi });

export const placeOperationsPayload = z.strictObject({
  places: z.array(
    z.strictObject({
      /** Of a product. */
      slug: z.string(),
      /** The slug of the API that it belongs to now; null where it belongs to none. */
      api: z.string().nullable(),
      groupIndex: z.int().min(0),
      position: z.int().min(0),
    }),
  ),
});

export type PlaceOperationsPayload = z.output<typeof placeOperationsPayload>;

export const removeApiPayload = z.strictObject({ slug: z.string() });

export const setStatusPayload = z.strictObject({
  slugs: z.array(z.string()),
  /** 0 offline, 1 online. */
  status: z.literal([0, 1]),
  now: z.int(),
});

export interface SetStatusResult {
  changed: string[];
  /** Slugs that no product has; the others were set all the same. */
  unknown: string[];
}

export const refreshProductsPayload = z.strictObject({
  tagKey: z.int(),
  /** Where the last run ended; 0 at first. */
  afterKey: z.int(),
});

export const publishSynonymsPayload = z.strictObject({
  /** The files whose groups these replace. */
  files: z.array(z.string()),
  /** Phrases that mean the same to search, folded and with one space between their words, and their file. */
  groups: z.array(z.strictObject({ file: z.string(), phrases: z.array(z.string()) })),
});

export type PublishSynonymsPayload = z.output<typeof publishSynonymsPayload>;
