import { z } from 'zod';
import { CALL_OUTCOMES } from './charges.ts';
import { CALL_STATES } from '../receipt/receipt.ts';

export const listedCall = z.strictObject({
  id: z.string(),
  product: z.strictObject({ id: z.string(), slug: z.string(), name: z.string() }),
  state: z.enum(CALL_STATES),
  outcome: z.enum(CALL_OUTCOMES).nullable(),
  problem: z.string().nullable().meta({ description: 'The code of the problem that was answered.' }),
  upstreamStatus: z.int().nullable().meta({ description: 'The status that the API answered with.' }),
  ignored: z.array(z.string()).optional().meta({
    description: 'Fields of the input that the product does not know. The receipt has the nearest.',
  }),
  quoted: z.int().min(0),
  charged: z.int().min(0),
  startedAt: z.iso.datetime(),
  settledAt: z.iso.datetime().nullable(),
});

/** The response of `GET /api/calls`. */
export const callList = z
  .strictObject({
    list: z.array(
      z.strictObject({
        ...listedCall.shape,
        asGuest: z
          .literal(true)
          .optional()
          .meta({ description: 'Made as a guest, in the browser in which you signed up later.' }),
      }),
    ),
    total: z.int().min(0),
    truncated: z.literal(true).optional().meta({
      description: 'Only the newest 10,000 calls were searched. Set an earlier `to` for older calls.',
    }),
  })
  .meta({ id: 'CallList', description: "The caller's calls, newest first." });

export type CallList = z.output<typeof callList>;
