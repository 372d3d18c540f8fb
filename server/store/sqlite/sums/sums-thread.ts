import { parentPort, workerData } from 'node:worker_threads';
import { cloneableError, orCloneableError } from '../database-unusable.ts';
import { mappedBytes } from '../catalogue/sqlite-reader.ts';
import type { SumOrder, SumReport } from './sums-on-thread.ts';
import SqliteDatabase from 'better-sqlite3';

/** Runs the statements one after another. */
function serve(databaseFile: string): void {
  const database = new SqliteDatabase(databaseFile, { timeout: 10_000, readonly: true });
  database.pragma(`mmap_size = ${mappedBytes}`);
  const prepared = new Map<string, SqliteDatabase.Statement>();
  const statementOf = (sql: string) => {
    const statement = prepared.get(sql) ?? database.prepare(sql);
    prepared.set(sql, statement);
    return statement;
  };
  parentPort?.on('message', ({ number, sql, values }: SumOrder) => {
    try {
      report({ number, rows: statementOf(sql).all(...values) });
    } catch (error) {
      report({ number, error: cloneableError(error) });
    }
  });
}

function report(message: SumReport): void {
  parentPort?.postMessage(message);
}

orCloneableError(() => serve(String(workerData)));
