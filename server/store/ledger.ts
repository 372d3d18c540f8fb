import { z } from 'zod';
import type { JsonObject } from '../../lib/json/json.ts';

/**
 * The balances and holds of all purses. Whatever resolves is on the disk. Writes are jobs of the writer; reads see all
 * acknowledged writes. Expected refusals (no funds, a used key) are results. Failures and misuse, such as settling
 * twice, reject and change nothing.
 */
export interface Ledger {
  /** Reserves the quote and opens a call, or explains why not. Nothing is sent before this. */
  hold(hold: Hold): Promise<HoldResult>;
  /** The call that a hold with this key would find, with any fingerprint. Undefined if the key is free. */
  findEarlier(key: IdempotencyKey, owner: string | null, purse: PurseRef): Promise<EarlierCall | undefined>;
  /** Resolves a hold once: charges at most the quote, returns the rest, and stores how the call ended. */
  settle(settlement: Settlement): Promise<Balance>;
  /** Resolves a hold once without a charge. */
  release(release: Release): Promise<Balance>;
  /** Issues credits to a purse, or takes them out if the amount is negative. */
  grant(grant: Grant): Promise<Granted>;
  /** The current balance. Includes today's allowance of a guest even if it was not yet granted. */
  balance(purse: PurseRef): Promise<Balance>;
  /** Every cap that a hold by this caller would look at, in its order, with what is spent of it now. */
  caps(of: CapsOf): Promise<OverCap[]>;
  entries(purseId: string, page: { page: number; pageSize: number }): Promise<EntryList>;
  /** Turns every hold that a process left open into `unknown`, without a charge. Runs before the first request. */
  recover(nowMs: number): Promise<{ unknown: number }>;
  /**
   * A sentence for each violated invariant in what was written since the last check. `farebox check` covers everything.
   */
  check(options?: CheckOptions): Promise<string[]>;
}

/** A purse by its id, created on first use. `allowance` is the daily credit of a guest. */
export interface PurseRef {
  id: string;
  allowance: number | null;
  nowMs: number;
}

export interface Hold {
  callId: string;
  purse: PurseRef;
  owner: string | null;
  apiKeyKey: number | null;
  /** The member of the account who makes the call, with a key or without. */
  memberKey: number | null;
  productKey: number;
  versionKey: number;
  credits: number;
  inputHash: string;
  /** Canonical JSON with hashes in place of files; null if nobody may read it. Stored only while the purse has room. */
  input: string | null;
  /** `fingerprint` identifies template version and input. */
  idempotency: (IdempotencyKey & { fingerprint: string }) | null;
}

/**
 * `hash` covers scope, product and key. `firstHash` finds the owner's first call, which had no cookie yet and used the
 * network as its scope.
 */
export interface IdempotencyKey {
  hash: string;
  firstHash?: string | null;
}

export type HoldResult =
  | { outcome: 'held'; callKey: number; balance: Balance }
  /** A revoked key cannot hold, even for a request that was admitted before. */
  | { outcome: 'key-revoked' }
  /** Nor one that may only read, or may not call the product. */
  | { outcome: 'out-of-scope' }
  /** Nor can an account that was suspended since. */
  | { outcome: 'suspended' }
  /** Nor can a member who was removed, or whose role does not call. */
  | { outcome: 'no-member' }
  /** Nor can anybody for a product that was taken offline since. */
  | { outcome: 'offline' }
  | { outcome: 'insufficient'; balance: Balance }
  | OverCap
  /** The key was used for the same call. */
  | EarlierResult
  /** The key was used for another input or another version of the template. */
  | { outcome: 'other-call'; callId: string };

export interface ReachedCap {
  period: 'day' | 'month' | 'total';
  cap: number;
  spent: number;
}

/** Whose caps a hold looks at. */
export interface CapsOf extends Pick<Hold, 'apiKeyKey' | 'memberKey'> {
  purseId: string;
  nowMs: number;
}

/** A cap of the key, the member or the account. A hold is refused by the first that it would exceed, in this order. */
export type OverCap = { outcome: 'over-cap' | 'over-member-cap' | 'over-account-cap' } & ReachedCap;

/** The first cap that the credits would exceed. */
export function firstExceeded<Cap extends ReachedCap>(
  caps: readonly Cap[],
  credits: number,
): Cap | undefined {
  return caps.find(({ cap, spent }) => spent + credits > cap);
}

export type EarlierResult =
  | { outcome: 'in-flight'; callId: string }
  | { outcome: 'unknown'; callId: string }
  | { outcome: 'done'; callId: string; charged: number; answer: KeptAnswer | null; balance: Balance };

export interface EarlierCall {
  callId: string;
  versionKey: number;
  fingerprint: string;
  result(): EarlierResult;
}

/** A response that is repeated for the same idempotency key. */
export interface KeptAnswer {
  status: number;
  headers: Record<string, string>;
  body: Uint8Array;
}

export interface Settlement {
  callKey: number;
  /** At most the quote. More is refused and changes nothing. */
  charged: number;
  nowMs: number;
  /** The end of the call (lib/receipt/receipt.ts), opaque to the ledger. */
  ending: JsonObject;
  /** Stored only with an idempotency key; otherwise null, to save the transfer. Null if it is too large. */
  answer: KeptAnswer | null;
}

export interface Release extends Omit<Settlement, 'charged'> {
  /** The call was not made: the same idempotency key may be used again. */
  freesKey?: boolean;
}

export const grantSchema = z.strictObject({
  purseId: z.string(),
  credits: z.int(),
  kind: z.enum(['grant', 'refund', 'correction']),
  reason: z.string(),
  nowMs: z.int(),
  /** The refunded call of the purse. */
  callId: z.string().optional(),
});

export type Grant = z.output<typeof grantSchema>;

export interface Balance {
  posted: number;
  pending: number;
  available: number;
}

export interface Granted extends Balance {
  /** The entry in the purse. */
  entryId: number;
}

export interface LedgerEntry {
  id: number;
  amount: number;
  kind: 'allowance' | 'grant' | 'charge' | 'refund' | 'correction';
  at: string;
  callId: string | null;
  reason: string | null;
}

export interface EntryList {
  list: LedgerEntry[];
  total: number;
}

export interface CheckOptions {
  /** Hears of what is found before the check marks that it has passed it. */
  tell?: (found: string[]) => void;
  /** Ends the check after the part that is under way; the next check goes on from there. */
  signal?: AbortSignal;
}
