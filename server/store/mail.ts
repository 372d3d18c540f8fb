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

export interface MailPage {
  rows: MailRow[];
  /** Given as `before`, it continues the list. Null at the end. */
  next: number | null;
}

/** How many mails are to be sent, and how many failed for good. */
export interface MailCounts {
  waiting: number;
  failed: number;
}

export interface Mails {
  /** The newest first, at most 100. */
  list(page: { before?: number | undefined; most: number }): Promise<MailPage>;
  find(id: string): Promise<MailRow | undefined>;
  /** Whether a mail is due that no portal sends now. */
  hasDue(nowMs: number): Promise<boolean>;
  count(): Promise<MailCounts>;
}
