import type { Balance } from './purse.ts';

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

const mebibyte = 1024 * 1024;

/**
 * Limits for the stored inputs and responses of a purse. Beyond them new ones are not stored, but calls still work. The
 * limit for guests is lower, because anybody can be a guest from many networks, and rejected calls are free; operators
 * create accounts.
 */
export const maxKeptBytes = { guest: 64 * mebibyte, account: 2_048 * mebibyte };

export function mostKept(isGuest: boolean): number {
  return isGuest ? maxKeptBytes.guest : maxKeptBytes.account;
}

export function mayKeep(keptBytes: number, isGuest: boolean): boolean {
  return keptBytes <= mostKept(isGuest);
}

/** How long the same idempotency key gets the first response again. */
export const idempotencyMs = 24 * 60 * 60 * 1000;

/** The row stays longer, so that a clock set back by up to a day still finds it. */
export const idempotencyRowMs = 2 * idempotencyMs;

/** How long inputs of free calls are stored, of which anybody can make any number. */
export const freeInputMs = 24 * 60 * 60 * 1000;
