import type { Usage, UsageKind } from '../../lib/account/usage.ts';
import type { PageOf, PageWish } from './page.ts';
import type { GuestHistory } from './people.ts';
import type { ProductName } from './catalogue.ts';
import type { KeptAnswer } from './ledger.ts';

/** A call with its owner. */
export interface CallRow {
  key: number;
  owner: string | null;
  purseId: string;
}

export interface CallFilter {
  owner: string;
  /** Calls of another owner that are listed with them, up to one of them. */
  earlier: GuestHistory | undefined;
  productKey: number | undefined;
  /** A number (lib/receipt/receipt.ts, callStates). */
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
  /** JSON of the call's end. */
  ending: string | null;
}

/** Of the calls of all. */
export interface AnyCallFilter {
  /** An account, by id. */
  owner: string | undefined;
  productKey: number | undefined;
  state: number | undefined;
  /** A member who made them. */
  memberKey?: number;
  /** When they started. */
  from?: Date | undefined;
  to?: Date | undefined;
}

export interface AnyCallRow extends ListedCallRow {
  owner: string | null;
}

export interface CallPage {
  rows: AnyCallRow[];
  total: number;
  /** Whether older calls were left out. */
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

export interface UsageWish {
  /** Days. */
  from: string;
  to: string;
  by: UsageKind;
  most: number;
}

/** Reads calls for their owners. */
export interface Calls {
  find(id: string): Promise<CallRow | undefined>;
  /** Newest first. */
  list(filter: CallFilter, page: { page: number; pageSize: number }): Promise<CallPage>;
  /** Newest first. With a filter a page considers a limited number of calls, and may have fewer rows. */
  listAll(filter: AnyCallFilter, wish: PageWish): Promise<PageOf<AnyCallRow>>;
  readReceipt(key: number): Promise<ReceiptRow>;
  /** The entries of a call in its caller's purse. */
  readEntries(key: number): Promise<ReceiptEntryRow[]>;
  /** The stored JSON; undefined if it was deleted. */
  readInput(key: number): Promise<string | undefined>;
  /** The response that is stored for a repeated call; null if there is none, or not any more. */
  readAnswer(key: number): Promise<KeptAnswer | null>;
  /** Whether there is one. */
  hasAnswer(key: number): Promise<boolean>;
  /** The products of calls by call id. With an owner, only the owner's calls. */
  readProducts(ids: string[], owner?: string | null): Promise<Map<string, ProductName>>;
  /** The part of a call's charge that was not yet refunded; undefined if the purse has no such call. */
  readRefundable(id: string, purseId: string): Promise<{ charged: number; left: number } | undefined>;
  /** The spending of a purse by product since a day, newest first. */
  readUse(purseId: string, afterDay: string, most: number): Promise<UseRow[]>;
  /** Sums of days, newest first. */
  readUsage(purseId: string, wish: UsageWish): Promise<Usage['list']>;
}
