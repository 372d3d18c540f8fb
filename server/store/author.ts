import { z } from 'zod';

/** Who causes a change, and why, for the audit log. */
export interface Author {
  kind: 'person' | 'key' | 'command-line' | 'portal';
  /** Of the person or key, or the user name of a command line. */
  id: string | null;
  requestId: string | null;
  /** As a person wrote it. */
  reason?: string | null;
  /** Set for a request with an `Idempotency-Key`. */
  once?: Once;
}

/** Written with the change, so that a repeated request gets the response of the first one. */
export interface Once {
  hash: string;
  fingerprint: string;
  /** What the response needs beside the result, encrypted. */
  given: string;
  now: number;
}

/** For changes that nobody asked for, such as a sign-in. */
export const portalAuthor: Author = { kind: 'portal', id: null, requestId: null };

const longestUserName = 100;

/** What a command line says about itself. Only the owner of the data folder can use its socket. */
export const commandLineAuthor = z.strictObject({
  kind: z.literal('command-line'),
  id: z.string().max(longestUserName).nullable(),
  requestId: z.null(),
});
