import type { OpenSessionPayload } from './account-changes.ts';
import type { MailText } from './mail-changes.ts';
import type { IdentityProof, UsedChallenge } from './proof.ts';

/** An identity that becomes somebody's. */
export interface NewIdentity {
  /** idn_ and random letters. */
  id: string;
  issuer: string;
  /** What the issuer calls the person. */
  subject: string;
  /** The sign-in that proved it. */
  challenge: UsedChallenge;
}

export interface ConnectIdentityPayload {
  personKey: number;
  personId: string;
  identity: NewIdentity;
  now: number;
  /** Nothing is connected if the person has so many. */
  most: number;
  mail: MailText;
}

/** `used`: the sign-in was used already. `taken`: somebody has the identity, perhaps this person. */
export interface ConnectIdentityResult {
  outcome: 'connected' | 'used' | 'taken' | 'too-many';
}

export interface DisconnectIdentityPayload {
  personKey: number;
  personId: string;
  id: string;
  now: number;
  mail: MailText;
}

/** `last-way`: the person could not sign in any more. */
export type DisconnectIdentityResult =
  | { outcome: 'disconnected'; issuer: string }
  | { outcome: 'unknown' | 'last-way' };

export interface SignInByIdentityPayload {
  proof: IdentityProof;
  session: Extract<OpenSessionPayload, { personKey: number }>;
}

/** `used`: the sign-in was used already, or the identity was disconnected. */
export interface SignInByIdentityResult {
  outcome: 'signed-in' | 'used';
}
