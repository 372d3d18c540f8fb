import { allowanceDue, allowancePeriod, balanceWithAllowance, isNewPeriod } from './allowance.ts';
import { type Balance, balanceOf, isOfPortal, type PurseChange, refuseUnlessCredits } from './purse.ts';
import { firstExceeded } from './caps.ts';
import {
  type Caller,
  type CapRows,
  capsOf,
  mayKeyCall,
  mayMemberCall,
  type OverCap,
  type Spend,
  spendsOf,
} from './spending.ts';
import {
  type EarlierRow,
  type FindEarlier,
  findEarlierCall,
  type IdempotencyKey,
  type Replay,
  replayOf,
  mayKeep,
} from './earlier-call.ts';

/** A purse by its id, created on first use. `allowance` is the daily credit of a guest. */
export interface PurseRef {
  id: string;
  allowance: number | null;
  nowMs: number;
}

export interface HoldRequest extends Caller {
  purse: PurseRef;
  owner: string | null;
  productKey: number;
  /** The version of the product by which the call was priced. */
  versionKey: number;
  credits: number;
  /** `fingerprint` identifies template version and input. */
  idempotency: (IdempotencyKey & { fingerprint: string }) | null;
  /** Of the input to store; null for none. */
  inputBytes: number | null;
}

/** The rows that a request names; undefined for those that do not exist. */
export interface HoldRows extends CapRows {
  isOffline: boolean;
  /** By which calls of the product are priced now, by the clock of the database. Undefined if there is no such product. */
  versionInForce: number | undefined;
  findEarlier: FindEarlier;
}

export type HoldRefusal =
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
  /** Nor can a call that was priced by a version which is not in force, or not yet. It is priced again. */
  | { outcome: 'other-version'; versionKey: number }
  | { outcome: 'insufficient'; balance: Balance }
  | OverCap
  /** The key was used for another input or another version of the template. */
  | { outcome: 'other-call'; callId: string };

/** A call is opened, and its quote is taken out of what is available. */
export interface Held {
  outcome: 'held';
  balance: Balance;
  /** What is added to the purse. The credits that are posted are an allowance, which the portal issues. */
  purse: PurseChange;
  /** The day of the allowance, if it is the first hold on it. */
  grantedDay: string | null;
  spends: Spend[];
  /** Whether the last use of the key is written. */
  touchesKey: boolean;
  keepsInput: boolean;
  /** The call that had the idempotency key, for longer than keys are kept. Its response is deleted. */
  replaces: EarlierRow | undefined;
}

export type HoldDecision = HoldRefusal | Replay | Held;

/**
 * Opens a call, or says why not. Whoever has lost access learns nothing more; then an earlier call answers; then comes
 * what no smaller price would mend, and then the limits. A refusal changes nothing.
 */
export function decideHold(rows: HoldRows, request: HoldRequest): HoldDecision {
  refuseUnlessCredits(request.credits);
  const { purse, apiKeyKey, idempotency, owner, credits } = request;
  if (apiKeyKey !== null && !rows.apiKey) throw new Error(`There is no API key ${apiKeyKey}.`);
  const noAccess = refusedAccess(rows, request);
  if (noAccess) return { outcome: noAccess };

  const earlier = idempotency && findEarlierCall(rows.findEarlier, idempotency, owner, purse.nowMs);
  if (earlier) {
    if (earlier.fingerprint !== idempotency.fingerprint)
      return { outcome: 'other-call', callId: earlier.callId };
    return replayOf(earlier, () => balanceWithAllowance(rows.purse, purse.allowance, purse.nowMs));
  }

  if (rows.isOffline) return { outcome: 'offline' };
  const { versionInForce } = rows;
  if (versionInForce !== undefined && versionInForce !== request.versionKey)
    return { outcome: 'other-version', versionKey: versionInForce };
  const overCap = firstExceeded(capsOf(rows, request, purse.nowMs), credits);
  return overCap ?? take(rows, request);
}

function refusedAccess(
  { apiKey, purse, member }: HoldRows,
  { memberKey, productKey }: HoldRequest,
): 'key-revoked' | 'suspended' | 'no-member' | 'out-of-scope' | undefined {
  if (apiKey?.isRevoked) return 'key-revoked';
  if (purse?.isSuspended) return 'suspended';
  if (memberKey !== null && !(member && mayMemberCall(member))) return 'no-member';
  if (apiKey && !mayKeyCall(apiKey, productKey)) return 'out-of-scope';
  return undefined;
}

const minuteMs = 60_000;

function take(rows: HoldRows, request: HoldRequest): Held | HoldRefusal {
  const { credits, inputBytes, idempotency } = request;
  const { allowance, nowMs } = request.purse;
  const { purse, apiKey } = rows;
  const due = allowanceDue(purse, allowance, nowMs);
  const posted = (purse?.posted ?? 0) + due;
  const pending = purse?.pending ?? 0;
  if ((purse && isOfPortal(purse)) || posted - pending < credits)
    return { outcome: 'insufficient', balance: balanceOf(posted, pending) };

  const replaces = idempotency ? rows.findEarlier(idempotency.hash) : undefined;
  const freedBytes = replaces && replaces.purseKey === purse?.key ? replaces.bytes : 0;
  const keptBytes = (purse?.keptBytes ?? 0) - freedBytes + (inputBytes ?? 0);
  const keepsInput = inputBytes !== null && mayKeep(keptBytes, allowance !== null);
  const lastUsedAt = apiKey?.lastUsedAt ?? null;
  return {
    outcome: 'held',
    balance: balanceOf(posted, pending + credits),
    purse: { posted: due, pending: credits, keptBytes: keepsInput ? (inputBytes ?? 0) : 0 },
    grantedDay: allowance !== null && isNewPeriod(purse, nowMs) ? allowancePeriod(nowMs) : null,
    spends: spendsOf(rows, request, credits, nowMs),
    touchesKey: apiKey !== undefined && (lastUsedAt === null || Math.abs(nowMs - lastUsedAt) >= minuteMs),
    keepsInput,
    replaces,
  };
}
