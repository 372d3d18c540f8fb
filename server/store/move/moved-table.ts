/** How a column is written in PostgreSQL. Times are milliseconds in SQLite. */
export type ColumnType = 'bigint' | 'integer' | 'text' | 'time' | 'boolean' | 'bytea';

export interface MovedTable {
  name: string;
  columns: Record<string, ColumnType>;
  /** The primary key in SQLite: the order of the copy, and where it goes on. */
  key: readonly string[];
  /** SQL of SQLite for columns that PostgreSQL has otherwise. The table is `t`, and what it needs is joined. */
  values?: Record<string, string>;
  join?: string;
  /** Of rows that the target has from the start. */
  onConflict?: string;
}
