import { z } from 'zod';
import { catalogueSlug, visibility } from '../product/catalogue-entry.ts';
import { nextPage, reason } from './accounts.ts';

/** More than a first page shows would hide all else. */
export const mostFeatured = 20;

/** The response of `GET /api/operator/featured`. */
export const featuredList = z
  .strictObject({
    list: z.array(
      z.strictObject({
        slug: z.string(),
        name: z.string(),
        status: z.enum(['online', 'offline', 'archived']),
        visibility: visibility.meta({ description: 'Who sees it: for all others it is not there.' }),
      }),
    ),
    next: nextPage,
  })
  .meta({ id: 'FeaturedList', description: 'In the order of the catalogue.' });

export type FeaturedList = z.output<typeof featuredList>;

/** The body of `POST /api/operator/featured`. */
export const featuredBody = z.strictObject({
  products: z
    .array(catalogueSlug)
    .max(mostFeatured, `Expected at most ${mostFeatured} products.`)
    .refine((slugs) => new Set(slugs).size === slugs.length, 'Expected each product once.')
    .meta({ description: 'Their slugs, in their order.' }),
  reason,
});

export const featuredProducts = z.strictObject({ featured: z.int().min(0) }).meta({ id: 'FeaturedProducts' });
