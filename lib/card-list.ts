import * as z from 'zod/mini';

const tag = z.object({ id: z.string(), slug: z.string(), name: z.string() });

/**
 * A page of the list as the pages of this portal ask for it: `lib/product.ts` in what they show of it, and in the
 * small edition of zod, because every visitor of the catalogue loads it.
 */
export const cardList = z.object({
  list: z.array(
    z.object({
      id: z.string(),
      slug: z.string(),
      name: z.string(),
      deprecated: z.optional(z.literal(true)),
      description: z.array(z.object({ title: z.string(), text: z.string() })),
      type: tag,
      provider: tag,
      abilities: z.array(tag),
      price: z.object({ from: z.int(), to: z.int() }),
    }),
  ),
  total: z.int(),
  facets: z.array(z.object({ type: z.int(), tags: z.array(z.extend(tag, { count: z.int() })) })),
});

export type CardList = z.output<typeof cardList>;
export type ListedCard = CardList['list'][number];
export type ListedFacet = CardList['facets'][number];
