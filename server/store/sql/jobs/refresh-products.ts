import type { z } from 'zod';
import type { refreshProductsPayload } from '../../catalogue-changes.ts';
import { writeApiTexts } from '../api-texts.ts';
import { writeProductTexts } from '../product-texts.ts';
import { all, statement, type Steps } from '../statement.ts';

const productsAtOnce = 32;

const find = statement<{ productKey: number }>(
  'SELECT productKey FROM ProductTag WHERE tagKey = ? AND productKey > ? ORDER BY productKey LIMIT ?',
);
const findApis = statement<{ key: number }>('SELECT key FROM Api WHERE providerKey = ? ORDER BY key');

/** Brings what is made of the products and the APIs of a tag up to date, some at a time; `lastKey` is null when none are left. */
export function* refreshProducts({
  tagKey,
  afterKey,
}: z.output<typeof refreshProductsPayload>): Steps<{ lastKey: number | null }> {
  const products = yield* all(find, tagKey, afterKey, productsAtOnce);
  for (const { productKey } of products) yield* writeProductTexts(productKey);
  const apis = afterKey === 0 ? yield* all(findApis, tagKey) : [];
  for (const { key } of apis) yield* writeApiTexts(key);
  return { lastKey: products.at(-1)?.productKey ?? null };
}
