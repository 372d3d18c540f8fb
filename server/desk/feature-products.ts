import { z } from 'zod';
import type { FeaturedList } from '../../lib/operator/featured.ts';
import { invalidBody } from '../../lib/problem/problem.ts';
import type { Context } from '../context.ts';
import { formatParameter } from '../list-parameters.ts';
import type { OperatorChange } from '../operator/change.ts';
import { visibilityOf } from '../store/catalogue/audience.ts';

export const featuredQuery = z.object({ format: formatParameter });

/** The products that the catalogue shows first. */
export async function listFeatured({ store }: Pick<Context, 'store'>): Promise<FeaturedList> {
  const found = await store.publications.featured();
  const list = found.map(({ slug, name, visibility, ...product }) => ({
    ...{ slug, name, visibility: visibilityOf(visibility) },
    status: stateOf(product),
  }));
  return { list, next: null };
}

function stateOf({
  status,
  archivedAt,
}: {
  status: number;
  archivedAt: Date | null;
}): FeaturedList['list'][number]['status'] {
  if (archivedAt !== null) return 'archived';
  return status === 1 ? 'online' : 'offline';
}

export const featureProducts: OperatorChange<
  { slugs: string[] },
  'feature-products',
  Record<string, never>
> = {
  right: 'publish-product',
  verb: 'feature-products',
  status: 200,
  async prepare({ store }, { slugs }) {
    const found = await store.publications.products(slugs);
    const unknown = slugs.findIndex((slug) => !found.some((product) => product.slug === slug));
    if (unknown >= 0)
      throw invalidBody([
        { pointer: `/products/${unknown}`, detail: `There is no product with the slug ${slugs[unknown]}.` },
      ]);
    return { payload: { slugs }, given: {} };
  },
  answer: ({ featured }) => ({ featured }),
};
