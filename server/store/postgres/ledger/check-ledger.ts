import type pg from 'pg';
import type { CheckOptions } from '../../ledger.ts';
import { type Rule, rulesOf } from '../../sql/check-rules.ts';
import { Findings } from '../../sql/findings.ts';
import { inSnapshot } from './in-snapshot.ts';

/**
 * Returns a sentence for each violated invariant of the whole ledger. Reads one snapshot while others write. After a
 * signal it ends at once, because a rule may take minutes.
 */
export async function checkLedger(pool: pg.Pool, { tell, signal }: CheckOptions = {}): Promise<string[]> {
  const findings = new Findings();
  await inSnapshot(pool, { mode: 'READ ONLY', signal }, async (client) => {
    for (const rule of rulesOf('postgres')) {
      await checkRule(client, rule, findings);
      tell?.(findings.untold());
    }
  });
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
