import { openSharedStore } from '../server/control/open-shared-store.ts';
import { product, tags } from './seed-products.ts';

export const manyFieldsSlug = 'product-100';

/** Publishes a product to a running portal. Its form has a hundred fields, and its price depends on two of them. */
export async function seedManyFields(dataFolder: string): Promise<void> {
  const texts = Array.from({ length: 96 }, (_, index) => [
    `field${index}`,
    { title: `Field ${index}`, type: 'string' },
  ]);
  const number = { type: 'integer', minimum: 1, maximum: 8192, default: 512 };
  const properties = { width: number, height: number, ...Object.fromEntries(texts) };
  const requestBody = { content: { 'application/json': { schema: { type: 'object', properties } } } };
  const { writer, close } = await openSharedStore(dataFolder);
  await writer.run('publish-tags', { tags });
  await writer.run('publish', { products: [product(100, { requestBody })], now: Date.now() });
  await close();
}
