import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3';
import { PrismaClient } from '../../../prisma/generated/sqlite/client.ts';
import { optimiseLate } from '../prisma/optimise-late.ts';
import { mappedBytes } from './mapped-bytes.ts';

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
