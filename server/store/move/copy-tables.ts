import type pg from 'pg';
import { type ColumnType, differences, type MovedTable } from './moved-tables.ts';
import type { MoveSource, Batch } from './source.ts';
import type { MoveTarget } from './target.ts';

/** Copies the rows of all tables, from where an earlier run came. Tells how many rows there are for each batch. */
export async function copyTables(
  source: MoveSource,
  target: MoveTarget,
  tell: (table: string, rows: number) => void,
): Promise<void> {
  const partitions = new Partitions();
  for (const name of await target.tables()) {
    const progress = await target.progress(name);
    if (progress.isDone) continue;
    if (progress.after) tell(name, await target.count(name));
    const [columns, key] = [await target.columns(name), source.keyOf(name)];
    await copyRows({ ...differences[name], name, columns, key }, progress.after);
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

/** Writes the rows of a batch as one statement. */
async function insertRows(
  client: pg.Client,
  { name, columns, onConflict = '' }: MovedTable,
  values: Batch['columns'],
): Promise<void> {
  const names = Object.keys(columns);
  const types = Object.values(columns);
  const quoted = names.map((column) => `"${column}"`).join(', ');
  const selected = names.map((column) =>
    columns[column] === 'time' ? `"time_of"("${column}")` : `"${column}"`,
  );
  const arrays = types.map((type, index) => `$${index + 1}::${arrayOf(type)}`);
  await client.query(
    `INSERT INTO "${name}" (${quoted}) OVERRIDING SYSTEM VALUE
     SELECT ${selected.join(', ')} FROM unnest(${arrays.join(', ')}) AS given (${quoted}) ${onConflict}`,
    values,
  );
}

function arrayOf(type: ColumnType): string {
  return `${type === 'time' ? 'bigint' : type}[]`;
}

/** The tables that are divided by the day in their key, and the length of a part. */
const lengths = new Map<string, 'month' | 'day'>([
  ['Call', 'month'],
  ['CallEnding', 'month'],
  ['Entry', 'month'],
  ['CallInput', 'day'],
]);

const dayMs = 24 * 60 * 60 * 1000;

/** Makes parts of divided tables when the first row needs them. */
class Partitions {
  readonly #made = new Set<string>();

  /** The first column has the keys. */
  async makeFor(client: pg.Client, table: string, keys: Batch['columns'][number] = []): Promise<void> {
    const length = lengths.get(table);
    if (length === undefined) return;
    const days = new Set(keys.map((key) => Math.floor(Number(key) / 2 ** 32)));
    for (const day of days) await this.#make(client, table, length, new Date(day * dayMs));
  }

  async #make(client: pg.Client, table: string, length: 'month' | 'day', day: Date): Promise<void> {
    const date = day.toISOString();
    const name = `${table}_${date.slice(0, length === 'month' ? 7 : 10).replaceAll('-', '_')}`;
    if (this.#made.has(name)) return;
    await client.query(
      `SELECT "make_partition"($1, $2, d.first::date, (d.first + $4::interval)::date)
         FROM (SELECT date_trunc($5, $3::timestamp) AS first) d`,
      [table, name.slice(table.length), date.slice(0, 10), `1 ${length}`, length],
    );
    this.#made.add(name);
  }
}
