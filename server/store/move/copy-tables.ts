import { insertRows, Partitions } from './insert-rows.ts';
import type { MovedTable } from './moved-table.ts';
import { movedTables } from './moved-tables.ts';
import type { MoveSource } from './source.ts';
import type { MoveTarget } from './target.ts';

/** Copies the rows of all tables, from where an earlier run came. Tells how many rows there are for each batch. */
export async function copyTables(
  source: MoveSource,
  target: MoveTarget,
  tell: (table: string, rows: number) => void,
): Promise<void> {
  const partitions = new Partitions();
  for (const table of movedTables) {
    const progress = await target.progress(table.name);
    if (progress.isDone) continue;
    if (progress.after) tell(table.name, await target.count(table.name));
    await copyRows(table, progress.after);
  }

  async function copyRows(table: MovedTable, from: (string | number)[] | undefined): Promise<void> {
    let after = from;
    // The next batch is read while PostgreSQL writes the one before.
    let writing: Promise<void> = Promise.resolve();
    for (let isLast = false; !isLast; ) {
      const batch = source.read(table, after);
      await writing;
      writing = target.advance(table.name, batch, async (client) => {
        if (batch.rows === 0) return;
        await partitions.makeFor(client, table.name, batch.columns[0]);
        await insertRows(client, table, batch.columns);
      });
      // It is awaited in the next round, which a failed read does not reach.
      writing.catch(() => {});
      after = batch.last;
      isLast = batch.isLast;
      tell(table.name, batch.rows);
    }
    await writing;
  }
}
