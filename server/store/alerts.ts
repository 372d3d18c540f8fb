import type { Watched } from '../../lib/account/alerts.ts';

interface Named {
  id: string;
  name: string;
}

interface AlertRow {
  key: number;
  id: string;
  watches: Watched;
  credits: number;
  toldPeriod: string | null;
}

/** Whose spending an alert watches. */
export interface AlertSubject extends Named {
  kind: 'key' | 'member';
  /** The person of the member, or whose key it is. */
  personKey: number | null;
}

export interface ListedAlertRow extends AlertRow {
  of: AlertSubject | null;
  people: Named[];
  tellsWebhooks: boolean;
  createdAt: Date;
  reachedAt: Date | null;
}

/** An account with alerts. */
export interface AlertedAccount {
  accountKey: number;
  /** Changes with every entry of its purse, and with its alerts. */
  version: string;
}

export interface WatchedAlertRow extends AlertRow {
  watchedSince: Date;
  /** Whose spending; both are null for that of the account. */
  apiKeyKey: number | null;
  memberKey: number | null;
}

export interface AlertedPurse {
  account: Named;
  /** Undefined while the account has no purse. */
  purseKey: number | undefined;
  posted: number;
  alerts: WatchedAlertRow[];
}

/** What was spent in a day or month, by API key and member; 0 for calls without. */
export interface SpentRow {
  purseKey: number;
  /** Such as 2026-11-25 or 2026-11. */
  period: string;
  apiKeyKey: number;
  memberKey: number;
  credits: number;
}

export interface Alerts {
  /** Those of an account, oldest first. */
  list(accountId: string): Promise<ListedAlertRow[]>;
  /** Accounts that have alerts, in the order of their keys. */
  alertedAccounts(afterKey: number, most: number): Promise<AlertedAccount[]>;
  readPurses(accountKeys: number[]): Promise<AlertedPurse[]>;
  /** What purses have spent in the days or months since a day. */
  readSpent(purseKeys: number[], per: 'day' | 'month', from: string): Promise<SpentRow[]>;
  readSubject(alert: Pick<WatchedAlertRow, 'apiKeyKey' | 'memberKey'>): Promise<AlertSubject | null>;
}
