import { z } from 'zod';
import { madeBy } from './call-list.ts';

const reason = {
  problem: z.string().meta({ description: 'The code of the problem that was answered.' }),
  title: z.string().meta({ description: 'Its title.' }),
};

/** The response of `GET /api/calls/refused`. */
export const refusedCallList = z
  .strictObject({
    list: z.array(
      z.strictObject({
        at: z.iso.datetime(),
        product: z
          .strictObject({ id: z.string(), slug: z.string(), name: z.string() })
          .nullable()
          .meta({ description: 'Null if the call was refused before its product was looked up.' }),
        ...madeBy,
        ...reason,
        status: z.int(),
        detail: z.string().nullable().meta({
          description: 'The sentence that was answered. Null once a person is erased whom it may name.',
        }),
        requestId: z.string().meta({ description: 'The `X-Request-Id` of the request.' }),
      }),
    ),
    total: z.int().min(0).meta({ description: 'At most 1,000.' }),
  })
  .meta({ id: 'RefusedCallList', description: 'The last refused calls, newest first.' });

export type RefusedCallList = z.output<typeof refusedCallList>;

/** The response of `GET /api/usage/refused`. */
export const refusedUsage = z
  .strictObject({
    from: z.iso.date(),
    to: z.iso.date(),
    list: z.array(z.strictObject({ day: z.iso.date(), key: madeBy.key, ...reason, calls: z.int().min(1) })),
    truncated: z
      .literal(true)
      .optional()
      .meta({ description: 'Only the newest 5,000 sums are listed. Ask for fewer days at a time.' }),
  })
  .meta({ id: 'RefusedUsage', description: 'Refused calls by day (UTC), API key and reason, newest first.' });

export type RefusedUsage = z.output<typeof refusedUsage>;
