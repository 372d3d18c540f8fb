import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3';
import { PrismaClient } from '../../../prisma/generated/sqlite/client.ts';

export type { PrismaClient };

/** How moments stand in SQLite: whole milliseconds since 1970, which sort, index and are written alike by plain SQL. */
const timestampFormat = 'unixepoch-ms';

/**
 * Prisma on an SQLite file, for reading and for single statements. It shares one connection among its callers:
 * whatever needs several statements to hold together goes through the writer (./writer).
 */
export function openDatabase(databaseFile: string, { readonly = false } = {}): PrismaClient {
  const adapter = new MappedSqlite(
    { url: `file:${databaseFile}`, timeout: 10_000, readonly },
    { timestampFormat },
  );
  return new PrismaClient({ adapter });
}

/** Read through the operating system's memory instead of by calls, a page of the list takes half the time. */
export const mappedBytes = 1024 * 1024 * 1024;

class MappedSqlite extends PrismaBetterSqlite3 {
  override async connect() {
    const connection = await super.connect();
    await connection.executeScript(`PRAGMA mmap_size = ${mappedBytes}`);
    return connection;
  }
}
