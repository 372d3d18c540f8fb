import type pg from 'pg';
import type { CheckOptions } from '../../ledger.ts';
import { Findings } from '../../sql/findings.ts';
import { type Rule, rulesOf } from './check-rules.ts';

/** Portals check while they serve: of the processors of the server, all but one stay free for calls. */
export const onOneProcessor = 'SET LOCAL max_parallel_workers_per_gather = 0';

/**
 * Returns a sentence for each violated invariant of the whole ledger. Reads one snapshot while others write. After a
 * signal it ends at once, because a rule may take minutes.
 */
export async function checkLedger(pool: pg.Pool, { tell, signal }: CheckOptions = {}): Promise<string[]> {
  const client = await pool.connect();
  const findings = new Findings();
  let isOpen = true;
  // The snapshot ends with the connection. The server may finish a rule that is under way, for nobody.
  const close = () => {
    if (isOpen) client.release(true);
    isOpen = false;
  };
  signal?.addEventListener('abort', close);
  try {
    await client.query(`BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY; ${onOneProcessor}`);
    for (const rule of rulesOf(undefined)) {
      if (signal?.aborted === true) break;
      await checkRule(client, rule, findings);
      tell?.(findings.untold());
    }
  } catch (error) {
    if (signal?.aborted !== true) throw error;
  } finally {
    signal?.removeEventListener('abort', close);
    close();
  }
  return findings.sentences();
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
