import { z } from 'zod';
import { kindNumbers } from '../../../lib/product/tag-kinds.ts';
import { wholeParameter } from '../../list-parameters.ts';

const allowed = {
  page: 'a whole number of at least 1',
  pageSize: 'a whole number from 1 to 100',
  type: '1 (api type), 2 (provider), 3 (api capability) or 4 (api tag)',
  status: '1; operators can also use 0 and all',
  sort: 'name, -created, price, -price or popular',
  facets: '1',
  view: 'card',
  q: 'at most 200 characters',
  tag: 'the slug of a tag: at most 100 characters, at most 20 times',
};

/** The query of `GET /api/product/list`. All values are strings; empty ones count as absent. */
export const listQuery = z.object({
  page: wholeParameter(1, Number.MAX_VALUE, allowed.page)
    .default(1)
    .meta({ description: 'Page number.', override: { type: 'integer', minimum: 1, default: 1 } }),
  pageSize: wholeParameter(1, 100, allowed.pageSize)
    .default(10)
    .meta({
      description: 'Items per page.',
      override: { type: 'integer', minimum: 1, maximum: 100, default: 10 },
    }),
  type: wholeParameter(1, kindNumbers.length, allowed.type)
    .optional()
    .meta({
      description:
        'Only products with a tag of this type: 1 = api type, 2 = provider, 3 = api capability, 4 = api tag.',
      override: { type: 'integer', enum: kindNumbers },
    }),
  tag: z.array(z.string().max(100, allowed.tag)).max(20, allowed.tag).default([]).meta({
    description:
      'Only products with these tags, by slug. Tags of one type are alternatives; tags of different types must all match.',
  }),
  q: z.string().max(200, allowed.q).optional().meta({
    description:
      'Words to search for in names, tags, introductions and documentation. Products that have all of them come first, then those that have the rarest; what matches little is left out. Misspelt words are mended, synonyms, formats, units and countries are understood, and the last word may be the beginning of one.',
  }),
  sort: z.enum(['name', '-created', 'price', '-price', 'popular'], allowed.sort).optional().meta({
    description:
      'Sort order. Default: by relevance with `q`, else `name`, unless the operator has chosen another order. `popular`: most calls in the last 30 days first. Deprecated products come last in every order.',
  }),
  status: z
    .enum(['1', '0', 'all'], allowed.status)
    .default('1')
    .meta({ description: '`1`: online. Operators can also use `0` (offline) and `all`.' }),
  facets: z
    .literal('1', allowed.facets)
    .optional()
    .meta({ description: 'Adds the available tag filters with their counts.' }),
  view: z.literal('card', allowed.view).optional().meta({ description: 'Leaves `doc` out of each product.' }),
});

export type ListQuery = z.infer<typeof listQuery>;
