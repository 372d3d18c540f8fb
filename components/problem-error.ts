import type { PageProblem } from './problem-schema.ts';

/** An error response of the portal, with its detail as the message. Every page knows it, and no schema with it. */
export class ProblemError extends Error {
  override name = 'ProblemError';

  constructor(readonly problem: PageProblem) {
    super(problem.detail);
  }
}

/** The message when the portal does not respond. The page recognizes this error by it. */
export const unreachable = 'The portal cannot be reached. Check your connection, then try again.';

/** The message of anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
