import { z } from 'zod';
import { usageKinds } from '../account/credit-account.ts';

/** Hours of accounts are not counted. */
export const accountPeriods = ['week', 'month', 'year'] as const;

const sums = { calls: z.int().min(0), credits: z.int().min(0) };
const share = z.strictObject({
  of: z
    .strictObject({ id: z.string(), name: z.string() })
    .nullable()
    .meta({ description: 'Null for calls without an API key, or by no member.' }),
  ...sums,
});

/** The response of `GET /api/operator/accounts/{account_id}/activity`. */
export const accountActivity = z
  .strictObject({
    period: z.enum(accountPeriods),
    by: z.enum(usageKinds),
    from: z.iso.date(),
    to: z.iso.date().meta({ description: 'The last day.' }),
    totals: z.strictObject(sums),
    totalsBefore: z
      .strictObject(sums)
      .meta({ description: 'Of the whole period before, of which as many days or months are over.' }),
    change: z.number().nullable().meta({
      description:
        'By what share its credits are more than before, without the day or, in a year, the month that is not over. Null if it had none.',
    }),
    shares: z
      .array(share)
      .meta({ description: 'The five products, keys or members with most credits, the most first.' }),
    others: z
      .strictObject({ count: z.int().min(1), ...sums })
      .nullable()
      .meta({ description: 'All others. Null if there are none.' }),
    steps: z.array(
      z.strictObject({
        day: z.iso.date().meta({ description: 'A day, or the first of a month.' }),
        ...sums,
        parts: z
          .array(z.int().min(0))
          .meta({ description: 'Credits of each of `shares`, then of `others` if there are any.' }),
        before: z.strictObject(sums),
      }),
    ),
  })
  .meta({
    id: 'AccountActivity',
    description: 'Resolved calls by the day (UTC) in which they began, against the period before.',
  });

export type AccountActivity = z.output<typeof accountActivity>;
