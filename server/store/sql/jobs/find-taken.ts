import type { OwnedProduct, OwnerClaim, ProductOwner } from '../../product-owner.ts';
import { first, statement, type Steps } from '../statement.ts';

const find = statement<OwnedProduct>(
  'SELECT slug, file, source FROM Product WHERE slug = ? AND file IS NOT NULL',
);

/** Products whose owner changed after the plan. Only the writing transaction knows which apply came first. */
export function* findTaken(claims: readonly OwnerClaim[]): Steps<OwnedProduct[]> {
  const taken: OwnedProduct[] = [];
  for (const { slug, owner, before } of claims) {
    if (before === undefined) continue;
    const stored = yield* first(find, slug);
    if (stored && !isSame(stored, before) && !isSame(stored, owner)) taken.push(stored);
  }
  return taken;
}

function isSame(one: ProductOwner, other: ProductOwner | null | undefined): boolean {
  return one.file === other?.file && one.source === other.source;
}
