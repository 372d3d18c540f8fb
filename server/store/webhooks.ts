export interface WebhookRow {
  id: string;
  url: string;
  events: string[];
  createdAt: Date;
  disabledAt: Date | null;
}

export interface DeliveryRow {
  id: string;
  event: string;
  payload: string;
  createdAt: Date;
  attempts: number;
  nextAttemptAt: Date | null;
  deliveredAt: Date | null;
  failedAt: Date | null;
  lastStatus: number | null;
  lastError: string | null;
  lastResponse: string | null;
}

export interface Webhooks {
  /** Those of an account, oldest first. */
  list(accountId: string): Promise<WebhookRow[]>;
  /** The newest deliveries of a webhook, at most 100. Undefined if the account has no such webhook. */
  deliveries(accountId: string, webhookId: string): Promise<DeliveryRow[] | undefined>;
  /** Whether a delivery is due that no portal sends now. */
  hasDue(nowMs: number): Promise<boolean>;
}
