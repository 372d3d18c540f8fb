import * as z from 'zod/mini';

const fault = z.object({ pointer: z.string(), detail: z.string() });

/** The part of `detail=full` estimates that the playground uses. In zod/mini, because every visitor loads it. */
export const fullQuote = z.object({
  credits: z.int(),
  quote: z.optional(z.string()),
  expiresAt: z.optional(z.string()),
  breakdown: z.array(z.object({ label: z.string(), text: z.string(), credits: z.string() })),
  fields: z.array(z.object({ name: z.string(), affectsPrice: z.boolean(), adds: z.nullable(z.int()) })),
  missing: z.array(fault),
  invalid: z.array(fault),
  ignored: z.array(z.string()),
});

export type FullQuote = z.output<typeof fullQuote>;
