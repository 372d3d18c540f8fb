import { z } from 'zod';
import type { Transport } from '../../lib/account/passkeys.ts';
import type { OpenSessionPayload } from './account-changes.ts';
import { type MailText, mailText } from './mail-changes.ts';
import type { MakePasswordLinkPayload, NewSession } from './people-changes.ts';
import type { Proof, UsedChallenge } from './proof.ts';

/** A person whose factors change. */
interface OfPerson {
  personKey: number;
  personId: string;
  now: number;
}

export interface BeginSecondFactorPayload extends OfPerson {
  /** Encrypted. */
  secret: string;
}

export interface EnableSecondFactorPayload extends OfPerson {
  /** The one that the code was of. */
  secret: string;
  step: number;
  /** Hashes. */
  recoveryCodes: string[];
  mail: MailText;
}

export interface RemoveSecondFactorPayload extends OfPerson {
  mail: MailText;
}

export const resetFactorsPayload = z.strictObject({
  emailKey: z.string(),
  now: z.int(),
  mail: mailText,
});

/** Null: nobody has the address. `had`: whether there was anything to remove. */
export type ResetFactorsResult = { personId: string; had: boolean } | { personId: null };

export interface TakeCodeTryPayload {
  personKey: number;
  now: number;
  most: number;
  withinMs: number;
}

export interface BeginSignInPayload extends OfPerson {
  /** SHA-256 of the token. */
  hash: string;
  expiresAt: number;
  /** When a mailed code was entered, if that began the sign-in. */
  mailedCodeAt?: number | null;
}

export interface SignInByPasswordPayload {
  /** The hash that the password was compared with. */
  comparedHash: string;
  session: Extract<OpenSessionPayload, { personKey: number }>;
  /** The sign-in that begins if the person has a second factor. */
  pending: Pick<BeginSignInPayload, 'hash' | 'expiresAt'>;
}

/** `changed`: the person has another password now, or was erased. */
export interface SignInByPasswordResult {
  outcome: 'signed-in' | 'pending' | 'changed';
}

export interface FinishSignInPayload {
  /** Of the sign-in that needs a code; null if the proof is enough. */
  challengeHash: string | null;
  proof: Proof;
  session: Extract<OpenSessionPayload, { personKey: number }>;
}

/** `used`: the proof was used already. */
export interface FinishSignInResult {
  outcome: 'signed-in' | 'expired' | 'used';
}

export interface AddPasskeyPayload extends OfPerson {
  /** psk_ and random letters. */
  id: string;
  name: string;
  credentialId: string;
  /** Base64 as in a URL. */
  publicKey: string;
  counter: number;
  transports: Transport[];
  challenge: UsedChallenge;
  /** Nothing is added if the person has so many. */
  most: number;
  mail: MailText;
}

/** `used`: the challenge was used already, or somebody has the passkey. */
export interface AddPasskeyResult {
  outcome: 'added' | 'used' | 'too-many';
}

export interface RemovePasskeyPayload extends OfPerson {
  id: string;
  mail: MailText;
}

/** `last-way`: the person has nothing else to sign in by. */
export interface RemovePasskeyResult {
  outcome: 'removed' | 'unknown' | 'last-way';
}

export interface MailCodePayload {
  emailKey: string;
  /** For whom it is, and what it is. */
  hash: string;
  answer: string;
  now: number;
  expiresAt: number;
  /** How long there is no other one. */
  pauseMs: number;
  /** The network that asks, as a hash. */
  askedBy?: string;
  mail: MailText;
}

export interface UseMailCodePayload {
  emailKey: string;
  hash: string;
  answer: string;
  session: NewSession;
  instead: string | null;
  /** The sign-in that begins if the person has a second factor. */
  pending: { hash: string; expiresAt: number };
  /** To choose a password, if theirs ends because this is the first proof of the address. */
  link: Omit<MakePasswordLinkPayload, 'emailKey' | 'now'>;
  now: number;
}

export type UseMailCodeResult =
  | { outcome: 'signed-in'; personId: string; personKey: number }
  | { outcome: 'pending'; personId: string }
  | { outcome: 'wrong' };
