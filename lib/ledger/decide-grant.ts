import {
  type Balance,
  balanceOf,
  entrySources,
  type grantKinds,
  isOfPortal,
  type PurseRow,
  type Transfer,
} from './purse.ts';

export interface GrantRequest {
  purseId: string;
  /** Taken out if below 0. */
  credits: number;
  kind: (typeof grantKinds)[number];
  reason: string;
  nowMs: number;
  /** The refunded call of the purse. */
  callId?: string | undefined;
}

export interface GrantRows {
  purse: Pick<PurseRow, 'key' | 'posted' | 'pending'>;
  /** What the purse that the credits come out of has. */
  posted: number;
  /** A call of the purse, and what of it was refunded before. */
  call: { key: number; charged: number; refunded: number } | undefined;
}

export function refuseUnlessGrantable(credits: number): void {
  if (!Number.isSafeInteger(credits) || credits === 0)
    throw new Error(`${credits} is not a number of credits to grant: it must be whole, and not 0.`);
}

/** What all accounts have, in all, is one number of the ledger. */
export const cannotBeIssued = 'More credits cannot be issued.';

/** What a person moves. Throws the reason for which it cannot be moved: then nothing changes. */
export function decideGrant(
  rows: GrantRows,
  request: GrantRequest,
): { transfer: Transfer; balance: Balance } {
  const { purseId, credits, kind, reason, nowMs, callId } = request;
  refuseUnlessGrantable(credits);
  const { purse, posted, call } = rows;
  const after = purse.posted + credits;
  if (isOfPortal(purse) || after < purse.pending || after > Number.MAX_SAFE_INTEGER)
    throw new Error(
      `${purseId} has ${purse.posted - purse.pending} credits available: ${credits} cannot be added.`,
    );
  if (!Number.isSafeInteger(posted - credits)) throw new Error(cannotBeIssued);
  if (callId !== undefined) {
    if (!call) throw new Error(`The purse has made no call ${callId}.`);
    const left = call.charged - call.refunded;
    if (credits > left)
      throw new Error(`${callId} cost ${call.charged} credits, of which ${left} can still be given back.`);
  }
  const transfer = {
    from: entrySources[kind],
    to: purse.key,
    credits,
    kind,
    nowMs,
    reason,
    callKey: call?.key ?? null,
  };
  return { transfer, balance: balanceOf(after, purse.pending) };
}
