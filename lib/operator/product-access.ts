import { z } from 'zod';
import { acceptance } from '../account/terms.ts';
import { approvalStates } from '../account/approvals.ts';
import { approval, visibility } from '../product/catalogue-entry.ts';
import { unknownFilter } from '../call/call-list.ts';
import { nextPage, reason } from './accounts.ts';

/** The body of `POST /api/operator/products/{slug}/visibility`. */
export const visibilityBody = z.strictObject({
  visibility: visibility.meta({
    description:
      '`public`: everyone; `signed-in`: people and API keys; `accounts`: the accounts that operators choose. For others the product does not exist.',
  }),
  approval: approval.optional().meta({
    description: 'Whether an operator has to approve who calls it. Left out: as before.',
  }),
  reason,
});

export const changedVisibility = z
  .strictObject({ slug: z.string(), visibility, approval: approval.optional() })
  .meta({ id: 'ChangedVisibility' });

/** The body of `POST /api/operator/products/{slug}/terms`. */
export const termsBody = z.strictObject({
  page: z
    .string('Expected the address of a page, or null.')
    .max(200)
    .nullable()
    .meta({ description: 'The page that an account has to accept before it calls the product; null: none.' }),
  reason,
});

export const changedTerms = z
  .strictObject({ slug: z.string(), page: z.string().nullable() })
  .meta({ id: 'ChangedTerms' });

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

const decidable = z.enum(['approved', 'declined', 'withdrawn'], 'Expected approved, declined or withdrawn.');

/** The body of `POST /api/operator/requests/{request_id}/decision`. */
export const decisionBody = z.strictObject({
  state: decidable.meta({ description: '`withdrawn`: of what was approved.' }),
  reason: reason.meta({ description: 'The account reads it.' }),
});

export const decidedRequest = z
  .strictObject({ id: z.string(), state: decidable })
  .meta({ id: 'DecidedRequest' });

/** The response of `GET /api/operator/requests`. */
export const requestList = z
  .strictObject({
    list: z.array(
      z.strictObject({
        id: z.string(),
        state: z.enum(approvalStates),
        product: z.strictObject({ slug: z.string(), name: z.string() }),
        account: z.strictObject({ id: z.string(), name: z.string(), since: z.string() }),
        balance: z
          .int()
          .nullable()
          .meta({ description: 'Of the account; null for roles that may not see it.' }),
        calls: z.int().meta({ description: 'Calls of the account in 30 days, of any product.' }),
        reason: z.string(),
        askedAt: z.string(),
        by,
        decided: z
          .strictObject({ at: z.string(), by, reason: z.string().nullable() })
          .nullable()
          .meta({ description: 'Null while it is open.' }),
      }),
    ),
    unknownFilter,
    next: nextPage,
  })
  .meta({ id: 'RequestList', description: 'Newest first.' });

export type RequestList = z.output<typeof requestList>;

/** The response of `GET /api/operator/acceptances`. */
export const operatorAcceptanceList = z
  .strictObject({
    list: z.array(
      z.strictObject({ ...acceptance, account: z.strictObject({ id: z.string(), name: z.string() }) }),
    ),
    next: nextPage,
  })
  .meta({ id: 'OperatorAcceptanceList', description: 'Newest first.' });

export type OperatorAcceptanceList = z.output<typeof operatorAcceptanceList>;
