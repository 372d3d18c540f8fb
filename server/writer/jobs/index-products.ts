import type { Job } from '../job.ts';
import { prepareProductIndex } from './product-index.ts';

const productsAtOnce = 32;

export interface IndexProductsPayload {
  tagKey: number;
  /** Where the last run ended; 0 at first. */
  afterKey: number;
}

/** Brings the search up to date for the products of a tag, some at a time; `lastKey` is null when none are left. */
export const indexProducts: Job<IndexProductsPayload, { lastKey: number | null }> = {
  publishes: true,
  prepare(database) {
    const find = database
      .prepare<[number, number, number], number>(
        'SELECT productKey FROM ProductTag WHERE tagKey = ? AND productKey > ? ORDER BY productKey LIMIT ?',
      )
      .pluck();
    const index = prepareProductIndex(database);
    return ({ tagKey, afterKey }) => {
      const keys = find.all(tagKey, afterKey, productsAtOnce);
      keys.forEach(index);
      return { lastKey: keys.at(-1) ?? null };
    };
  },
};
