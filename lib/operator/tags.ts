import { z } from 'zod';
import { catalogueSlug, tagLooks } from '../product/catalogue-entry.ts';
import { tagKinds } from '../product/tag-kinds.ts';
import { nextPage, reason } from './accounts.ts';

/** The kinds of tags, as the lists of `tags.yaml` are called. */
export const tagLists = tagKinds.map(({ list }) => list);

export const tagList = z.enum(tagLists, 'types, providers, capabilities or labels');

/** No kind has more that somebody could put into an order. */
const mostOrdered = 1_000;

const text = z.string().nullable();
const looks = { name: z.string(), icon: text, url: text, description: text };

const listedTag = z.strictObject({
  kind: tagList,
  slug: z.string(),
  ...looks,
  position: z.int().nullable().meta({
    description:
      'Its place among those of its kind. Those without one follow by how many products they have.',
  }),
  products: z.int().min(0).meta({ description: 'Online or not.' }),
  online: z.int().min(0),
  saidBy: z.enum(['console', 'files']).meta({ description: 'Who says how it is called and looks.' }),
  beneath: z
    .strictObject(looks)
    .nullable()
    .meta({ description: 'What files say instead of the console. Null if they say nothing else.' }),
  former: z.array(z.string()).meta({ description: 'The slugs of tags that were merged into it.' }),
});

/** The response of `GET /api/operator/tags`. */
export const operatorTagList = z
  .strictObject({ list: z.array(listedTag), next: nextPage })
  .meta({ id: 'OperatorTagList', description: 'By kind, in the order of the filters.' });

export type OperatorTagList = z.output<typeof operatorTagList>;
export type ListedTag = OperatorTagList['list'][number];

/** The body of `POST /api/operator/tags`. */
export const newTagBody = tagLooks.extend({ kind: tagList, slug: catalogueSlug, reason });

/** The body of `POST /api/operator/tags/{kind}/{slug}`. */
export const tagBody = tagLooks.extend({ reason });

/** The body of `POST /api/operator/tags/{kind}/{slug}/reset`. */
export const tagResetBody = z.strictObject({ reason });

/** The body of `POST /api/operator/tags/{kind}/{slug}/merge`. */
export const tagMergeBody = z.strictObject({
  into: catalogueSlug.meta({ description: 'The slug of another tag of its kind, which stays.' }),
  reason,
});

/** The body of `POST /api/operator/tag-orders/{kind}`. */
export const tagOrderBody = z.strictObject({
  slugs: z
    .array(catalogueSlug)
    .max(mostOrdered, `Expected at most ${mostOrdered} tags.`)
    .refine((slugs) => new Set(slugs).size === slugs.length, 'Expected each tag once.')
    .meta({
      description: 'Those that come first, in their order. None: all by how many products they have.',
    }),
  reason,
});

export const changedTag = z
  .strictObject({ kind: tagList, slug: z.string(), name: z.string() })
  .meta({ id: 'ChangedTag' });

export const mergedTag = z
  .strictObject({
    kind: tagList,
    slug: z.string(),
    into: z.string(),
    products: z.int().min(0).meta({ description: 'Products that have the other tag now.' }),
  })
  .meta({ id: 'MergedTag' });

export const orderedTags = z
  .strictObject({ kind: tagList, ordered: z.int().min(0) })
  .meta({ id: 'OrderedTags' });
