import { z } from 'zod';

/** What a job writes to a person. */
export const mailText = z.strictObject({ subject: z.string(), text: z.string() });

export type MailText = z.output<typeof mailText>;

/** `Receiver`: the address of a mail, or the account of a webhook. */
export interface ClaimPayload<Receiver> {
  now: number;
  /** Until then no other portal takes them. */
  leaseUntil: number;
  most: number;
  /** How many a portal sends to one receiver at the same time. Without it, one receiver may have all. */
  share?: { most: number; sendingTo: Receiver[] };
}

/** A mail that this portal may send until its lease ends. */
export interface ClaimedMail {
  key: number;
  id: string;
  kind: string;
  to: string;
  subject: string;
  text: string;
  createdAt: number;
  /** With this one. */
  attempts: number;
  leaseUntil: number;
}

/** The result of an attempt. It is ignored if another portal took the mail since. */
export interface FinishMailPayload {
  key: number;
  leaseUntil: number;
  sentAt: number | null;
  failedAt: number | null;
  /** Null if no attempt follows. */
  nextAttemptAt: number | null;
  lastError: string | null;
}

export interface PruneOutboxPayload {
  /** Older ones are deleted. */
  before: number;
  most: number;
}

export const retryMailPayload = z.strictObject({ id: z.string(), now: z.int() });

/** Only a mail that is `queued` is tried again. */
export interface RetryMailResult {
  state: 'queued' | 'unknown' | 'sent' | 'being-sent';
}
