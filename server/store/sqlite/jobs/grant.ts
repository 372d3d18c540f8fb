import type { Database } from 'better-sqlite3';
import { balanceOf } from '../../sql/allowance.ts';
import type { Balance, Grant } from '../../ledger.ts';
import { earnedKey, issuedKey } from '../../sql/portal-purses.ts';
import { prepareTransfer } from './prepare-transfer.ts';

/** What a person moves: a refund comes out of what was earned, all else out of what is issued. */
export function prepareGrant(database: Database): (grant: Grant) => Balance {
  const make = database.prepare(
    'INSERT INTO Purse (id, posted, pending) VALUES (?, 0, 0) ON CONFLICT (id) DO NOTHING',
  );
  const find = database.prepare<[string], { posted: number; pending: number }>(
    'SELECT posted, pending FROM Purse WHERE id = ?',
  );
  const add = database.prepare<
    [number, string, number, number],
    { key: number; posted: number; pending: number }
  >(
    `UPDATE Purse SET posted = posted + ?
        WHERE id = ? AND key > 2 AND posted + ? - pending >= 0 AND posted + ? <= ${Number.MAX_SAFE_INTEGER}
       RETURNING key, posted, pending`,
  );
  const takeFrom = database.prepare(
    `UPDATE Purse SET posted = posted - ? WHERE key = ? AND abs(posted - ?) <= ${Number.MAX_SAFE_INTEGER}`,
  );
  const findCall = prepareCallOfGrant(database);
  const transfer = prepareTransfer(database);
  return ({ purseId, credits, kind, reason, nowMs, callId }) => {
    if (!Number.isSafeInteger(credits) || credits === 0)
      throw new Error(`${credits} is not a number of credits to grant: it must be whole, and not 0.`);
    make.run(purseId);
    const purse = add.get(credits, purseId, credits, credits);
    if (!purse) {
      const { posted, pending } = find.get(purseId) ?? { posted: 0, pending: 0 };
      throw new Error(`${purseId} has ${posted - pending} credits available: ${credits} cannot be added.`);
    }
    const from = kind === 'refund' ? earnedKey : issuedKey;
    if (takeFrom.run(credits, from, credits).changes !== 1) throw new Error('More credits cannot be issued.');
    const callKey = callId === undefined ? null : findCall(callId, purse.key, credits);
    transfer({ from, to: purse.key, credits, kind, nowMs, callKey, reason });
    return balanceOf(purse.posted, purse.pending);
  };
}

/** A call whose credits can be refunded, up to its cost over all refunds. */
function prepareCallOfGrant(database: Database) {
  const find = database.prepare<[string, number], { key: number; charged: number }>(
    'SELECT key, charged FROM Call WHERE id = ? AND purseKey = ?',
  );
  const refunded = database
    .prepare<[number], number>(
      "SELECT coalesce(sum(amount), 0) FROM Entry WHERE kind = 'refund' AND callKey = ? AND amount > 0",
    )
    .pluck();
  return (callId: string, purseKey: number, credits: number): number => {
    const call = find.get(callId, purseKey);
    if (!call) throw new Error(`The purse has made no call ${callId}.`);
    const left = call.charged - (refunded.get(call.key) ?? 0);
    if (credits > left)
      throw new Error(`${callId} cost ${call.charged} credits, of which ${left} can still be given back.`);
    return call.key;
  };
}
