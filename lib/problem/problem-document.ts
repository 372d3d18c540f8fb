import { z } from 'zod';
import { quoteResult } from '../product/quote-result.ts';

/** An error response: `application/problem+json` of RFC 9457. */
export const problemDocument = z
  .looseObject({
    type: z.string().meta({ description: 'A page of this portal that explains the error.' }),
    title: z.string(),
    status: z.int().min(400).max(599),
    detail: z.string().meta({ description: 'Explanation of this occurrence, for people.' }),
    code: z.string().meta({ description: 'Stable error code, for programs.' }),
    requestId: z.string().meta({ description: 'Id of the request in the log of the operator.' }),
    errors: z
      .array(
        z.union([
          z.object({
            pointer: z.string().meta({ description: 'A JSON pointer into the body.' }),
            detail: z.string(),
          }),
          z.object({ parameter: z.string(), detail: z.string() }),
        ]),
      )
      .optional(),
    required: z.int().optional().meta({ description: 'Credits that the call needs.' }),
    balance: z.int().optional().meta({ description: 'Credits that are available.' }),
    shortfall: z.int().optional().meta({
      description: 'Credits that are missing, or by which the call would exceed the limit.',
    }),
    resetsAt: z.iso.datetime().optional().meta({
      description: "When a guest's allowance is refilled, or the day or month of the limit ends.",
    }),
    creditsUrl: z.url().optional().meta({ description: 'Where credits are bought.' }),
    breakdown: quoteResult.shape.breakdown,
    quote: z.string().optional().meta({
      description: 'A quote for this input. Send it as `Farebox-Quote` once the credits are there.',
    }),
    expiresAt: z.iso.datetime().optional().meta({ description: 'When the quote expires.' }),
  })
  .meta({
    id: 'Problem',
    description:
      'An error. A refusal of the price (402) says how to continue. Errors of a call can also have `maximum`, `cap`, `spent`, `charged` (credits), `callId`, `receipt` (a URL) and `upstream` (status and body that the API returned).',
  });
