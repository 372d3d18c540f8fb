import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import type pg from 'pg';
import { openConnections } from '../../server/store/postgres/connections.ts';
import { postgresSql } from '../../server/store/postgres/run-steps.ts';
import { placeOf } from './data-place.ts';

/** Rows of a portal's database, by a statement of both engines. */
export async function readRows<Row extends pg.QueryResultRow>(
  dataFolder: string,
  sql: string,
  ...values: string[]
): Promise<Row[]> {
  const { databaseUrl } = placeOf(dataFolder);
  if (databaseUrl !== undefined)
    return withPool(databaseUrl, async (pool) => (await pool.query<Row>(postgresSql(sql), values)).rows);
  const database = new SqliteDatabase(join(dataFolder, 'farebox.db'), { readonly: true, timeout: 10_000 });
  try {
    return database.prepare<string[], Row>(sql).all(...values);
  } finally {
    database.close();
  }
}

/** Changes rows behind the back of a portal: no cache hears of it. */
export async function changeRows(dataFolder: string, sql: string, ...values: string[]): Promise<void> {
  const { databaseUrl } = placeOf(dataFolder);
  if (databaseUrl !== undefined)
    return withPool(databaseUrl, async (pool) => void (await pool.query(postgresSql(sql), values)));
  const database = new SqliteDatabase(join(dataFolder, 'farebox.db'), { timeout: 10_000 });
  try {
    database.prepare(sql).run(...values);
  } finally {
    database.close();
  }
}

export async function withPool<Result>(
  databaseUrl: string,
  use: (pool: pg.Pool) => Promise<Result>,
): Promise<Result> {
  const pool = openConnections(databaseUrl, 1);
  try {
    return await use(pool);
  } finally {
    await pool.end();
  }
}
