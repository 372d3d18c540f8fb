import { z } from 'zod';
import { spendable } from '../account/credit-account.ts';

const fault = z.object({
  pointer: z.string().meta({ description: 'A JSON pointer into the input.' }),
  detail: z.string(),
});

/** An estimate. All but `credits` needs `detail=full`. */
export const quoteResult = z
  .object({
    credits: z
      .int()
      .min(0)
      .meta({ description: 'Credits needed for this call, and the most it can be charged.' }),
    quote: z.string().optional().meta({
      description:
        'The signed quote, if no field is missing or invalid. Send it with the call as `Farebox-Quote`.',
    }),
    expiresAt: z.iso.datetime().optional().meta({ description: 'When the quote expires.' }),
    breakdown: z
      .array(
        z.object({
          label: z.string(),
          text: z.string().meta({ description: 'The line in words, with its quantity.' }),
          credits: z.string().meta({ description: 'Credits that the line adds, as an exact decimal.' }),
        }),
      )
      .optional()
      .meta({ description: 'The price lines. Their sum is rounded up once.' }),
    fields: z
      .array(
        z.object({
          name: z.string(),
          affectsPrice: z.boolean(),
          adds: z.int().nullable().meta({
            description:
              'Difference in credits to the default value, or to leaving the field out if it has none. Null if it cannot be computed.',
          }),
        }),
      )
      .optional()
      .meta({ description: 'What each input field adds to the price.' }),
    missing: z.array(fault).optional().meta({ description: 'Missing required fields.' }),
    invalid: z.array(fault).optional().meta({ description: 'Values that a call would refuse.' }),
    ignored: z.array(z.string()).optional().meta({
      description:
        'Fields that the product does not know: their names, and JSON pointers for deeper ones. At most 100.',
    }),
    changesAt: z.iso.datetime().optional().meta({
      description:
        'From when on another price is announced. Absent if none is. A quote that ends later holds still.',
    }),
    creditsThen: z.int().min(0).optional().meta({
      description: 'What this call is estimated at by the announced price. Absent of long inputs.',
    }),
    changeText: z.string().optional().meta({
      description: 'What is announced, such as “From 12 Dec 2026, 14:00 UTC: 3 → 4 credits”.',
    }),
    spendable: spendable.optional().meta({
      description: 'What the caller can spend on this product now. Absent if the caller is not known.',
    }),
  })
  .meta({ id: 'CreditRequirement' });

export type QuoteResult = z.output<typeof quoteResult>;
export type QuoteFault = z.output<typeof fault>;
