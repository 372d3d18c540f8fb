import * as z from 'zod/mini';

/**
 * Of a problem document (lib/problem/problem-document.ts), what a page makes use of: in the small edition of zod, for every
 * visitor loads it.
 */
export const refusedProblem = z.object({
  code: z.string(),
  detail: z.string(),
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

/** A refusal of the portal, by its detail; the rest is for whoever knows what to do about a code. */
export class Refusal extends Error {
  override name = 'Refusal';

  constructor(readonly problem: z.output<typeof refusedProblem>) {
    super(problem.detail);
  }
}
