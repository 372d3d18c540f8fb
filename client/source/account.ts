import type { Receipt } from './receipt.ts';

/** The credits of the caller: an account, or the guests of a network. */
export interface Credits {
  balance: number;
  /** Of calls that are running. */
  held: number;
  /** The balance without what is held. */
  available: number;
  /** When a guest gets new credits. */
  resetsAt?: string | undefined;
  /** Where credits are bought. */
  creditsUrl?: string | undefined;
  /** What changed the balance, newest first: the first ten entries. */
  entries: { list: CreditEntry[]; total: number };
  /** The last 31 days. */
  usage: { day: string; productId: string; calls: number; credits: number }[];
}

export interface CreditEntry {
  id: number;
  kind: 'allowance' | 'grant' | 'charge' | 'refund' | 'correction';
  /** Below 0: taken from the balance. */
  amount: number;
  at: string;
  callId: string | null;
  product: Receipt['product'] | null;
  reason: string | null;
}

/** A call in the history. `receipt(id)` has the rest. */
export interface ListedCall
  extends Pick<Receipt, 'id' | 'product' | 'state' | 'outcome' | 'quoted' | 'charged'> {
  /** The code of the error that the caller got. */
  problem: string | null;
  upstreamStatus: number | null;
  /** Fields of the input that the product does not know. */
  ignored?: string[] | undefined;
  startedAt: string;
  settledAt: string | null;
}

export interface CallList {
  list: ListedCall[];
  /** Of all pages. */
  total: number;
}
