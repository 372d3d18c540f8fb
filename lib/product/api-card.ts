import { z } from 'zod';
import { catalogueOrders } from '../face/face.ts';
import { creditRange, facet, productCard, type Tag, tag } from './product.ts';

/** An API in a list. `operations` tells it from a product. */
export const apiCard = z
  .object({
    id: z.string().meta({ description: 'Identifier of the API.' }),
    slug: z.string().meta({ description: 'Slug of the API: its page is `/apis/SLUG`.' }),
    name: z.string().meta({ description: 'Name of the API.' }),
    version: z.string().optional().meta({ description: 'Version that its provider gives it.' }),
    summary: z.string().meta({ description: 'What it is for, as plain text.' }),
    provider: tag.meta({ description: 'Provider of the API.' }),
    operations: z.int().min(1).meta({ description: 'Number of its products that are online.' }),
    groups: z.int().min(1).meta({ description: 'Number of groups that they are in.' }),
    price: creditRange,
    deprecated: z.literal(true).optional().meta({
      description: 'The API advises against using any of its operations. Absent otherwise.',
    }),
  })
  .meta({ id: 'ApiCard', description: 'Products that belong together as the operations of one API.' });

const entry = z.union([
  apiCard,
  productCard
    .extend({
      api: z
        .object({ slug: z.string(), name: z.string() })
        .optional()
        .meta({ description: 'The API that it is an operation of. Absent for a product by itself.' }),
    })
    .meta({ id: 'CatalogueProduct', description: 'An API product without its documentation.' }),
]);

export const catalogueList = z
  .object({
    list: z.array(entry).meta({ description: 'APIs and products of the requested page.' }),
    total: z.int().min(0).meta({ description: 'Total count.' }),
    apis: z.int().min(0).meta({ description: 'The number of APIs among them.' }),
    usualSort: z.enum(catalogueOrders).optional().meta({
      description: 'The order where none and no search is asked for. Absent: by name.',
    }),
    coming: z
      .array(
        z.object({
          product: z.string().meta({ description: 'The slug of a listed product.' }),
          at: z.iso.datetime().meta({ description: 'From when on.' }),
          text: z.string().meta({ description: 'Such as “From 12 Dec 2026: 3 → 4 credits”.' }),
        }),
      )
      .optional()
      .meta({ description: 'Prices of listed products that are announced. Absent if there are none.' }),
    readAs: z
      .string()
      .optional()
      .meta({ description: 'The search with its misspelt words corrected, if there were any.' }),
    marks: z.array(z.string()).optional().meta({
      description: 'The words that results may have of the search, its synonyms included, the surest first.',
    }),
    instead: z
      .object({
        words: z.array(z.string()).meta({ description: 'Words of the catalogue like those of the search.' }),
        products: z
          .array(z.object({ slug: z.string(), name: z.string() }))
          .meta({ description: 'Products that are called most.' }),
      })
      .optional()
      .meta({ description: 'What to try. Only if a search finds nothing.' }),
    facets: z.array(facet).optional().meta({ description: 'With `facets=1` only.' }),
  })
  .meta({ id: 'CatalogueList' });

export type ApiCard = z.output<typeof apiCard>;

/** The stored facts of an API for lists. */
export interface ApiFacts extends Omit<ApiCard, 'version' | 'price' | 'deprecated' | 'provider'> {
  version: string | null;
  provider: Tag;
  priceFrom: number;
  priceTo: number;
  deprecated: boolean;
}

export function cardOfApi({ version, priceFrom, priceTo, deprecated, ...facts }: ApiFacts): ApiCard {
  return {
    ...facts,
    ...(version !== null && { version }),
    price: { from: priceFrom, to: priceTo },
    ...(deprecated && { deprecated: true }),
  };
}
