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

/** Which calls are listed. Nothing filters that is undefined. */
export interface CallsWanted {
  productKeys: readonly number[] | undefined;
  /** A number (lib/receipt/receipt.ts, callStates). */
  state: number | undefined;
  /** The keys and the members who made them. */
  apiKeyKeys?: readonly number[] | undefined;
  memberKeys?: readonly number[] | undefined;
  /** One call. */
  callId?: string | undefined;
  /** Calls that have ended. */
  requestId?: string | undefined;
  /** When they started. */
  from?: Date | undefined;
  to?: Date | undefined;
}

export interface CallFilter extends CallsWanted {
  owner: string;
  /** Calls of another owner that are listed with them, up to one of them. */
  earlier: GuestHistory | undefined;
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
export interface AnyCallFilter extends CallsWanted {
  /** An account, by id. */
  owner: string | undefined;
  /** One of several accounts. */
  owners?: readonly string[] | undefined;
}

interface Named {
  id: string;
  name: string;
}

export interface AnyCallRow extends ListedCallRow {
  owner: string | null;
  apiKey: Named | null;
  /** The member who made it. */
  person: Named | null;
}

export interface CallPage {
  rows: AnyCallRow[];
  total: number;
  /** Whether older calls were left out. */
  isTruncated: boolean;
}

export interface ReceiptRow extends ListedCallRow {
  inputHash: string;
  apiKey: Named | null;
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

/** Refused before its credits were held. */
export interface RefusedCallRow {
  at: Date;
  product: ProductName | null;
  apiKey: Named | null;
  person: Named | null;
  problem: string;
  status: number;
  detail: string | null;
  requestId: string;
}

export interface RefusalSum {
  day: string;
  apiKey: Named | null;
  problem: string;
  calls: number;
}

export interface UsageWish {
  /** Days. */
  from: string;
  to: string;
  by: UsageKind;
  most: number;
}

/** Whose calls are listed: a key, or a member. */
export interface Maker {
  key: number;
  accountId: string;
}

export interface MemberName extends Named {
  key: number;
  emailKey: string;
}

/** Reads calls for their owners. */
export interface Calls {
  find(id: string): Promise<CallRow | undefined>;
  /** Newest first. */
  list(filter: CallFilter, page: { page: number; pageSize: number }): Promise<CallPage>;
  /** Newest first. With a filter a page considers a limited number of calls, and may have fewer rows. */
  listAll(filter: AnyCallFilter, wish: PageWish): Promise<PageOf<AnyCallRow>>;
  /** By id or slug, or a part of their slug or name, at most this many. */
  findProducts(text: string, most: number): Promise<{ key: number; isOnline: boolean }[]>;
  /** The keys of the rows of API keys, and the ids of their accounts. */
  makersByKeys(ids: string[]): Promise<Maker[]>;
  /** The same for the memberships of people, also former ones. */
  makersByPeople(ids: string[]): Promise<Maker[]>;
  /** All who are or were members of an account. */
  membersOf(accountId: string): Promise<MemberName[]>;
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
  /** Refused calls of an account, newest first. */
  listRefused(
    accountId: string,
    page: { page: number; pageSize: number },
  ): Promise<{ rows: RefusedCallRow[]; total: number }>;
  /** How many were refused between two days, newest first, by key and problem. */
  countRefused(accountId: string, wish: Omit<UsageWish, 'by'>): Promise<RefusalSum[]>;
}
