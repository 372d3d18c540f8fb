import { z } from 'zod';
import type { OpenSessionPayload } from './account-changes.ts';
import { type MailText, mailText } from './mail-changes.ts';

/** What a code proves: the step of time of an authenticator app, or a recovery code. Each can be used once. */
export type CodeProof = { kind: 'code'; step: number } | { kind: 'recovery-code'; hash: string };

/** A person whose second factor changes. */
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
}

export interface FinishSignInPayload {
  challengeHash: string;
  proof: CodeProof;
  session: Extract<OpenSessionPayload, { personKey: number }>;
}

/** `used`: the code was used already. */
export interface FinishSignInResult {
  outcome: 'signed-in' | 'expired' | 'used';
}
