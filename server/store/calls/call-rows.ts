import type { UsageKind } from '../../../lib/account/credit-account.ts';
import type { GuestHistory } from '../people/read-people.ts';
import type { ProductName } from '../catalogue/catalogue.ts';

/** A call with its owner. */
export interface CallRow {
  key: number;
  owner: string | null;
  purseId: string;
  /** The member who made it. */
  memberKey: number | null;
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
  /** Only calls after this one, by key: earlier ones are of somebody who has signed up since. */
  after: number;
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
  /** Months instead of days: `2026-11`. */
  monthly?: boolean;
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
