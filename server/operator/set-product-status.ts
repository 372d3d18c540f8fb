import type { z } from 'zod';
import type { statusBody } from '../../lib/operator/products.ts';
import { invalidBody, Problem } from '../../lib/problem/problem.ts';
import { ownPublishingSettings, onlineHindrance } from '../products/online-hindrance.ts';
import type { OperatorChange } from './change.ts';

type Status = z.output<typeof statusBody>['status'];
type Wish = z.output<typeof statusBody> & { slugs: string[] };
type Given = { slug: string; status: Status };

/** Lists products and allows calls, or neither: all of them, or none if one of them cannot change. */
export const setProductStatus: OperatorChange<Wish, 'set-status', Given> = {
  right: 'set-product-status',
  verb: 'set-status',
  status: 200,
  async prepare({ store, settings, publishing = ownPublishingSettings(settings) }, { slugs, status }) {
    const products = await store.publications.products(slugs);
    for (const slug of slugs) {
      const product = products.find((one) => one.slug === slug);
      if (!product)
        throw new Problem(
          'not-found',
          `There is no product with the slug ${JSON.stringify(slug.slice(0, 200))}.`,
        );
      const hindrance = status === 'online' && onlineHindrance(product, publishing);
      if (hindrance)
        throw invalidBody([{ pointer: '/status', detail: `${slug} cannot go online. ${hindrance}` }]);
    }
    const number: 0 | 1 = status === 'online' ? 1 : 0;
    return {
      payload: { slugs, status: number, now: Date.now() },
      given: { slug: slugs.join(', '), status },
    };
  },
  answer({ unknown }, given) {
    if (unknown.length > 0) throw new Problem('not-found', 'There is no such product.');
    return given;
  },
};
