import type { ProductName } from './catalogue.ts';

/** Whose a call is. */
export interface CallRow {
  key: number;
  owner: string | null;
  purseId: string;
}

export interface CallFilter {
  owner: string;
  productKey: number | undefined;
  /** As a number (lib/receipt/receipt.ts, callStates). */
  state: number | undefined;
  from: Date | undefined;
  to: Date | undefined;
}

export interface ListedCallRow {
  id: string;
  state: number;
  quoted: number;
  charged: number;
  startedAt: Date;
  settledAt: Date | null;
  product: ProductName;
  /** JSON: how it ended. */
  ending: string | null;
}

export interface CallPage {
  rows: ListedCallRow[];
  total: number;
  /** Whether older calls were not looked at. */
  isTruncated: boolean;
}

export interface ReceiptRow extends ListedCallRow {
  inputHash: string;
  purseId: string;
  versionKey: number;
  template: { id: string; version: number; hash: string };
}

export interface ReceiptEntryRow {
  id: number;
  kind: string;
  amount: number;
  at: Date;
}

export interface UseRow {
  day: string;
  productId: string;
  calls: number;
  credits: number;
}

/** Reads calls as their owners see them. */
export interface Calls {
  find(id: string): Promise<CallRow | undefined>;
  /** The newest first. */
  list(filter: CallFilter, page: { page: number; pageSize: number }): Promise<CallPage>;
  readReceipt(key: number): Promise<ReceiptRow>;
  /** The entries that a call made in its caller's purse. */
  readEntries(key: number): Promise<ReceiptEntryRow[]>;
  /** As it is kept, as JSON; undefined where it is not kept any more. */
  readInput(key: number): Promise<string | undefined>;
  /** The products of these calls by the ids of the calls, only of one owner's calls where one is given. */
  readProducts(ids: string[], owner?: string | null): Promise<Map<string, ProductName>>;
  /** What of the charge of a purse's call was not refunded yet; undefined where the purse has no such call. */
  readRefundable(id: string, purseId: string): Promise<{ charged: number; left: number } | undefined>;
  /** What a purse spent on each product after a day, the newest first. */
  readUse(purseId: string, afterDay: string, most: number): Promise<UseRow[]>;
}
