/** The part of a problem document (lib/problem/problem-document.ts) that pages use. */
export interface PageProblem {
  code: string;
  detail: string;
  /** Where the page can go on. */
  location?: string;
  /** Where a person confirms that it is them, or enters a key again. */
  confirmation?: string;
  /** The upstream credential that is missing, which an operator can set. */
  credential?: string;
  errors?: { pointer?: string; parameter?: string; detail: string }[];
}

/** An error response of the portal, with its detail as the message. */
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
