import type { PageOf } from './page.ts';

/** A mail, sent or not. */
export interface MailRow {
  key: number;
  id: string;
  kind: string;
  to: string;
  subject: string;
  text: string;
  createdAt: Date;
  attempts: number;
  nextAttemptAt: Date | null;
  sentAt: Date | null;
  failedAt: Date | null;
  lastError: string | null;
}

export interface Mails {
  /** The newest first, at most 1,000. */
  list(page: { before?: number | undefined; most: number; onlyFailed?: boolean }): Promise<PageOf<MailRow>>;
  find(id: string): Promise<MailRow | undefined>;
  /** Those of these ids that there are. */
  idsOf(ids: string[]): Promise<Set<string>>;
  /** Whether a mail is due that no portal sends now. */
  hasDue(nowMs: number): Promise<boolean>;
  /** Those that are to be sent. */
  countWaiting(): Promise<number>;
  /** Those that failed for good. */
  countFailed(after?: Date): Promise<number>;
}
