import type pg from 'pg';
import { errorText } from '../../../error-text.ts';
import { balanceOf } from '../../sql/allowance.ts';
import type { Balance, Grant } from '../../ledger.ts';
import { WriterError } from '../../writer.ts';
import { codeOf, isLost } from '../failure.ts';

/** `grant_credits` refuses with this code, and a sentence. */
const refusedCode = 'FB002';

/** Moves what a person moves: a refund comes out of what was earned, all else out of what is issued. */
export async function grantCredits(pool: pg.Pool | pg.ClientBase, grant: Grant): Promise<Balance> {
  const { purseId, credits, kind, reason, nowMs, callId = null } = grant;
  if (!Number.isSafeInteger(credits) || credits === 0)
    throw new WriterError(
      'job-failed',
      `${credits} is not a number of credits to grant: it must be whole, and not 0.`,
    );
  try {
    const { rows } = await pool.query<{ posted: number; pending: number }>(
      'SELECT posted, pending FROM grant_credits($1, $2, $3, $4, $5, $6)',
      [purseId, credits, kind, reason, nowMs, callId],
    );
    const [row] = rows;
    if (!row) throw new Error('The grant has no result.');
    return balanceOf(row.posted, row.pending);
  } catch (error) {
    if (isLost(error)) throw new WriterError('storage-failed', errorText(error));
    if (codeOf(error) === refusedCode) throw new WriterError('job-failed', `grant: ${errorText(error)}`);
    throw error;
  }
}
