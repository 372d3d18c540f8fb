import { dirname } from 'node:path';
import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3';
import { PrismaClient } from '../../../prisma/generated/sqlite/client.ts';
import { optimiseLate } from '../prisma-reads.ts';
import { Accounts } from '../accounts/read-accounts.ts';
import { Alerts } from '../messages/read-alerts.ts';
import { AuditLog } from '../operation/read-audit-log.ts';
import { Calls } from '../calls/read-calls.ts';
import { EncryptedTexts } from '../operation/read-encrypted-texts.ts';
import { Mails } from '../messages/read-mails.ts';
import { Members } from '../accounts/read-members.ts';
import { OperatorRequests } from '../operation/read-operator-requests.ts';
import { OverviewReads } from '../operation/read-overview.ts';
import { People } from '../people/read-people.ts';
import { PersonalData } from '../people/read-personal-data.ts';
import { Publications } from '../catalogue/read-publications.ts';
import { Webhooks } from '../messages/read-webhooks.ts';
import { Catalogue } from '../sql/catalogue/sql-catalogue.ts';
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
  const catalogue = new Catalogue(reader, database, keep);
  const sums = new SumsOnThread(databaseFile);
  const ledger = openSqliteLedger(databaseFile, writer);
  writer.onPublish((what) => {
    if (what === 'catalogue') catalogue.forget();
  });
  return {
    catalogue,
    publications: new Publications(database),
    audit: new AuditLog(database),
    accounts: new Accounts(database),
    calls: new Calls(database),
    people: new People(database),
    members: new Members(database),
    personalData: new PersonalData(database),
    ledger,
    mails: new Mails(database, reader),
    alerts: new Alerts(database, { countsEntries: false }),
    webhooks: new Webhooks(database, reader),
    encryptedTexts: new EncryptedTexts(database),
    requests: new OperatorRequests(database),
    overview: new OverviewReads(database, 'sqlite', ({ sql, values }) => sums.run(sql, values)),
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
