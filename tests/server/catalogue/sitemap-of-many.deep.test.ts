import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiCatalog } from '../../../server/documents/api-catalog.ts';
import { sitemap } from '../../../server/documents/sitemap.ts';
import { openPortalUnderTest, type PortalUnderTest } from '../../setup/portal-under-test.ts';
import { publishedProduct, publishedTags } from '../../setup/published-product.ts';

describe('of a large catalogue', () => {
  const products = 50_000;
  let portal: PortalUnderTest;
  beforeAll(async () => {
    portal = await openPortalUnderTest({});
    await portal.writer.run('publish-tags', { tags: publishedTags });
    await portal.writer.run('publish', { products: [publishedProduct('first')], now: 1 });
    const columns =
      'name, status, priceFrom, priceTo, createdAt, updatedAt, versionKey, card, introduction, doc';
    await portal.database.$executeRawUnsafe(
      `WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < ${products})
       INSERT INTO Product (id, slug, sortName, ${columns})
       SELECT 'prd_' || i, 's-' || i, printf('s-%06d', i), ${columns} FROM n, Product WHERE slug = 'first'`,
    );
  });
  afterAll(() => portal.close());

  async function locations(page: number | undefined): Promise<string[]> {
    const response = await sitemap(portal.context, page);
    let text = '';
    if ('chunks' in response)
      for await (const chunk of response.chunks) text += Buffer.from(chunk).toString();
    else text = response.payload.toString();
    return [...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address = '']) => address);
  }

  test('the sitemap is an index of files of 50,000 addresses', async () => {
    const { url } = portal.settings;
    expect(await locations(undefined)).toEqual([`${url}/sitemap.xml?page=1`, `${url}/sitemap.xml?page=2`]);
    const [first, second] = [await locations(1), await locations(2)];
    expect(first).toHaveLength(50_000);
    const all = [...first, ...second];
    expect(new Set(all).size).toBe(all.length);
    expect(all.filter((address) => address.startsWith(`${url}/products/`))).toHaveLength(products);
    await expect(locations(3)).rejects.toMatchObject({ code: 'not-found' });
  });

  test('the API catalogue has pages', async () => {
    const { payload } = await apiCatalog(portal.context, 50);
    const { linkset } = JSON.parse(payload.toString());
    expect(linkset[0]).toMatchObject({ prev: [{ href: expect.stringMatching(/page=49$/) }] });
    expect(linkset[0]).not.toHaveProperty('next');
    expect(linkset).toHaveLength(1_002);
    await expect(apiCatalog(portal.context, 51)).rejects.toMatchObject({ code: 'not-found' });
  });
});
