import type { Database } from 'better-sqlite3';
import { z } from 'zod';

/** The origin of a published product. */
export const productOwner = z.strictObject({
  /** The absolute path of its catalogue file. */
  file: z.string(),
  /** The document from which an import created the file, if any. */
  source: z.string().nullable(),
});

export type ProductOwner = z.output<typeof productOwner>;

export interface OwnedProduct extends ProductOwner {
  slug: string;
}

export const ownerClaim = z.strictObject({
  slug: z.string(),
  owner: productOwner.optional(),
  /** The owner when the apply was planned, or null for none. If it is left out, the claim wins over any owner. */
  before: productOwner.nullable().optional(),
});

export type OwnerClaim = z.output<typeof ownerClaim>;

/** Products whose owner changed after the plan. Only the writing transaction knows which apply came first. */
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
