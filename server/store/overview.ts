import type { PageOf, PageWish } from './page.ts';

export interface ProductRow {
  key: number;
  id: string;
  slug: string;
  name: string;
  /** 0 offline, 1 online. */
  status: number;
}

export interface DayUse {
  calls: number;
  credits: number;
  /** Accounts that made calls. */
  accounts: number;
}

export interface MoneyRow {
  /** Of the portal's own purses. */
  issued: number;
  earned: number;
  held: number;
}

/** What each account spent on a day, as a text for the database alone. */
export interface Spending {
  json: string;
}

export interface PaceRow {
  account: { id: string; name: string };
  available: number;
  perDay: number;
}

/** How the calls of a product ended. */
export interface OutcomeRow {
  productKey: number;
  calls: number;
  failed: number;
  answered: number;
  answeredMs: number;
  lastSuccessAt: Date | null;
}

export interface DeniedRow {
  productKey: number;
  calls: number;
  /** Whether the API refused credentials after its last success. */
  isRefused: boolean;
}

export interface FailingWebhookRow {
  webhookId: string;
  account: { id: string; name: string };
  since: Date;
}

/** Hours since 1970. */
export interface Hours {
  from: number;
  before?: number;
}

/** Sums for the console, from purses, daily use and hourly outcomes. */
export interface OverviewReads {
  money(): Promise<MoneyRow>;
  useOf(day: string): Promise<DayUse>;
  spendingOf(day: string): Promise<Spending>;
  /** Accounts that have less than so many times what they spent on a day. The poorest come first. */
  runningOut(spending: Spending, days: number, most: number): Promise<PaceRow[]>;
  /** Of products that have calls in these hours. */
  outcomes(productKeys: number[], hours: Hours): Promise<OutcomeRow[]>;
  /** Of products with so many failures since an hour, the most first. */
  failing(sinceHour: number, leastFailed: number, most: number): Promise<OutcomeRow[]>;
  /** Products without a success after calls that failed for the credentials of the portal, since an hour. Not dismissed. */
  denied(sinceHour: number, most: number): Promise<DeniedRow[]>;
  /** Webhooks with an event of before this moment that failed, and none later that was accepted. Not dismissed. */
  failingWebhooks(before: Date, most: number): Promise<FailingWebhookRow[]>;
  /** When items were dismissed, of those that were. */
  dismissed(items: string[]): Promise<Map<string, Date>>;
  /** Keys of products by id. */
  productKeys(ids: string[]): Promise<Map<string, number>>;
  productNames(keys: number[]): Promise<Map<number, { id: string; slug: string; name: string }>>;
  /** All products, the newest first. */
  products(wish: PageWish, status: number | undefined): Promise<PageOf<ProductRow>>;
}
