import { balanceOf } from '../../ledger/allowance.ts';
import type { Balance, Grant } from '../../ledger/ledger.ts';
import { earnedKey, issuedKey } from '../../ledger/portal-purses.ts';
import type { Job } from '../job.ts';
import { prepareTransfer } from './prepare-transfer.ts';

/** What a person moves: a refund comes out of what was earned, all else out of what is issued. */
export const grant: Job<Grant, Balance> = {
  publishes: false,
  prepare(database) {
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
    const findCall = database
      .prepare<[string, number], number>('SELECT key FROM Call WHERE id = ? AND purseKey = ?')
      .pluck();
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
      if (takeFrom.run(credits, from, credits).changes !== 1)
        throw new Error('More credits cannot be issued.');
      const callKey = callId === undefined ? null : findCall.get(callId, purse.key);
      if (callKey === undefined) throw new Error(`${purseId} has made no call ${callId}.`);
      transfer({ from, to: purse.key, credits, kind, nowMs, callKey, reason });
      return balanceOf(purse.posted, purse.pending);
    };
  },
};
