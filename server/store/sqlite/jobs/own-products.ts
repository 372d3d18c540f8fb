import type { Job } from '../writer/job.ts';
import { prepareFindTaken } from './find-taken.ts';
import { ownProductsPayload } from '../../catalogue-changes.ts';

/** Writes what products were published from, where nothing else of them changes. */
export const ownProducts: Job<'own-products'> = {
  payload: ownProductsPayload,
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
