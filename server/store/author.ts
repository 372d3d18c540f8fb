import { userInfo } from 'node:os';
import { z } from 'zod';
import type { MemberVerb } from '../../lib/account/roles.ts';
import type { OperatorRole } from '../../lib/account/session.ts';
import { longestReason } from '../../lib/operator/accounts.ts';

/** Who causes a change, and why, for the audit log. */
export interface Author {
  kind: 'person' | 'key' | 'command-line' | 'portal';
  /** Of the person or key, or the user name of a command line. */
  id: string | null;
  requestId: string | null;
  /** As a person wrote it. */
  reason?: string | null | undefined;
  /** The session in which a person asks for it. It must still be valid when the change is written. */
  sessionId?: string;
  /** What the author must still be allowed to do when the change is written. */
  needs?: Need;
  /** The account that must be neither closed nor suspended when the change is written. */
  activeAccount?: string;
  /** Set for a request with an `Idempotency-Key`. */
  once?: Once;
}

/** A role as an operator, or what a role in an account allows. */
export type Need =
  | { operatorRoles: readonly OperatorRole[]; also?: NeedWhere }
  | { accountId: string; personKey: number; verb: MemberVerb };

/** Roles that only a change of some accounts needs, which is decided in the transaction of the change. */
export interface NeedWhere {
  account: string;
  has: 'members' | 'operator-key';
  operatorRoles: readonly OperatorRole[];
  /** What others are told. */
  refusal: string;
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
  reason: z.string().max(longestReason).nullable().optional(),
});

/** The user who runs a command, and why, as they wrote it. */
export function commandAuthor(reason: string | null = null): Author {
  return { kind: 'command-line', id: userName(), requestId: null, reason };
}

/** Null if the system has no name for the user, as in some containers. */
function userName(): string | null {
  try {
    return userInfo().username.slice(0, longestUserName);
  } catch {
    return null;
  }
}
