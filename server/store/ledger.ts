import { z } from 'zod';
import type { JsonObject } from '../../lib/json/json.ts';
import { type Balance, type EntryKind, grantKinds } from '../../lib/ledger/purse.ts';
import type { Caller, OverCap } from '../../lib/ledger/spending.ts';
import type { HoldRefusal, HoldRequest, PurseRef } from '../../lib/ledger/decide-hold.ts';
import type {
  EarlierRow,
  IdempotencyKey,
  Replay,
  released,
  settled,
  unknown,
} from '../../lib/ledger/earlier-call.ts';

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

export interface Hold extends Omit<HoldRequest, 'inputBytes'> {
  callId: string;
  inputHash: string;
  /** Canonical JSON with hashes in place of files; null if nobody may read it. Stored only while the purse has room. */
  input: string | null;
}

export type HoldResult =
  | { outcome: 'held'; callKey: number; balance: Balance }
  /** The key was used for the same call. */
  | EarlierResult
  | HoldRefusal;

/** Whose caps a hold looks at. */
export interface CapsOf extends Caller {
  purseId: string;
  nowMs: number;
}

export type EarlierResult =
  | Exclude<Replay, { outcome: 'done' }>
  | (Omit<Extract<Replay, { outcome: 'done' }>, 'callKey'> & { answer: KeptAnswer | null });

export interface EarlierCall extends Pick<EarlierRow, 'callId' | 'versionKey' | 'fingerprint'> {
  result(): EarlierResult;
}

/** A response that is repeated for the same idempotency key. */
export interface KeptAnswer {
  status: number;
  headers: Record<string, string>;
  body: Uint8Array;
}

interface Settlement {
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
  kind: z.enum(grantKinds),
  reason: z.string(),
  nowMs: z.int(),
  /** The refunded call of the purse. */
  callId: z.string().optional(),
});

export type Grant = z.output<typeof grantSchema>;

export interface Granted extends Balance {
  /** The entry in the purse. */
  entryId: number;
}

export interface LedgerEntry {
  id: number;
  amount: number;
  kind: EntryKind;
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
  /** Ends the check; the next one goes on from what was marked. */
  signal?: AbortSignal;
}

/** A list, and not an object: it crosses to the writer's thread with every call, and names cost more than values. */
export type HoldPayload = [
  callId: string,
  purseId: string,
  allowance: number | null,
  nowMs: number,
  owner: string | null,
  apiKeyKey: number | null,
  productKey: number,
  versionKey: number,
  credits: number,
  inputHash: string,
  input: string | null,
  idempotencyHash: string | null,
  fingerprint: string | null,
  firstHash: string | null,
  memberKey: number | null,
];

/** A list, as that of `hold`. The head is JSON: status and headers. */
export type SettlePayload = [
  callKey: number,
  state: typeof settled | typeof released | typeof unknown,
  charged: number,
  nowMs: number,
  ending: string | null,
  answerHead: string | null,
  answerBody: Uint8Array | null,
  freesKey: boolean,
];

export interface PrunePayload {
  /** `free-inputs`: of calls that cost nothing. */
  what: 'inputs' | 'free-inputs' | 'answers';
  nowMs: number;
  /** Inputs of calls that began before this. */
  inputsBeforeMs: number;
  /** Where the last run ended; 0 at first. */
  afterKey: number;
}

export interface CountOutcomesPayload {
  /** `Call.key`: no earlier call becomes visible later. */
  upTo: number;
  most: number;
  now: number;
}

interface Place {
  entry: number;
  call: number;
}

/** Some entries and calls that were checked. */
export interface CheckedPart {
  from: Place;
  to: Place;
}
