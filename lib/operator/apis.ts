import { z } from 'zod';
import { nextInOrder, reason } from './accounts.ts';

const listedApi = z.strictObject({
  slug: z.string(),
  name: z.string(),
  version: z.string().nullable(),
  keptIn: z.string().meta({ description: 'The file that it is published from, or `console`.' }),
  source: z.string().nullable().meta({ description: 'The name of its document in the catalogue.' }),
  address: z.string().nullable().meta({ description: 'Where the portal looks for its document.' }),
  products: z.int().min(0).meta({ description: 'Online or not.' }),
  online: z.int().min(0),
  archived: z.int().min(0),
  missing: z
    .array(z.string())
    .meta({ description: 'Credentials that its products need and nobody has set.' }),
  changedAt: z.iso.datetime(),
});

/** The response of `GET /api/operator/apis`. */
export const operatorApiList = z
  .strictObject({ list: z.array(listedApi), next: nextInOrder })
  .meta({ id: 'OperatorApiList', description: 'By name, or as `sort` says.' });

export type OperatorApiList = z.output<typeof operatorApiList>;

/** The body of `POST /api/operator/apis/{slug}/archive`, `/restoration` and `/deletion`. */
export const apiBody = z.strictObject({ reason });

const hasMore = z.boolean().meta({
  description: 'Whether the portal goes on with further products after the response. To repeat it is safe.',
});

export const archivedApi = z
  .strictObject({
    slug: z.string(),
    archived: z.boolean(),
    products: z.int().min(0).meta({ description: 'Products that were archived or brought back so far.' }),
    hasMore,
  })
  .meta({ id: 'ArchivedApi' });

export const deletedApi = z
  .strictObject({
    slug: z.string(),
    products: z.int().min(0).meta({ description: 'Products that were deleted with it so far.' }),
    hasMore,
  })
  .meta({ id: 'DeletedApi' });
