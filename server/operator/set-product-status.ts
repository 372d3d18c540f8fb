import type { z } from 'zod';
import type { statusBody } from '../../lib/operator/products.ts';
import { Problem } from '../../lib/problem/problem.ts';
import {
  missingCredential,
  onlineHindrance,
  portalPublishing,
  type PublishingSettings,
} from '../products/online-hindrance.ts';
import type { StoredProduct } from '../store/catalogue/read-publications.ts';
import type { OperatorChange } from './change.ts';

type Status = z.output<typeof statusBody>['status'];
type Wish = z.output<typeof statusBody> & { slugs: string[] };
type Given = { slug: string; status: Status };

/** Lists products and allows calls, or neither: all of them, or none if one of them cannot change. */
export const setProductStatus: OperatorChange<Wish, 'set-status', Given> = {
  right: 'set-product-status',
  verb: 'set-status',
  status: 200,
  async prepare(context, { slugs, status }) {
    const { publishing } = context;
    const settings = publishing ?? (await portalPublishing(context));
    const products = await context.store.publications.products(slugs);
    for (const slug of slugs) {
      const product = products.find((one) => one.slug === slug);
      if (!product)
        throw new Problem(
          'not-found',
          `There is no product with the slug ${JSON.stringify(slug.slice(0, 200))}.`,
        );
      if (status === 'online') {
        refuseArchived(product);
        refuseHindered(product, settings);
      }
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

function refuseArchived({ slug, archivedAt }: StoredProduct): void {
  if (archivedAt === null) return;
  const detail = `${slug} is in the archive. Bring it back first.`;
  throw new Problem('validation', `/status: ${detail}`, [{ pointer: '/status', detail }]);
}

/** A missing credential is named, so that a page can offer to set it. */
function refuseHindered(
  product: Pick<StoredProduct, 'slug' | 'document'>,
  settings: PublishingSettings,
): void {
  const hindrance = onlineHindrance(product, settings);
  if (hindrance === undefined) return;
  const detail = `${product.slug} cannot go online. ${hindrance}`;
  const credential = missingCredential(product, settings);
  const members = credential === undefined ? {} : { credential };
  throw new Problem('validation', `/status: ${detail}`, [{ pointer: '/status', detail }], {}, members);
}
