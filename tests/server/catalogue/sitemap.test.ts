import { everyone } from '../../../server/store/catalogue/audience.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { siteAddresses } from '../../../server/documents/sitemap.ts';
import type { Context } from '../../../server/context.ts';
import { catalogues, type CatalogueUnderTest } from '../../setup/catalogue-under-test.ts';
import { publishedProduct, publishedTags } from '../../setup/published-product.ts';

async function addressesOf(context: Context, from: number, to: number): Promise<string[]> {
  const found: string[] = [];
  for await (const some of (await siteAddresses(context)).read(from, to)) found.push(...some);
  return found;
}

describe.each(catalogues)('on $engine', ({ open }) => {
  let on: CatalogueUnderTest;
  beforeAll(async () => {
    on = await open();
    const products = ['c', 'a', 'b'].map((slug) => publishedProduct(slug));
    await on.writer.run('publish-tags', { tags: publishedTags });
    await on.writer.run('publish', {
      products: [...products, publishedProduct('hidden', { status: 0 })],
      now: 1,
    });
  });
  afterAll(() => on.close());

  test('the addresses are the same in parts as together', async () => {
    const { total } = await siteAddresses(on.context);
    const all = await addressesOf(on.context, 0, total);
    expect(all).toHaveLength(total);
    expect(all.slice(-3)).toEqual(['/products/a', '/products/b', '/products/c']);
    const parts: string[] = [];
    for (let from = 0; from < total; from += 2)
      parts.push(...(await addressesOf(on.context, from, from + 2)));
    expect(parts).toEqual(all);
  });

  test('slugs come in the order of their keys', async () => {
    const keys = [...(await on.catalogue.productKeys({ tag: [], status: '1', audience: everyone }))];
    expect(await on.catalogue.productSlugs(keys.toReversed())).toEqual(['c', 'b', 'a']);
    expect(await on.catalogue.productSlugs([])).toEqual([]);
  });
});
