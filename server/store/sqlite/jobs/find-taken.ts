import type { Database } from 'better-sqlite3';
import type { OwnedProduct, OwnerClaim, ProductOwner } from '../../product-owner.ts';

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
