import type { Job } from '../job.ts';

export interface OwnProductsPayload {
  owners: { slug: string; file: string; source: string | null }[];
}

/** Writes what products were published from, where nothing else of them changes. */
export const ownProducts: Job<OwnProductsPayload, Record<string, never>> = {
  publishes: false,
  prepare(database) {
    const own = database.prepare('UPDATE Product SET file = @file, source = @source WHERE slug = @slug');
    return ({ owners }) => {
      for (const owner of owners) own.run(owner);
      return {};
    };
  },
};
