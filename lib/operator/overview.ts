import { z } from 'zod';
import { activity } from './activity.ts';
import { auditList } from './audit.ts';
import { brokenRule, health } from './health.ts';
import { reason } from './accounts.ts';

const use = z.strictObject({ calls: z.int().min(0), credits: z.int().min(0), accounts: z.int().min(0) });

const product = z.strictObject({ id: z.string(), slug: z.string(), name: z.string() });

/** The names of what can be dismissed. */
export const items = {
  denied: (productId: string) => `denied:${productId}`,
  webhook: (webhookId: string) => `webhook:${webhookId}`,
  document: (api: string) => `document:${api}`,
  failedMails: 'failed-mails',
  backup: 'backup',
  auditSignature: 'audit-signature',
  /** Not one that comes back. */
  firstSteps: 'first-steps',
} as const;

const longestItem = 100;

/** The body of `POST /api/operator/overview/dismissals`. */
export const dismissalBody = z.strictObject({
  item: z
    .string('Expected the name of an item.')
    .max(longestItem, 'This is too long for the name of an item.')
    .meta({
      description:
        'Of `needsYou`: `denied:` and the id of the product, `webhook:` and the id of the webhook, `document:` and the slug of the API, `failed-mails`, `backup` or `audit-signature`; or `first-steps`, for good.',
    }),
  reason,
});

/** The response of `POST /api/operator/overview/dismissals`. */
export const dismissal = z.strictObject({ item: z.string() }).meta({ id: 'Dismissal' });

/** The response of `GET /api/operator/overview`. */
export const overview = z
  .strictObject({
    at: z.iso.datetime().meta({
      description:
        'When the figures were read. They are cached for two seconds; the usage of today and the accounts that run out for up to ten if they take long to read; sums of past days and hours for an hour.',
    }),
    needsYou: z.strictObject({
      openRequests: z
        .int()
        .min(0)
        .meta({ description: 'Accounts that ask to call a product, and were not answered.' }),
      failedMails: z.int().min(0).meta({ description: 'Since they were dismissed, if they were.' }),
      lastBackupAt: z.iso.datetime().nullable().meta({ description: 'Null if none was ever made.' }),
      isBackupLate: z.boolean().meta({
        description:
          'The last one is older than a day, or there is none. False once it is dismissed, until another one is late.',
      }),
      auditSignedAt: z.iso
        .datetime()
        .nullable()
        .meta({ description: 'Null if the audit log was never signed.' }),
      isAuditSignatureLate: z.boolean().meta({
        description:
          'The last one is older than a day. False once it is dismissed, until another one is late.',
      }),
      denied: z
        .array(
          z.strictObject({
            product,
            calls: z.int().min(1),
            missing: z.boolean().meta({ description: 'The portal has no such credential now.' }),
            credentials: z.array(z.string()).nullable().meta({
              description:
                'The names of the missing credentials; if none is missing, of those that may have been refused. Null for roles that may not see credentials.',
            }),
          }),
        )
        .meta({
          description:
            'Products whose calls failed because of the credentials of the portal, in the same hours as `broken`: the API refused them, or they are missing. A product leaves the list when a call succeeds, when the missing credentials are there, or when it is dismissed, until it happens again.',
        }),
      unreadableDocuments: z
        .array(z.strictObject({ slug: z.string(), name: z.string(), problem: z.string(), failures: z.int() }))
        .meta({
          description:
            'APIs whose documents could not be read three times in a row or more. A dismissed one is left out until the next look fails.',
        }),
      failingWebhooks: z
        .array(
          z.strictObject({
            webhookId: z.string(),
            account: z.strictObject({ id: z.string(), name: z.string() }),
            since: z.iso.datetime(),
          }),
        )
        .nullable()
        .meta({
          description:
            'Webhooks that have accepted nothing since an event more than an hour ago. A dismissed one is left out until another event fails. Null for roles that may not see it.',
        }),
    }),
    broken: z.array(z.strictObject({ product, ...health.shape })).meta({
      description: `${brokenRule} The worst come first. Calls count some seconds after they ended.`,
    }),
    money: z
      .strictObject({
        issued: z.int().meta({ description: 'Credits that were granted, with the allowances of guests.' }),
        earned: z.int().meta({ description: 'Credits that calls have cost.' }),
        outstanding: z.int().meta({ description: 'What the callers have left: issued, not earned.' }),
        held: z
          .int()
          .min(0)
          .meta({ description: 'On hold for running calls. A part of what is outstanding.' }),
      })
      .nullable()
      .meta({ description: 'Null for roles that may not see it.' }),
    use: z.strictObject({
      today: use.meta({ description: 'Today (UTC), until now.' }),
      yesterday: use,
      weekBefore: use.meta({ description: 'The same weekday as yesterday, a week earlier.' }),
    }),
    activity,
    runningOut: z
      .array(
        z.strictObject({
          account: z.strictObject({ id: z.string(), name: z.string() }),
          available: z.int(),
          perDay: z.int().min(1).meta({ description: 'Credits that it spent yesterday.' }),
        }),
      )
      .nullable()
      .meta({
        description: 'Accounts with credits for less than a week. Null for roles that may not see it.',
      }),
    changes: auditList.shape.list
      .nullable()
      .meta({ description: 'The newest entries of the audit log. Null for roles that may not see it.' }),
  })
  .meta({ id: 'OperatorOverview' });

export type Overview = z.output<typeof overview>;
