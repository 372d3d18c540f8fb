import { z } from 'zod';
import type { JsonObject } from '../../lib/json/json.ts';

/**
 * Who owns what, and who has promised what. Whatever resolves is on the disk. What writes is a job of the writer, what
 * reads sees all that was answered for. What a caller should expect (no funds, a key that was used before) is a
 * result; failures and mistakes, as settling twice, reject and leave everything as it was.
 */
export interface Ledger {
  /** Takes the quote out of what is available and opens a call, or says why not. Nothing is dialled before this. */
  hold(hold: Hold): Promise<HoldResult>;
  /** The call that a hold with this key would find, whatever its fingerprint. Undefined where the key is free. */
  findEarlier(key: IdempotencyKey, owner: string | null, purse: PurseRef): Promise<EarlierCall | undefined>;
  /** Resolves a hold, once: charges (at most the quote), gives the rest back, and keeps how the call ended. */
  settle(settlement: Settlement): Promise<Balance>;
  /** Resolves a hold, once, at no cost. */
  release(release: Release): Promise<Balance>;
  /** Issues credits to a purse, or takes them out of it where the amount is negative. */
  grant(grant: Grant): Promise<Balance>;
  /** What is in a purse now; a guest's allowance of today is counted in, granted or not. */
  balance(purse: PurseRef): Promise<Balance>;
  entries(purseId: string, page: { page: number; pageSize: number }): Promise<EntryList>;
  /** Every hold that a process left open becomes `unknown`, at no cost. Run before the first request is taken. */
  recover(nowMs: number): Promise<{ unknown: number }>;
  /** Each invariant that does not hold in what was written since the last check, in a sentence; `farebox check` looks at all. */
  check(options?: CheckOptions): Promise<string[]>;
}

/** A purse by its id; one that is not there yet is made. `allowance`: what a guest's holds at the start of each day. */
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
  productKey: number;
  versionKey: number;
  credits: number;
  inputHash: string;
  /** Canonical JSON, files by their hash alone; null where nobody may read it. It is kept while the purse has room. */
  input: string | null;
  /** `fingerprint` names template version and input. */
  idempotency: (IdempotencyKey & { fingerprint: string }) | null;
}

/**
 * `hash` names scope, product and key. `firstHash`: what the same owner's call went by that brought the first cookie,
 * where it was the first.
 */
export interface IdempotencyKey {
  hash: string;
  firstHash?: string | null;
}

export type HoldResult =
  | { outcome: 'held'; callKey: number; balance: Balance }
  /** Whoever holds after a key is revoked does not hold with it, also one who was let in before. */
  | { outcome: 'key-revoked' }
  | { outcome: 'insufficient'; balance: Balance }
  | { outcome: 'over-cap'; period: 'day' | 'month' | 'total'; cap: number; spent: number }
  /** The key was used with this very call before. */
  | EarlierResult
  /** The key was used with another input, or with another version of the template. */
  | { outcome: 'other-call'; callId: string };

export type EarlierResult =
  | { outcome: 'in-flight'; callId: string }
  | { outcome: 'unknown'; callId: string }
  | { outcome: 'done'; callId: string; charged: number; answer: KeptAnswer | null; balance: Balance };

/** The call that was made under an idempotency key. */
export interface EarlierCall {
  callId: string;
  versionKey: number;
  fingerprint: string;
  result(): EarlierResult;
}

/** An answer as it is sent again for the same idempotency key. */
export interface KeptAnswer {
  status: number;
  headers: Record<string, string>;
  body: Uint8Array;
}

export interface Settlement {
  callKey: number;
  /** At most the quote; more is refused, and nothing changes. */
  charged: number;
  nowMs: number;
  /** How it ended (lib/receipt/receipt.ts); the ledger does not look into it. */
  ending: JsonObject;
  /** Kept only where the call has an idempotency key: null spares the way of one without. Null where it is too large. */
  answer: KeptAnswer | null;
}

export interface Release extends Omit<Settlement, 'charged'> {
  /** The call was not made: whoever sends its idempotency key again makes it. */
  freesKey?: boolean;
}

export const grantSchema = z.strictObject({
  purseId: z.string(),
  credits: z.int(),
  kind: z.enum(['grant', 'refund', 'correction']),
  reason: z.string(),
  nowMs: z.int(),
  /** The call of the purse that it is for. */
  callId: z.string().optional(),
});

export type Grant = z.output<typeof grantSchema>;

export interface Balance {
  posted: number;
  pending: number;
  available: number;
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
