import { withPool } from '../setup/rows.ts';
import type { ViolationKind } from '../crash/violations.ts';

/** A way in which the functions of the ledger could be wrong. */
export interface DatabaseSabotage {
  name: string;
  /** What is taken out of which functions. */
  without: { function: string; text: string }[];
  /** What the test must find then, one of these at least. */
  violates: ViolationKind[];
}

export const databaseSabotages: DatabaseSabotage[] = [
  {
    name: 'no locks of purses',
    without: ['hold_batch', 'settle_batch'].map((name) => ({ function: name, text: 'FOR NO KEY UPDATE;' })),
    violates: ['wrong balance', 'ledger check'],
  },
  {
    name: 'settling calls that others have resolved',
    without: [{ function: 'settle_batch', text: ' AND c."state" = 0' }],
    violates: ['answered in other bytes', 'acknowledged call lost', 'wrong balance', 'ledger check'],
  },
];

/** Changes a database that is migrated. */
export async function sabotageDatabase(databaseUrl: string, { without }: DatabaseSabotage): Promise<void> {
  await withPool(databaseUrl, async (pool) => {
    for (const { function: name, text } of without) {
      const { rows } = await pool.query<{ definition: string }>(
        'SELECT pg_get_functiondef($1::regproc) AS definition',
        [name],
      );
      const definition = rows[0]?.definition ?? '';
      if (!definition.includes(text)) throw new Error(`${name} has no ${text} any more.`);
      const end = text.endsWith(';') ? ';' : '';
      await pool.query(definition.replace(text, end));
    }
  });
}
