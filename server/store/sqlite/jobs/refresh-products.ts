import { z } from 'zod';
import type { Job } from '../writer/job.ts';
import { prepareApiTexts } from './api-texts.ts';
import { prepareProductTexts } from './product-texts.ts';

const productsAtOnce = 32;

const payload = z.strictObject({
  tagKey: z.int(),
  /** The end of the last run; 0 at first. */
  afterKey: z.int(),
});

type RefreshProductsPayload = z.output<typeof payload>;

/** Updates the derived data of some products and APIs of a tag. `lastKey` is null when none are left. */
export const refreshProducts: Job<RefreshProductsPayload, { lastKey: number | null }> = {
  payload,
  publishes: 'catalogue',
  prepare(database) {
    const find = database
      .prepare<[number, number, number], number>(
        'SELECT productKey FROM ProductTag WHERE tagKey = ? AND productKey > ? ORDER BY productKey LIMIT ?',
      )
      .pluck();
    const writeTexts = prepareProductTexts(database);
    const apiTexts = prepareApiTexts(database);
    const apisOf = database.prepare<[number], number>('SELECT key FROM Api WHERE providerKey = ?').pluck();
    return ({ tagKey, afterKey }) => {
      const keys = find.all(tagKey, afterKey, productsAtOnce);
      keys.forEach(writeTexts);
      if (afterKey === 0) apisOf.all(tagKey).forEach(apiTexts.write);
      return { lastKey: keys.at(-1) ?? null };
    };
  },
};
