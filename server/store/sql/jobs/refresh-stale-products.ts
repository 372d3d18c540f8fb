import { writeProductTexts } from '../product-texts.ts';
import { all, run, statement, type Steps } from '../statement.ts';

const productsAtOnce = 32;

const find = statement<{ productKey: number }>(
  'SELECT productKey FROM StaleProduct ORDER BY productKey LIMIT ?',
);
const forget = statement('DELETE FROM StaleProduct WHERE productKey = ?');

/** Writes the cards and the search texts of products that a migration has marked, some at a time. */
export function* refreshStaleProducts(): Steps<{ isDone: boolean }> {
  const products = yield* all(find, productsAtOnce);
  for (const { productKey } of products) {
    yield* writeProductTexts(productKey);
    yield* run(forget, productKey);
  }
  return { isDone: products.length < productsAtOnce };
}
