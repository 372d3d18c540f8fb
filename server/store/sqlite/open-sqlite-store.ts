import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3';
import { dirname } from 'node:path';
import { PrismaClient } from '../../../prisma/generated/sqlite/client.ts';
import { optimiseLate } from '../prisma/optimise-late.ts';
import { PrismaAccounts } from '../prisma/prisma-accounts.ts';
import { PrismaAlerts } from '../prisma/prisma-alerts.ts';
import { PrismaAuditLog } from '../prisma/prisma-audit-log.ts';
import { PrismaCalls } from '../prisma/prisma-calls.ts';
import { PrismaEncryptedTexts } from '../prisma/prisma-encrypted-texts.ts';
import { PrismaMails } from '../prisma/prisma-mails.ts';
import { PrismaMembers } from '../prisma/prisma-members.ts';
import { PrismaOperatorRequests } from '../prisma/prisma-operator-requests.ts';
import { PrismaOverview } from '../prisma/prisma-overview.ts';
import { PrismaPeople } from '../prisma/prisma-people.ts';
import { PrismaPersonalData } from '../prisma/prisma-personal-data.ts';
import { PrismaPublications } from '../prisma/prisma-publications.ts';
import { PrismaWebhooks } from '../prisma/prisma-webhooks.ts';
import { SqlCatalogue } from '../sql/catalogue/sql-catalogue.ts';
import type { Store } from '../store.ts';
import type { Writer } from '../writer.ts';
import { readLastBackup } from './backup/last-backup.ts';
import { SqliteReader } from './catalogue/sqlite-reader.ts';
import { openSqliteLedger } from './ledger/sqlite-ledger.ts';
import { mappedBytes } from './mapped-bytes.ts';
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
  const catalogue = new SqlCatalogue(reader, database, keep);
  const sums = new SumsOnThread(databaseFile);
  const ledger = openSqliteLedger(databaseFile, writer);
  writer.onPublish((what) => {
    if (what === 'catalogue') catalogue.forget();
  });
  return {
    catalogue,
    publications: new PrismaPublications(database),
    audit: new PrismaAuditLog(database),
    accounts: new PrismaAccounts(database),
    calls: new PrismaCalls(database),
    people: new PrismaPeople(database),
    members: new PrismaMembers(database),
    personalData: new PrismaPersonalData(database),
    ledger,
    mails: new PrismaMails(database, reader),
    alerts: new PrismaAlerts(database, { countsEntries: false }),
    webhooks: new PrismaWebhooks(database, reader),
    encryptedTexts: new PrismaEncryptedTexts(database),
    requests: new PrismaOperatorRequests(database),
    overview: new PrismaOverview(database, 'sqlite', ({ sql, values }) => sums.run(sql, values)),
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
