import type { OperatorRole } from '../../lib/account/operator-role.ts';
import { z } from 'zod';
import { memberRole } from '../../lib/account/member-role.ts';
import { mailText } from './mail-changes.ts';
import type { NewIdentity } from './identity-changes.ts';
import type { NewPerson, NewSession } from './people-changes.ts';

const cap = z.int().min(0).nullable();

const caps = z.strictObject({ capDay: cap, capMonth: cap, capTotal: cap });

export type MemberCaps = z.output<typeof caps>;

export const createInvitationPayload = z.strictObject({
  /** inv_ and random letters. */
  id: z.string(),
  /** SHA-256 of the token. */
  hash: z.string(),
  accountId: z.string(),
  role: memberRole,
  caps,
  /** Null if nobody gets a mail. */
  sendTo: z.strictObject({ address: z.string(), mail: mailText }).nullable(),
  /** The person who invites; null for the command line. */
  by: z.int().nullable(),
  now: z.int(),
  expiresAt: z.int(),
  /** The network of a member who invites, as a hash. */
  askedBy: z.string().optional(),
  /** An account has no more open invitations. */
  most: z.int().min(1),
});

export type CreateInvitationPayload = z.output<typeof createInvitationPayload>;

/** `first-is-owner`: the account has no members, so somebody must own it first. */
export interface CreateInvitationResult {
  outcome: 'invited' | 'no-account' | 'not-allowed' | 'too-many' | 'too-many-mails' | 'first-is-owner';
}

export interface WithdrawInvitationPayload {
  id: string;
  accountId: string;
  by: number;
  now: number;
}

export interface WithdrawInvitationResult {
  withdrawn: boolean;
  /** The person is no owner, and the invitation is to own the account. */
  needsOwner?: boolean;
}

export interface UseInvitationPayload {
  linkHash: string;
  /** Somebody who has signed in, or a new person, who is signed in by it. */
  who:
    | { personKey: number; personId: string; sessionId: string }
    | {
        person: NewPerson & { passwordHash: string | null };
        session: NewSession;
        /** The owner of the guest's calls in this browser, which the person keeps. */
        history: string | null;
        /** By which the new person signs in. */
        identity?: NewIdentity;
        /** Whether the issuer of the identity has verified the address. */
        isAddressProven?: boolean;
      };
  /** Whether members may invite people who are new to the portal. */
  allowsNew: boolean;
  /** The roles of operators who always may. */
  operators: readonly OperatorRole[];
  now: number;
}

/**
 * `link`: it has expired or was used. `used`: the identity was proven once before, or has a person. `email`: somebody
 * else has the address. `closed`: no new people are allowed.
 */
export type UseInvitationResult =
  | { outcome: 'joined'; accountId: string; personId: string; role: string }
  | { outcome: 'link' | 'used' | 'already-member' | 'email' | 'closed' };

export interface ChangeMemberPayload {
  accountId: string;
  personId: string;
  by: number;
  /** What is absent stays as it is. */
  role?: z.output<typeof memberRole>;
  caps?: Partial<MemberCaps>;
  now: number;
}

type MemberFacts = MemberCaps & { role: string };

/** `last-owner`: the account would have no owner. */
export type ChangeMemberResult =
  | { outcome: 'changed'; before: MemberFacts; after: MemberFacts }
  | { outcome: 'no-member' | 'not-allowed' | 'last-owner' };

export interface RemoveMemberPayload {
  accountId: string;
  personId: string;
  /** The person themself, or somebody who manages members. */
  by: number;
  now: number;
}

export type RemoveMemberResult =
  | { outcome: 'removed'; role: string; revokedKeys: number }
  | { outcome: 'no-member' | 'not-allowed' | 'last-owner' };

export interface ChooseAccountPayload {
  personKey: number;
  sessionId: string;
  accountId: string;
}
