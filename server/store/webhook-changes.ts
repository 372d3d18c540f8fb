import type { MailText } from './mail-changes.ts';
export interface CreateWebhookPayload {
  /** `whk_` and random letters. */
  id: string;
  accountId: string;
  url: string;
  /** Encrypted. */
  secret: string;
  events: readonly string[];
  now: number;
  /** No more are made for an account. */
  most: number;
}

export interface CreateWebhookResult {
  outcome: 'created' | 'no-account' | 'too-many';
}

/** What can be changed. */
interface WebhookFacts {
  url: string;
  events: readonly string[];
  enabled: boolean;
}

export interface ChangeWebhookPayload {
  id: string;
  accountId: string;
  changes: Partial<WebhookFacts>;
  now: number;
}

export type ChangeWebhookResult =
  | { outcome: 'changed'; before: WebhookFacts; after: WebhookFacts }
  | { outcome: 'no-webhook' };

/** A delivery that this portal may send until its lease ends. */
export interface ClaimedDelivery {
  key: number;
  id: string;
  /** `Account.key`. */
  accountKey: number;
  event: string;
  payload: string;
  createdAt: number;
  /** With this one. */
  attempts: number;
  leaseUntil: number;
  /** Undefined if it was deleted or disabled. The secret is encrypted. */
  webhook: { id: string; url: string; secret: string } | undefined;
}

/** The result of an attempt. It is ignored if another portal took the delivery since. */
export interface FinishDeliveryPayload {
  key: number;
  leaseUntil: number;
  deliveredAt: number | null;
  failedAt: number | null;
  /** Null if no attempt follows. */
  nextAttemptAt: number | null;
  lastStatus: number | null;
  lastError: string | null;
  lastResponse: string | null;
  /** Disables the webhook if nothing was delivered to it since this delivery was written: the mail to its owners. */
  disables: MailText | null;
  now: number;
}

export interface FinishDeliveryResult {
  finished: boolean;
  /** The webhook that was disabled by it. */
  disabled: { webhookId: string } | null;
}
