import { z } from 'zod';
import type { Job } from '../writer/job.ts';
import { type OwnedProduct, ownerClaim, prepareFindTaken } from './product-owner.ts';

const payload = z.strictObject({ owners: z.array(ownerClaim.required({ owner: true })) });

export type OwnProductsPayload = z.output<typeof payload>;

export interface OwnProductsResult {
  /** Products whose owner has changed meanwhile. Then nothing is written. */
  taken?: OwnedProduct[];
}

/** Writes new owners of products that are otherwise unchanged. */
export const ownProducts: Job<OwnProductsPayload, OwnProductsResult> = {
  payload,
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
