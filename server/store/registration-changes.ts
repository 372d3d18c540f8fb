import type { MailText } from './mail-changes.ts';
import type { MailBound } from './sql/queue-mail.ts';
import type { NewIdentity } from './identity-changes.ts';
import type { NewPerson, NewSession } from './people-changes.ts';

export interface BeginRegistrationPayload {
  /** As it was written, and as it is compared. */
  email: string;
  emailKey: string;
  /** SHA-256 of the token in the link. */
  hash: string;
  now: number;
  expiresAt: number;
  /** How long there is no other mail. */
  pauseMs: number;
  /** The network that asks, as a hash. */
  askedBy?: string;
  /** Has the link. */
  mail: MailText;
  /** For somebody who is registered already. */
  mailToKnown: MailText;
}

/** `bound`: what is reached for a day. */
export interface BeginRegistrationResult {
  mailed: boolean;
  bound: MailBound | null;
}

export interface RegisterPayload {
  /** What proves the address: a link that was mailed to it, or the issuer of an identity. */
  proof: { linkHash: string } | { identity: NewIdentity; email: string; emailKey: string };
  /** `id`: of the one who has the address without having proven it, or a new one. */
  person: Pick<NewPerson, 'id' | 'name'> & { passwordHash: string | null };
  /** acc_ and random letters. */
  accountId: string;
  /** To begin with. */
  credits: number;
  session: NewSession;
  /** The owner of the guest's calls in this browser, which the person keeps. */
  history: string | null;
  now: number;
}

/** `link`: it has expired or was used. `used`: the same of a sign-in elsewhere. `email`: somebody has the address. */
export type RegisterResult = { outcome: 'registered' } | { outcome: 'link' | 'used' | 'email' };
