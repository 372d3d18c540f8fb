import type pg from 'pg';
import { balanceOf } from '../../sql/allowance.ts';
import { keptAnswer } from '../../sql/kept-answer.ts';
import { mostKeptBytes } from '../../sql/kept-bytes.ts';
import type { HoldPayload } from '../../ledger-changes.ts';
import type { HoldResult, KeptAnswer } from '../../ledger.ts';

interface HoldRow {
  place: number;
  outcome:
    | 'held'
    | 'key-revoked'
    | 'out-of-scope'
    | 'suspended'
    | 'no-member'
    | 'offline'
    | 'no-such-key'
    | 'insufficient'
    | 'over-cap'
    | 'over-member-cap'
    | 'over-account-cap'
    | Earlier;
  callKey: number;
  callId: string;
  charged: number;
  posted: number;
  pending: number;
  period: 'day' | 'month' | 'total';
  cap: number;
  spent: number;
}
type Earlier = 'in-flight' | 'other-call' | 'unknown' | 'done';

const holdBatch = {
  name: 'farebox_hold',
  text: `SELECT o_place AS place, o_outcome AS outcome, o_call_key AS "callKey", o_call_id AS "callId", o_charged AS charged,
                o_posted AS posted, o_pending AS pending, o_period AS period, o_cap AS cap, o_spent AS spent
           FROM hold_batch($1, $2, $3, $4::jsonb)`,
};

/** Runs a batch of holds as one statement. Returns an error for a hold that fails by itself. */
export async function runHolds(
  client: pg.Pool | pg.ClientBase,
  instance: number,
  jobs: HoldPayload[],
): Promise<(HoldResult | Error)[]> {
  const { guest, account } = mostKeptBytes;
  const { rows } = await client.query<HoldRow>({
    ...holdBatch,
    values: [instance, guest, account, JSON.stringify(jobs)],
  });
  const results: (HoldResult | Error)[] = [];
  for (const row of rows) {
    results[row.place] = await resultOf(client, row, jobs[row.place]?.[5] ?? null);
  }
  return results;
}

async function resultOf(
  client: pg.Pool | pg.ClientBase,
  row: HoldRow,
  apiKeyKey: number | null,
): Promise<HoldResult | Error> {
  const { outcome, callId, callKey, charged } = row;
  switch (outcome) {
    case 'held':
      return { outcome, callKey, balance: balanceOf(row.posted, row.pending) };
    case 'insufficient':
      return { outcome, balance: balanceOf(row.posted, row.pending) };
    case 'over-cap':
    case 'over-member-cap':
    case 'over-account-cap':
      return { outcome, period: row.period, cap: row.cap, spent: row.spent };
    case 'done':
      return {
        outcome,
        callId,
        charged,
        answer: await readAnswer(client, callKey),
        balance: balanceOf(row.posted, row.pending),
      };
    case 'no-such-key':
      return new Error(`There is no API key ${apiKeyKey}.`);
    case 'in-flight':
    case 'other-call':
    case 'unknown':
      return { outcome, callId };
    default:
      return { outcome };
  }
}

interface AnswerRow {
  head: string | null;
  body: Buffer | null;
}

/** The stored response of a call. */
export async function readAnswer(
  client: pg.Pool | pg.ClientBase,
  callKey: number,
): Promise<KeptAnswer | null> {
  const { rows } = await client.query<AnswerRow>({
    name: 'farebox_answer',
    text: 'SELECT "head", "body" FROM "IdempotentCall" WHERE "callKey" = $1',
    values: [callKey],
  });
  const { head = null, body = null } = rows[0] ?? {};
  return keptAnswer(head, body);
}
