import { dirname } from 'node:path';
import type { Store } from '../store.ts';
import type { Writer } from '../writer.ts';
import { PrismaAccounts } from '../prisma/prisma-accounts.ts';
import { PrismaAlerts } from '../prisma/prisma-alerts.ts';
import { PrismaAuditLog } from '../prisma/prisma-audit-log.ts';
import { PrismaCalls } from '../prisma/prisma-calls.ts';
import { PrismaMembers } from '../prisma/prisma-members.ts';
import { PrismaPeople } from '../prisma/prisma-people.ts';
import { PrismaPersonalData } from '../prisma/prisma-personal-data.ts';
import { SqlCatalogue } from '../sql/catalogue/sql-catalogue.ts';
import { SqliteReader } from './catalogue/sqlite-reader.ts';
import { PrismaMails } from '../prisma/prisma-mails.ts';
import { PrismaOperatorRequests } from '../prisma/prisma-operator-requests.ts';
import { PrismaOverview } from '../prisma/prisma-overview.ts';
import { PrismaPublications } from '../prisma/prisma-publications.ts';
import { readLastBackup } from './backup/last-backup.ts';
import { PrismaEncryptedTexts } from '../prisma/prisma-encrypted-texts.ts';
import { PrismaWebhooks } from '../prisma/prisma-webhooks.ts';
import { openDatabase, type PrismaClient } from './database.ts';
import { SumsOnThread } from './sums/sums-on-thread.ts';
import { openSqliteLedger } from './ledger/sqlite-ledger.ts';

export interface SqliteStore<Writing extends Writer> extends Store {
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
