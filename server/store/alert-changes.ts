import type { ReachedAlert, Watched } from '../../lib/account/alerts.ts';
import type { MailText } from './mail-changes.ts';

/** Of an alert that watches a balance, in place of a day or month. */
export const belowPeriod = 'below';

export interface CreateAlertPayload {
  /** `alr_` and random letters. */
  id: string;
  accountId: string;
  watches: Watched;
  credits: number;
  /** Whose spending: at most one of them. */
  keyId: string | null;
  personId: string | null;
  /** Ids of the members to tell. */
  people: readonly string[];
  tellsWebhooks: boolean;
  now: number;
  /** No more are made for an account. */
  most: number;
}

export type CreateAlertResult =
  | { outcome: 'created' | 'no-account' | 'too-many' }
  | { outcome: 'no-key' | 'no-member'; id: string };

export interface ChangeAlertPayload {
  id: string;
  accountId: string;
  changes: Partial<AlertFacts>;
  now: number;
}

/** What can be changed. */
export interface AlertFacts {
  credits: number;
  /** Ids of the members to tell. */
  people: readonly string[];
  tellsWebhooks: boolean;
}

export type ChangeAlertResult =
  | { outcome: 'changed'; before: AlertFacts; after: AlertFacts }
  | { outcome: 'no-alert' }
  | { outcome: 'no-member'; id: string };

/** An alert as it was read. It is left alone if somebody has changed it since. */
interface SeenAlert {
  alertKey: number;
  watchedSince: number;
}

export interface ReachAlertsPayload {
  now: number;
  /** Each tells once of a period. */
  reached: (SeenAlert & { period: string; mail: MailText; event: ReachedAlert })[];
  /** Those whose balance is not below any more. */
  rearmed: SeenAlert[];
}
