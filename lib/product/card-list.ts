import * as z from 'zod/mini';
import { catalogueOrders } from '../face/face.ts';

const tag = z.object({ id: z.string(), slug: z.string(), name: z.string() });
const price = z.object({ from: z.int(), to: z.int() });
const deprecated = z.optional(z.literal(true));

const productCard = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  deprecated,
  description: z.array(z.object({ title: z.string(), text: z.string() })),
  type: tag,
  provider: tag,
  abilities: z.array(tag),
  price,
  api: z.optional(z.object({ slug: z.string(), name: z.string() })),
});

const apiCard = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  version: z.optional(z.string()),
  summary: z.string(),
  deprecated,
  provider: tag,
  operations: z.int(),
  groups: z.int(),
  price,
});

/** When the price of a product changes, and to what in words. */
const comingMark = z.object({ product: z.string(), at: z.string(), text: z.string() });

export type ComingMark = z.output<typeof comingMark>;

/** The part of a catalogue list that pages use. In zod/mini, because every visitor loads it. */
export const cardList = z.object({
  list: z.array(z.union([apiCard, productCard])),
  total: z.int(),
  apis: z.int(),
  usualSort: z.optional(z.enum(catalogueOrders)),
  coming: z.optional(z.array(comingMark)),
  readAs: z.optional(z.string()),
  marks: z.optional(z.array(z.string())),
  instead: z.optional(
    z.object({
      words: z.array(z.string()),
      products: z.array(z.object({ slug: z.string(), name: z.string() })),
    }),
  ),
  facets: z.array(
    z.object({
      type: z.int(),
      tags: z.array(z.extend(tag, { icon: z.optional(z.string()), count: z.int() })),
    }),
  ),
});

export type CardList = z.output<typeof cardList>;
export type ListedCard = z.output<typeof productCard>;
export type ListedApi = z.output<typeof apiCard>;
export type Instead = NonNullable<CardList['instead']>;
export type ListedEntry = CardList['list'][number];
export type ListedFacet = CardList['facets'][number];
