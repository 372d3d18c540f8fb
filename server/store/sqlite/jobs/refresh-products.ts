import type { Job } from '../writer/job.ts';
import { prepareApiTexts } from './api-texts.ts';
import { prepareProductTexts } from './product-texts.ts';
import { refreshProductsPayload } from '../../catalogue-changes.ts';

const productsAtOnce = 32;

/** Brings what is made of the products and the APIs of a tag up to date, some at a time; `lastKey` is null when none are left. */
export const refreshProducts: Job<'refresh-products'> = {
  payload: refreshProductsPayload,
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
