import { z } from 'zod';
import { periods } from './periods.ts';

const count = z.int().min(0);

const figures = z.strictObject({
  calls: count.meta({ description: 'Calls that ended.' }),
  failed: count.meta({ description: 'Those of them that failed because of the API, not the caller.' }),
  credits: count.meta({ description: 'What they were charged.' }),
  medianMs: count
    .nullable()
    .meta({ description: 'Within this time APIs answered half of the calls. Null without answers.' }),
  p95Ms: count.nullable().meta({ description: 'The same of 95 %.' }),
});

const ranked = {
  calls: count,
  failed: count,
  credits: count,
  change: z.number().nullable().meta({
    description:
      'By what share its credits are more (or, of what is free, its calls) than in the period before. Both without the day or, in a year, the month that is not over. Null if it has nothing to be compared with.',
  }),
};

const named = z.strictObject({ id: z.string(), name: z.string() });

/** What callers did in a period. */
export const activity = z
  .strictObject({
    period: z.enum(periods),
    from: z.iso.datetime(),
    to: z.iso.datetime().meta({ description: 'The end of the last step, which may be yet to come.' }),
    beforeFrom: z.iso.datetime().meta({ description: 'Where the period before begins.' }),
    countedFrom: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'The month of the first call that was counted. Null if there is none yet.' }),
    totals: figures,
    totalsBefore: figures.meta({
      description: 'Of the period before; if this one is not over, up to the same time.',
    }),
    steps: z
      .array(z.strictObject({ at: z.iso.datetime(), ...figures.shape, before: figures }))
      .meta({ description: 'Hours of a day, four hours of a week, days of a month, months of a year.' }),
    topProducts: z.array(z.strictObject({ product: named.extend({ slug: z.string() }), ...ranked })),
    topAccounts: z
      .array(z.strictObject({ account: named, ...ranked }))
      .nullable()
      .meta({ description: 'Null for roles that may not see it.' }),
    failures: z
      .array(
        z.strictObject({
          product: named.extend({ slug: z.string() }),
          reason: z.string().meta({
            description:
              '`credential`: the API refused the credentials of the portal, or it had none. `timeout`, `stream` (it ended early), the status of the answer, or the code of a problem.',
          }),
          failed: count,
          calls: count.meta({ description: 'All calls of the product.' }),
          course: z
            .array(count)
            .meta({ description: 'How many failed on each day; in a year, in each month.' }),
        }),
      )
      .meta({ description: 'Why calls failed, the most frequent first.' }),
  })
  .meta({
    id: 'Activity',
    description:
      'Counted some seconds after a call ended, by the time of its end (UTC). Rankings may be a minute old.',
  });

export type Activity = z.output<typeof activity>;
export type Figures = z.output<typeof figures>;
