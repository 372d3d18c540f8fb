import * as z from 'zod/mini';

/**
 * The part of a problem document (lib/problem/problem-document.ts) that pages use. In zod/mini, because every visitor
 * loads it.
 */
export const problemSchema = z.object({
  code: z.string(),
  detail: z.string(),
  /** Where the page can go on. */
  location: z.optional(z.string()),
  /** Where a person confirms that it is them, or enters a key again. */
  confirmation: z.optional(z.string()),
  errors: z.optional(
    z.array(
      z.object({
        pointer: z.optional(z.string()),
        parameter: z.optional(z.string()),
        detail: z.string(),
      }),
    ),
  ),
});

export type PageProblem = z.output<typeof problemSchema>;
