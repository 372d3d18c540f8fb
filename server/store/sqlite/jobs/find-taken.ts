import type { Database } from 'better-sqlite3';
import type { OwnedProduct, OwnerClaim, ProductOwner } from '../../product-owner.ts';

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
