import { z } from 'zod';
import { operatorRole } from '../../lib/account/operator-role.ts';
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
}

export interface MakeSetupLinkPayload {
  /** SHA-256 of the token. */
  hash: string;
  now: number;
  expiresAt: number;
  /** Whether links of earlier starts end. */
  endsOthers: boolean;
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

export interface EndSessionsPayload {
  personKey: number;
  personId: string;
  /** One session, or all but one. */
  which: { only: string } | { allBut: string };
}
