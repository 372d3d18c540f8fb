import type pg from 'pg';
import { errorText } from '../../../error-text.ts';
import { balanceOf } from '../../sql/allowance.ts';
import type { Balance, Grant } from '../../ledger.ts';
import { first, statement, type Steps } from '../../sql/statement.ts';
import { WriterError } from '../../writer.ts';
import { isLost } from '../failure.ts';
import { runTransaction } from '../run-steps.ts';

const grantCreditsOf = statement<{ posted: number; pending: number }>(
  'SELECT posted, pending FROM grant_credits(?, ?, ?, ?, ?, ?)',
);

/** Moves what a person moves: a refund comes out of what was earned, all else out of what is issued. */
export function* grantSteps(grant: Grant): Steps<Balance> {
  const { purseId, credits, kind, reason, nowMs, callId = null } = grant;
  if (!Number.isSafeInteger(credits) || credits === 0)
    throw new Error(`${credits} is not a number of credits to grant: it must be whole, and not 0.`);
  const row = yield* first(grantCreditsOf, purseId, credits, kind, reason, nowMs, callId);
  if (!row) throw new Error('The grant has no result.');
  return balanceOf(row.posted, row.pending);
}

export async function grantCredits(pool: pg.Pool, grant: Grant): Promise<Balance> {
  try {
    return await runTransaction(pool, () => grantSteps(grant));
  } catch (error) {
    throw new WriterError(isLost(error) ? 'storage-failed' : 'job-failed', `grant: ${errorText(error)}`);
  }
}
