import { tagKinds } from './tag-kinds.ts';
import { z } from 'zod';

export const tag = z
  .object({
    id: z.string(),
    slug: z.string(),
    name: z.string(),
    icon: z.string().optional(),
    url: z.string().optional(),
  })
  .meta({ id: 'Tag', description: 'A tag of products. Its `slug` filters a list.' });

export const creditRange = z
  .object({ from: z.int().min(0), to: z.int().min(0) })
  .meta({ id: 'CreditRange', description: 'The lowest and highest possible price of a call, in credits.' });

const card = z.object({
  abilities: z.array(tag).meta({ description: 'Abilities of the product.' }),
  apiTemplateID: z.string().meta({ description: 'Identifier of the API template.' }),
  deprecated: z
    .literal(true)
    .optional()
    .meta({ description: 'The API advises against using it. Absent otherwise.' }),
  description: z
    .array(z.object({ title: z.string(), text: z.string() }))
    .meta({ description: 'Introduction of the product, in Markdown.' }),
  id: z.string().meta({ description: 'Identifier of the API product.' }),
  labels: z.array(tag).meta({ description: 'Labels of the product.' }),
  name: z.string().meta({ description: 'Name of the product.' }),
  price: creditRange,
  provider: tag.meta({ description: 'Provider of the product.' }),
  slug: z.string().meta({ description: 'Slug of the product.' }),
  status: z.union([z.literal(0), z.literal(1)]).meta({ description: '0 = offline, 1 = online.' }),
  type: tag.meta({ description: 'Type of the product.' }),
});

/** A product in a list with `view=card`. */
export const productCard = card.meta({
  id: 'ProductCard',
  description: 'An API product without its documentation.',
});

export const product = card
  .extend({ doc: z.string().meta({ description: 'API documentation, in Markdown.' }) })
  .meta({ id: 'Product', description: 'An API product.' });

export const facet = z
  .object({
    type: z
      .int()
      .min(1)
      .max(tagKinds.length)
      .meta({ description: '1 = api type, 2 = provider, 3 = api capability, 4 = api tag.' }),
    tags: z.array(tag.extend({ count: z.int().min(1) })),
  })
  .meta({
    id: 'Facet',
    description: 'The tags of one type that filter the list, with the number of products for each.',
  });

export const productList = z
  .object({
    list: z.array(z.union([product, productCard])).meta({ description: 'Products of the requested page.' }),
    total: z.int().min(0).meta({ description: 'Total count.' }),
    facets: z.array(facet).optional().meta({ description: 'With `facets=1` only.' }),
  })
  .meta({ id: 'ProductList' });

export type Tag = z.output<typeof tag>;
export type Product = z.output<typeof product>;
export type ProductCard = z.output<typeof card>;
