import type { Job } from '../writer/job.ts';
import { type OwnedProduct, type OwnerClaim, type ProductOwner, prepareFindTaken } from './product-owner.ts';

export interface OwnProductsPayload {
  owners: (OwnerClaim & { owner: ProductOwner })[];
}

export interface OwnProductsResult {
  /** Products that got another owner since: for these nothing of the payload was written. */
  taken?: OwnedProduct[];
}

/** Writes what products were published from, where nothing else of them changes. */
export const ownProducts: Job<OwnProductsPayload, OwnProductsResult> = {
  publishes: false,
  prepare(database) {
    const findTaken = prepareFindTaken(database);
    const own = database.prepare('UPDATE Product SET file = @file, source = @source WHERE slug = @slug');
    return ({ owners }) => {
      const taken = findTaken(owners);
      if (taken.length > 0) return { taken };
      for (const { slug, owner } of owners) own.run({ slug, ...owner });
      return {};
    };
  },
};
