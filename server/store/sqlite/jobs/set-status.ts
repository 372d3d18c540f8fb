import type { Job } from '../writer/job.ts';
import { prepareApiTexts } from './api-texts.ts';
import { prepareProductTexts } from './product-texts.ts';
import { setStatusPayload, type SetStatusResult } from '../../catalogue-changes.ts';

export const setStatus: Job<'set-status'> = {
  payload: setStatusPayload,
  publishes: 'catalogue',
  prepare(database) {
    const find = database.prepare<[string], { key: number; status: number }>(
      'SELECT key, status FROM Product WHERE slug = ?',
    );
    const update = database.prepare('UPDATE Product SET status = ?, updatedAt = ? WHERE slug = ?');
    const writeTexts = prepareProductTexts(database);
    const apiTexts = prepareApiTexts(database);
    return ({ slugs, status, now }) => {
      const result: SetStatusResult = { changed: [], unknown: [] };
      const keys: number[] = [];
      for (const slug of slugs) {
        const product = find.get(slug);
        if (!product) result.unknown.push(slug);
        else if (product.status !== status) {
          update.run(status, now, slug);
          writeTexts(product.key);
          result.changed.push(slug);
          keys.push(product.key);
        }
      }
      apiTexts.writeOfProducts(keys);
      return result;
    };
  },
};
