import type { Database } from 'better-sqlite3';
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

/**
 * Finds the products that got another owner after the apply was planned. Two applies can plan at the same moment; only
 * the transaction that writes knows which of them came first.
 */
export function prepareFindTaken(database: Database): (claims: readonly OwnerClaim[]) => OwnedProduct[] {
  const find = database.prepare<[string], OwnedProduct>(
    'SELECT slug, file, source FROM Product WHERE slug = ? AND file IS NOT NULL',
  );
  return (claims) =>
    claims.flatMap(({ slug, owner, before }) => {
      if (before === undefined) return [];
      const stored = find.get(slug);
      return !stored || isSame(stored, before) || isSame(stored, owner) ? [] : [stored];
    });
}

function isSame(one: ProductOwner, other: ProductOwner | null | undefined): boolean {
  return one.file === other?.file && one.source === other.source;
}
