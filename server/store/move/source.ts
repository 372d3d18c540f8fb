import SqliteDatabase, { type Database } from 'better-sqlite3';
import { z } from 'zod';
import type { ColumnType, MovedTable } from './moved-tables.ts';

/** A batch ends with the row that reaches either. */
const mostRows = 5_000;
const mostBytes = 8 * 1024 * 1024;

export type Cell = string | number | Buffer | null;
/** The key of a row in SQLite. */
export type RowKey = (string | number)[];

export interface Batch {
  /** The values of each column. */
  columns: (Cell | boolean)[][];
  rows: number;
  /** The key of the last row. */
  last: RowKey;
  isLast: boolean;
}

/** The SQLite file of a portal that is being moved: nothing changes it. */
export class MoveSource {
  readonly #database: Database;

  constructor(databaseFile: string) {
    this.#database = new SqliteDatabase(databaseFile, { readonly: true, timeout: 10_000 });
  }

  openCalls(): number {
    return this.#number(
      'SELECT count(*) FROM Call WHERE state = 0 AND key >= (SELECT key FROM FirstOpenCall)',
    );
  }

  count(table: string): number {
    return this.#number(`SELECT count(*) FROM "${table}"`);
  }

  keyOf(table: string): string[] {
    return this.#database
      .prepare<[string], string>('SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk')
      .pluck()
      .all(table);
  }

  /** Reads some rows after a key, or the first ones. */
  read(table: MovedTable, after: RowKey | undefined): Batch {
    const types = Object.values(table.columns);
    const columns: Batch['columns'] = types.map(() => []);
    let [rows, bytes] = [0, 0];
    let last: RowKey = after ?? [];
    let isLast = true;
    const select = this.#database.prepare<RowKey, Cell[]>(selectOf(table, after !== undefined)).raw();
    for (const row of select.iterate(...(after ?? []))) {
      if (rows >= mostRows || bytes >= mostBytes) {
        isLast = false;
        break;
      }
      for (const [index, type] of types.entries()) {
        const cell = row[index] ?? null;
        columns[index]?.push(cellOf(cell, type));
        bytes += typeof cell === 'string' || cell instanceof Buffer ? cell.length : 8;
      }
      rows += 1;
      last = rowKey.parse(row.slice(types.length));
    }
    return { columns, rows, last, isLast };
  }

  /** The balance of each purse, some at a time. */
  balances(afterKey: number, most: number): { key: number; id: string; posted: number; pending: number }[] {
    return this.#database
      .prepare<[number, number], { key: number; id: string; posted: number; pending: number }>(
        'SELECT key, id, posted, pending FROM Purse WHERE key > ? ORDER BY key LIMIT ?',
      )
      .all(afterKey, most);
  }

  /** Ids of calls, spread evenly over all of them. */
  sampleCalls(most: number): string[] {
    const last = this.#number('SELECT coalesce(max(key), 0) FROM Call');
    const find = this.#database
      .prepare<[number], string>('SELECT id FROM Call WHERE key >= ? ORDER BY key LIMIT 1')
      .pluck();
    const found = Array.from({ length: most }, (_none, index) =>
      find.get(Math.ceil((last * (index + 1)) / most)),
    );
    return [...new Set(found)].filter((id) => id !== undefined);
  }

  close(): void {
    this.#database.close();
  }

  #number(sql: string): number {
    return this.#database.prepare<[], number>(sql).pluck().get() ?? 0;
  }
}

const rowKey = z.array(z.union([z.string(), z.number()]));

function selectOf({ name, columns, key, values = {}, join = '' }: MovedTable, isAfter: boolean): string {
  const selected = Object.keys(columns).map((column) => values[column] ?? `t."${column}"`);
  const keys = key.map((column) => `t."${column}"`);
  const after = isAfter ? `WHERE (${keys.join(', ')}) > (${keys.map(() => '?').join(', ')})` : '';
  return `SELECT ${[...selected, ...keys].join(', ')} FROM "${name}" t ${join} ${after}
           ORDER BY ${keys.join(', ')} LIMIT ${mostRows + 1}`;
}

/** PostgreSQL has no text with U+0000. */
function cellOf(cell: Cell, type: ColumnType): Cell | boolean {
  if (cell === null) return null;
  if (type === 'boolean') return cell === 1;
  return type === 'text' && typeof cell === 'string' && cell.includes('\0')
    ? cell.replaceAll('\0', '\uFFFD')
    : cell;
}
