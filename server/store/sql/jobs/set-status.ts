import type { z } from 'zod';
import type { SetStatusResult, setStatusPayload } from '../../catalogue-changes.ts';
import { writeApisOfProducts } from '../api-texts.ts';
import { writeProductTexts } from '../product-texts.ts';
import { first, run, statement, type Steps, timeOf } from '../statement.ts';

const find = statement<{ key: number; status: number }>('SELECT key, status FROM Product WHERE slug = ?');
const update = statement('UPDATE Product SET status = ?, updatedAt = ? WHERE key = ?');

export function* setStatus({
  slugs,
  status,
  now,
}: z.output<typeof setStatusPayload>): Steps<SetStatusResult> {
  const result: SetStatusResult = { changed: [], unknown: [] };
  const keys: number[] = [];
  for (const slug of slugs) {
    const product = yield* first(find, slug);
    if (!product) result.unknown.push(slug);
    else if (product.status !== status) {
      yield* run(update, status, timeOf(now), product.key);
      yield* writeProductTexts(product.key);
      result.changed.push(slug);
      keys.push(product.key);
    }
  }
  yield* writeApisOfProducts(keys);
  return result;
}
