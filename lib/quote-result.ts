import { z } from 'zod';

const fault = z.object({
  pointer: z.string().meta({ description: 'A JSON pointer into the input.' }),
  detail: z.string(),
});

/** What the estimate answers; all but `credits` only when `detail=full` is asked for. */
export const quoteResult = z
  .object({
    credits: z.int().min(0).meta({ description: 'Credits needed for this call: it is never charged more.' }),
    quote: z
      .string()
      .optional()
      .meta({ description: 'The signed quote, where nothing is missing or invalid. A call may carry it.' }),
    expiresAt: z.iso.datetime().optional().meta({ description: 'When the quote ends.' }),
    breakdown: z
      .array(
        z.object({
          label: z.string(),
          text: z.string().meta({ description: 'The line in words, with its quantity.' }),
          credits: z.string().meta({ description: 'What the line adds, in credits: an exact decimal.' }),
        }),
      )
      .optional()
      .meta({ description: 'The price line by line. The sum is rounded up once.' }),
    fields: z
      .array(
        z.object({
          name: z.string(),
          affectsPrice: z.boolean(),
          adds: z.int().nullable().meta({
            description: 'Credits more (or less) than with its default, or without it where it has none.',
          }),
        }),
      )
      .optional()
      .meta({ description: 'For each input field what it adds to the price.' }),
    missing: z.array(fault).optional().meta({ description: 'Required fields that are absent.' }),
    invalid: z.array(fault).optional().meta({ description: 'Values that the call would refuse.' }),
    ignored: z.array(z.string()).optional().meta({ description: 'Keys that the template does not know.' }),
  })
  .meta({ id: 'CreditRequirement' });

export type QuoteResult = z.output<typeof quoteResult>;
export type QuoteFault = z.output<typeof fault>;
