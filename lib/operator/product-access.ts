import { z } from 'zod';
import { visibility } from '../product/catalogue-entry.ts';
import { nextPage, reason } from './accounts.ts';

/** The body of `POST /api/operator/products/{slug}/visibility`. */
export const visibilityBody = z.strictObject({
  visibility: visibility.meta({
    description:
      '`public`: everyone; `signed-in`: people and API keys; `accounts`: the accounts that operators choose. For others the product does not exist.',
  }),
  reason,
});

export const changedVisibility = z
  .strictObject({ slug: z.string(), visibility })
  .meta({ id: 'ChangedVisibility' });

/** The body of `POST /api/operator/products/{slug}/access`. */
export const accessBody = z.strictObject({
  account: z
    .string('Enter the name or the id of an account.')
    .trim()
    .min(1, 'Enter the name or the id of an account.')
    .max(200, 'Expected at most 200 characters.')
    .meta({ description: 'Id or exact name of the account.' }),
  reason,
});

/** The body of `POST /api/operator/products/{slug}/access/{account_id}/withdrawal`. */
export const withdrawalBody = z.strictObject({ reason });

const account = z.strictObject({ id: z.string(), name: z.string() });

export const changedAccess = z.strictObject({ slug: z.string(), account }).meta({ id: 'ChangedAccess' });

const by = z.strictObject({ kind: z.string(), id: z.string().nullable(), name: z.string().nullable() });

/** The response of `GET /api/operator/products/{slug}/access`. */
export const productAccessList = z
  .strictObject({
    visibility,
    list: z.array(z.strictObject({ account, since: z.string(), by })),
    next: nextPage,
  })
  .meta({ id: 'ProductAccessList', description: 'Newest first.' });

export type ProductAccessList = z.output<typeof productAccessList>;

/** The response of `GET /api/operator/accounts/{account_id}/access`. */
export const accountAccessList = z
  .strictObject({
    list: z.array(
      z.strictObject({
        product: z.strictObject({
          id: z.string(),
          slug: z.string(),
          name: z.string(),
          visibility,
        }),
        since: z.string(),
        by,
      }),
    ),
    next: nextPage,
  })
  .meta({ id: 'AccountAccessList', description: 'Newest first.' });

export type AccountAccessList = z.output<typeof accountAccessList>;
