import { z } from 'zod';

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
