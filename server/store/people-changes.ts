import { z } from 'zod';
import { type OperatorRole, operatorRole } from '../../lib/account/operator-role.ts';
import type { Proof } from './proof.ts';
import { type MailText, mailText } from './mail-changes.ts';

const newPerson = z.strictObject({
  /** per_ and random letters. */
  id: z.string(),
  email: z.string(),
  emailKey: z.string(),
  name: z.string(),
});

export type NewPerson = z.output<typeof newPerson>;

/** A session of a person that is about to begin. */
export interface NewSession {
  /** SHA-256 of the token in the cookie. */
  hash: string;
  /** ses_ and random letters. */
  id: string;
  device: string;
  expiresAt: number;
  /** When the person last proved who they are; by default now. */
  confirmedAt?: number;
}

export interface MakeSetupLinkPayload {
  /** SHA-256 of the token. */
  hash: string;
  now: number;
  expiresAt: number;
  /** Links of earlier starts end at once, but those that are not older than this only after it. */
  graceMs: number;
}

export interface ClaimPortalPayload {
  linkHash: string;
  person: NewPerson & { passwordHash: string };
  session: NewSession;
  now: number;
}

/** `link`: the link has expired or was used. `operator`: somebody was first. `email`: somebody else has the address. */
export type ClaimPortalResult =
  | { claimed: true }
  | { claimed: false; because: 'link' | 'operator' | 'email' };

export const makeOperatorPayload = z.strictObject({
  person: newPerson,
  role: operatorRole,
  /** Null: the person chooses a password with a link. */
  passwordHash: z.string().nullable(),
  now: z.int(),
});

export type MakeOperatorPayload = z.output<typeof makeOperatorPayload>;

/** `personId`: of the new operator, or of the one who has the address already. */
export interface MakeOperatorResult {
  made: boolean;
  personId: string;
}

export const setOperatorRolePayload = z.strictObject({
  personId: z.string(),
  /** Null: the person is no operator any more. */
  role: operatorRole.nullable(),
  now: z.int(),
});

export type SetOperatorRolePayload = z.output<typeof setOperatorRolePayload>;

/** `last-owner`: nobody else is an owner. Then nothing was changed. */
export type SetOperatorRoleResult =
  | { outcome: 'set'; before: OperatorRole | null; revokedKeys: number }
  | { outcome: 'unknown' }
  | { outcome: 'last-owner' };

export interface ProvisionOperatorPayload {
  person: z.output<typeof newPerson>;
  passwordHash: string;
  now: number;
}

export const makePasswordLinkPayload = z.strictObject({
  emailKey: z.string(),
  hash: z.string(),
  now: z.int(),
  expiresAt: z.int(),
  /** Has the link. */
  mail: mailText,
});

export type MakePasswordLinkPayload = z.output<typeof makePasswordLinkPayload>;

export interface UsePasswordLinkPayload {
  /** Tells the person that the password has changed. */
  mail: MailText;
  linkHash: string;
  passwordHash: string;
  session: NewSession;
  now: number;
}

/** `personId`: null if there is no such link. A person with a second factor is not signed in. */
export type UsePasswordLinkResult = { personId: string; signedIn: boolean } | { personId: null };

export interface ChangePasswordPayload {
  /** Tells the person that the password has changed. */
  mail: MailText;
  now: number;
  personKey: number;
  personId: string;
  passwordHash: string;
  /** The session that goes on; all others end. */
  sessionId: string;
}

export interface ConfirmSessionPayload {
  personKey: number;
  personId: string;
  sessionId: string;
  /** Null if it was the password. */
  proof: Proof | null;
  now: number;
}

export const endSessionsPayload = z.strictObject({
  personKey: z.int(),
  personId: z.string(),
  /** One session, all but one, or all. */
  which: z.union([
    z.strictObject({ only: z.string() }),
    z.strictObject({ allBut: z.string() }),
    z.literal('all'),
  ]),
});

export type EndSessionsPayload = z.output<typeof endSessionsPayload>;

export interface SeeAsPayload {
  personKey: number;
  sessionId: string;
  accountId: string;
  until: number;
}

/** `before`: the id of the account that the session saw until now. */
export type SeeAsResult = { seen: true; before: string | null } | { seen: false };

export const erasePersonPayload = z.strictObject({
  personId: z.string(),
  /** Under which a code is stored that was mailed to the person's address. */
  codeHash: z.string(),
  now: z.int(),
});

export type ErasePersonPayload = z.output<typeof erasePersonPayload>;

export const exportPersonPayload = z.strictObject({ personId: z.string() });

/** A mail whose file is deleted after the commit. */
export interface DeletedMail {
  id: string;
  createdAt: number;
}

/**
 * `last-owner`: the account would have members and no owner. `last-operator`: the portal would have no owner. Then
 * nothing was changed.
 */
export type ErasePersonResult =
  | {
      outcome: 'erased';
      personId: string;
      /** Ids of accounts that had no other member. */
      closedAccounts: string[];
      leftAccounts: string[];
      revokedKeys: number;
      mails: DeletedMail[];
    }
  | { outcome: 'unknown' }
  | { outcome: 'last-owner'; accountId: string; accountName: string }
  | { outcome: 'last-operator' };
