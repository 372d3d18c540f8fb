import { dirname } from 'node:path';
import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3';
import { PrismaClient } from '../../../prisma/generated/sqlite/client.ts';
import { optimiseLate } from '../prisma-reads.ts';
import { openReads } from '../open-reads.ts';
import type { Store } from '../store.ts';
import type { Writer } from '../writer.ts';
import { readLastBackup } from './backup/back-up.ts';
import { SqliteReader, mappedBytes } from './catalogue/sqlite-reader.ts';
import { openSqliteLedger } from './ledger/sqlite-ledger.ts';
import { SumsOnThread } from './sums/sums-on-thread.ts';

interface SqliteStore<Writing extends Writer> extends Store {
  writer: Writing;
  database: PrismaClient;
}

interface Options {
  /** Whether searches are cached. */
  keep?: boolean;
  readonly?: boolean;
}

/** Opens the store. If that fails, closes the writer. */
export async function openWritingStore<Writing extends Writer>(
  databaseFile: string,
  writer: Writing,
  options: Options = {},
): Promise<SqliteStore<Writing>> {
  try {
    return openSqliteStore(databaseFile, writer, options);
  } catch (error) {
    await writer.close();
    throw error;
  }
}

/** Opens the store of a migrated SQLite file and its writer. */
export function openSqliteStore<Writing extends Writer>(
  databaseFile: string,
  writer: Writing,
  { keep = true, readonly = false }: Options = {},
): SqliteStore<Writing> {
  const database = openDatabase(databaseFile, { readonly });
  const reader = new SqliteReader(databaseFile);
  const sums = new SumsOnThread(databaseFile);
  const ledger = openSqliteLedger(databaseFile, writer);
  return {
    ...openReads({ database, reader, writer, keep, sums }),
    ledger,
    writer,
    database,
    lastBackup: () => Promise.resolve(readLastBackup(dirname(databaseFile))),
    async probe() {
      await database.$queryRaw`SELECT 1 FROM sqlite_master LIMIT 1`;
    },
    async close() {
      await writer.close();
      ledger.close();
      reader.close();
      await sums.close();
      await database.$disconnect();
    },
  };
}

export type { PrismaClient };

/** Times in SQLite: whole milliseconds since 1970, which sort correctly and are the same in plain SQL. */
const timestampFormat = 'unixepoch-ms';

/**
 * Prisma on an SQLite file, for reads and single statements. Callers share one connection, so atomic changes need the
 * writer (./writer).
 */
export function openDatabase(databaseFile: string, { readonly = false } = {}): PrismaClient {
  const adapter = new MappedSqlite(
    { url: `file:${databaseFile}`, timeout: 10_000, readonly },
    { timestampFormat },
  );
  optimiseLate();
  return new PrismaClient({ adapter });
}

/** As SQLite is compiled. Prisma assumes 999, and refuses ordered queries with longer lists. */
const mostParameters = 32_766;

class MappedSqlite extends PrismaBetterSqlite3 {
  override async connect() {
    const connection = await super.connect();
    await connection.executeScript(`PRAGMA mmap_size = ${mappedBytes}`);
    const getConnectionInfo = () => ({ maxBindValues: mostParameters, supportsRelationJoins: false });
    return Object.assign(connection, { getConnectionInfo });
  }
}
