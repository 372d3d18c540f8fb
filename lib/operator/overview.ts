import { z } from 'zod';
import { auditList } from './audit.ts';

const use = z.strictObject({ calls: z.int().min(0), credits: z.int().min(0), accounts: z.int().min(0) });

/** The response of `GET /api/operator/overview`. */
export const overview = z
  .strictObject({
    at: z.iso.datetime().meta({ description: 'When it was read. It is kept for two seconds.' }),
    needsYou: z.strictObject({
      failedMails: z.int().min(0),
      lastBackupAt: z.iso.datetime().nullable().meta({ description: 'Null if none was ever made.' }),
    }),
    broken: z
      .array(
        z.strictObject({
          product: z.strictObject({ id: z.string(), slug: z.string(), name: z.string() }),
          failed: z.int().min(1),
          calls: z.int().min(1),
        }),
      )
      .meta({ description: 'Products whose API failed, in the newest 1,000 calls of the last hour.' }),
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
      today: use,
      weekAgo: use.meta({ description: 'The same weekday of the last week, all of it.' }),
    }),
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
