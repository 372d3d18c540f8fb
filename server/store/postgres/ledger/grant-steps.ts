import { balanceOf } from '../../sql/allowance.ts';
import { first, statement, type Steps } from '../../sql/statement.ts';
import type { Balance, Grant } from '../../ledger.ts';

const grant = statement<{ posted: number; pending: number }>(
  '',
  'SELECT posted, pending FROM grant_credits(?, ?, ?, ?, ?, ?)',
);

/** Moves what a person moves: a refund comes out of what was earned, all else out of what is issued. */
export function* grantSteps({ purseId, credits, kind, reason, nowMs, callId }: Grant): Steps<Balance> {
  if (!Number.isSafeInteger(credits) || credits === 0)
    throw new Error(`${credits} is not a number of credits to grant: it must be whole, and not 0.`);
  const row = yield* first(grant, purseId, credits, kind, reason, nowMs, callId ?? null);
  if (!row) throw new Error('The grant has no result.');
  return balanceOf(row.posted, row.pending);
}
