import { z } from 'zod';
import type { Job } from '../writer/job.ts';
import { prepareApiTexts } from './api-texts.ts';
import { prepareProductTexts } from './product-texts.ts';

const payload = z.strictObject({
  slugs: z.array(z.string()),
  /** 0 offline, 1 online. */
  status: z.literal([0, 1]),
  now: z.int(),
});

export interface SetStatusResult {
  changed: string[];
  /** Slugs without a product. The others are set anyway. */
  unknown: string[];
}

export const setStatus: Job<z.output<typeof payload>, SetStatusResult> = {
  payload,
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
