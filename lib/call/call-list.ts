import { z } from 'zod';
import { callStates } from '../receipt/receipt.ts';
import { callOutcomes } from './charges.ts';

export const listedCall = z.strictObject({
  id: z.string(),
  product: z.strictObject({ id: z.string(), slug: z.string(), name: z.string() }),
  state: z.enum(callStates),
  outcome: z.enum(callOutcomes).nullable(),
  problem: z.string().nullable().meta({ description: 'The code of the problem that was answered.' }),
  upstreamStatus: z.int().nullable().meta({ description: 'The status that the API answered with.' }),
  ignored: z.array(z.string()).optional().meta({
    description: 'Fields of the input that the product does not know. The receipt has the nearest.',
  }),
  requestId: z.string().nullable().meta({
    description: 'The `X-Request-Id` of the request that made the call. Null while it runs.',
  }),
  quoted: z.int().min(0),
  charged: z.int().min(0),
  startedAt: z.iso.datetime(),
  settledAt: z.iso.datetime().nullable(),
});

const named = z.strictObject({ id: z.string(), name: z.string() }).nullable();

/** Who made a call. */
export const madeBy = {
  key: named.meta({ description: 'The API key. Null for a call in the browser or as a guest.' }),
  person: named.meta({
    description: 'The member, with a key of theirs or without. Null for keys of nobody, and for guests.',
  }),
};

/** Of a list with filters. */
export const unknownFilter = z.string().optional().meta({
  description:
    'A sentence, if a filter names something that does not exist, or `from` is not before `to`. The list is empty then.',
});

/** The response of `GET /api/calls`. */
export const callList = z
  .strictObject({
    list: z.array(
      z.strictObject({
        ...listedCall.shape,
        ...madeBy,
        asGuest: z
          .literal(true)
          .optional()
          .meta({ description: 'Made as a guest, in the browser in which you signed up later.' }),
      }),
    ),
    total: z.int().min(0),
    unknownFilter,
    truncated: z.literal(true).optional().meta({
      description: 'Only the newest 10,000 calls were searched. Set an earlier `to` for older calls.',
    }),
  })
  .meta({ id: 'CallList', description: "The caller's calls, newest first." });

export type CallList = z.output<typeof callList>;

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
