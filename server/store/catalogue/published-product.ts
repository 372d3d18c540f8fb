import { z } from 'zod';
import { kindNumbers } from '../../../lib/product/tag-kinds.ts';

/** 1 api type, 2 provider, 3 capability, 4 label. */
export const tagKind = z.literal(kindNumbers);

export type TagKind = z.output<typeof tagKind>;

/** What a product was published from. */
export const productOwner = z.strictObject({
  /** The whole path of its catalogue file. */
  file: z.string(),
  /** The document that the file was drafted from, where one was. */
  source: z.string().nullable(),
});

export type ProductOwner = z.output<typeof productOwner>;

export interface OwnedProduct extends ProductOwner {
  slug: string;
}

export const ownerClaim = z.strictObject({
  slug: z.string(),
  owner: productOwner.optional(),
  /** The owner when the apply was planned, or null for none. Left out: the claim holds against every owner. */
  before: productOwner.nullable().optional(),
});

export type OwnerClaim = z.output<typeof ownerClaim>;

/** Where it has no `owner`, that stays as it is. */
export const publishedProduct = ownerClaim.extend({
  /** The number of its last release when it was read. Left out: it holds against every release. */
  after: z.int().min(0).optional(),
  id: z.string(),
  name: z.string(),
  sortName: z.string(),
  /** 0 offline, 1 online; null leaves it as it is, and a new product offline. */
  status: z.literal([0, 1]).nullable(),
  /** Who sees it: 0 everyone, 1 who is signed in, 2 chosen accounts. Without it a new product is for everyone, and others stay as they are. */
  visibility: z.literal([0, 1, 2]).optional(),
  /** 1 if its calls need approval. Without it a new product needs none, and others stay as they are. */
  approval: z.literal([0, 1]).optional(),
  /** The slug of the page that accounts have to accept, or `none`. Without it a new product has none, and others stay as they are. */
  terms: z.string().optional(),
  priceFrom: z.int().min(0),
  priceTo: z.int().min(0),
  /** JSON: array of {title, text}. */
  introduction: z.string(),
  /** JSON: words that only the search reads. Left out: none. */
  searchWords: z.string().optional(),
  doc: z.string(),
  /** In their order; `publish-tags` has written them before. */
  tags: z.array(z.strictObject({ kind: tagKind, slug: z.string() })),
  template: z.strictObject({ id: z.string(), hash: z.string(), document: z.string() }),
  /** When the template is to be in force. Left out: as soon as it may. */
  effectiveAt: z.int().optional(),
});

export type PublishedProduct = z.output<typeof publishedProduct>;

/** What a release keeps of a product beside its version. */
export const releasedTexts = publishedProduct.pick({
  ...{ name: true, introduction: true, doc: true, tags: true, searchWords: true },
});
