import type pg from 'pg';
import type { CheckOptions } from '../../ledger.ts';
import { Findings } from '../../sql/findings.ts';
import { type Rule, rulesOf } from './check-rules.ts';

/** Portals check while they serve: of the processors of the server, all but one stay free for calls. */
export const onOneProcessor = 'SET LOCAL max_parallel_workers_per_gather = 0';

/**
 * Returns a sentence for each violated invariant of the whole ledger. Reads one snapshot while others write. After a
 * signal it ends with the rule that is under way.
 */
export async function checkLedger(pool: pg.Pool, { tell, signal }: CheckOptions = {}): Promise<string[]> {
  const client = await pool.connect();
  const findings = new Findings();
  try {
    await client.query(`BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY; ${onOneProcessor}`);
    for (const rule of rulesOf(undefined)) {
      if (signal?.aborted === true) break;
      await checkRule(client, rule, findings);
      tell?.(findings.untold());
    }
    await client.query('COMMIT');
    return findings.sentences();
  } finally {
    // The snapshot ends with the connection if something failed.
    client.release(true);
  }
}

/** A rule may read the whole ledger: a long silence of the server is no fault. */
export const patience = { query_timeout: 24 * 60 * 60 * 1000 };

export async function checkRule(
  client: pg.ClientBase,
  { kind, sql }: Rule,
  findings: Findings,
): Promise<void> {
  const { rows } = await client.query<{ sentence: string }>({ text: sql, ...patience });
  for (const { sentence } of rows) findings.add(kind, sentence);
}
