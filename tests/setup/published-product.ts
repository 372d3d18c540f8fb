import { createHash } from 'node:crypto';
import type { PublishedProduct } from '../../server/store/catalogue/published-product.ts';
import type { PublishedTag } from '../../server/store/catalogue/catalogue-jobs.ts';

/** Tags that `publishedProduct` carries. */
export const publishedTags: PublishedTag[] = [
  { kind: 1, slug: 'images', name: 'Images', icon: null, url: null, description: null },
  { kind: 2, slug: 'sharp', name: 'sharp', icon: null, url: null, description: null },
  { kind: 3, slug: 'resize', name: 'Resize', icon: null, url: null, description: null },
];

/** A product as the writer takes it, made from its slug. */
export function publishedProduct(slug: string, changes: Partial<PublishedProduct> = {}): PublishedProduct {
  const document = JSON.stringify({ method: 'get', path: `/${slug}` });
  return {
    id: `prd_${slug}`,
    slug,
    name: slug,
    sortName: slug,
    status: 1,
    priceFrom: 1,
    priceTo: 10,
    introduction: JSON.stringify([{ title: 'What it does', text: `About ${slug}` }]),
    doc: `# ${slug}`,
    tags: publishedTags.map(({ kind, slug: tag }) => ({ kind, slug: tag })),
    template: { id: `tpl_${slug}`, hash: createHash('sha256').update(document).digest('hex'), document },
    ...changes,
  };
}
