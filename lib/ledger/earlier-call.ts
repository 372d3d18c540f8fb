import type { Balance } from './balances.ts';
import { idempotencyMs } from './kept.ts';

/** The state of a call, as in the table. */
export const open = 0;
export const settled = 1;
export const released = 2;
/** The portal stopped during the call. */
export const unknown = 3;

/**
 * `hash` covers scope, product and key. `firstHash` finds the owner's first call, which had no cookie yet and used the
 * network as its scope.
 */
export interface IdempotencyKey {
  hash: string;
  firstHash?: string | null;
}

/** The call that an idempotency key is stored with. */
export interface EarlierRow {
  callKey: number;
  callId: string;
  purseKey: number;
  owner: string | null;
  versionKey: number;
  fingerprint: string;
  state: number;
  charged: number;
  startedAt: number;
  /** Of the stored response. */
  bytes: number;
}

export type FindEarlier = (hash: string) => EarlierRow | undefined;

/** An open call keeps its key. */
function isKept({ state, startedAt }: EarlierRow, nowMs: number): boolean {
  return state === open || nowMs - startedAt < idempotencyMs;
}

/** The call of an idempotency key, as long as it is kept. */
export function findEarlierCall(
  find: FindEarlier,
  { hash, firstHash }: IdempotencyKey,
  owner: string | null,
  nowMs: number,
): EarlierRow | undefined {
  const row = find(hash);
  if (row && isKept(row, nowMs)) return row;
  const first = firstHash ? find(firstHash) : undefined;
  return first && first.owner === owner && isKept(first, nowMs) ? first : undefined;
}

/** How the earlier call ended. The engine adds the stored response of one that is done. */
export type Replay =
  | { outcome: 'in-flight' | 'unknown'; callId: string }
  | { outcome: 'done'; callKey: number; callId: string; charged: number; balance: Balance };

export function replayOf({ callKey, callId, state, charged }: EarlierRow, balanceNow: () => Balance): Replay {
  if (state === open) return { outcome: 'in-flight', callId };
  if (state === unknown) return { outcome: 'unknown', callId };
  return { outcome: 'done', callKey, callId, charged, balance: balanceNow() };
}
