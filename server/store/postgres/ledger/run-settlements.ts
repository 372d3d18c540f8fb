import type pg from 'pg';
import { balanceOf } from '../../sql/allowance.ts';
import { mostKeptBytes } from '../../sql/kept-bytes.ts';
import type { SettlePayload } from '../../ledger-changes.ts';
import type { Balance } from '../../ledger.ts';

interface SettledRow {
  place: number;
  posted: number;
  pending: number;
  message: string | null;
}

const settleBatch = {
  name: 'farebox_settle',
  text: `SELECT o_place AS place, o_posted AS posted, o_pending AS pending, o_message AS message
           FROM settle_batch($1, $2, $3::jsonb, $4::bytea[])`,
};

/** Resolves a batch of calls as one statement. Returns an error for a call that cannot be resolved so. */
export async function runSettlements(
  client: pg.Pool | pg.ClientBase,
  jobs: SettlePayload[],
): Promise<(Balance | Error)[]> {
  const { guest, account } = mostKeptBytes;
  const plain = jobs.map(([callKey, state, charged, nowMs, ending, head, _body, freesKey]) => [
    callKey,
    state,
    charged,
    nowMs,
    ending,
    head,
    freesKey,
  ]);
  const bodies = jobs.map(([, , , , , , body]) => (body === null ? null : Buffer.from(body)));
  const { rows } = await client.query<SettledRow>({
    ...settleBatch,
    values: [guest, account, JSON.stringify(plain), bodies.some((body) => body !== null) ? bodies : []],
  });
  const results: (Balance | Error)[] = [];
  for (const { place, posted, pending, message } of rows)
    results[place] = message === null ? balanceOf(posted, pending) : new Error(message);
  return results;
}
