import type { MailRow } from '../store/messages/read-mails.ts';

/** `written`: only to a file. */
export function mailState({
  sentAt,
  failedAt,
  nextAttemptAt,
}: Pick<MailRow, 'sentAt' | 'failedAt' | 'nextAttemptAt'>): 'sent' | 'failed' | 'waiting' | 'written' {
  if (sentAt) return 'sent';
  if (failedAt) return 'failed';
  return nextAttemptAt ? 'waiting' : 'written';
}
