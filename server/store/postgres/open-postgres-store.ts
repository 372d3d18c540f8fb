import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';
import type { BeforeUpdate } from '../../../prisma/applied-migrations.ts';
import { PrismaClient as PostgresClient } from '../../../prisma/generated/postgresql/client.ts';
import type { PrismaClient } from '../../../prisma/generated/sqlite/client.ts';
import { migratePostgres } from '../../../prisma/migrate-postgres.ts';
import { postgresMigrationsFolder } from '../../../prisma/migration-list.ts';
import { countOutcomes } from '../count-outcomes.ts';
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
import type { PortalStore, Store, Taken, TakenByAll } from '../store.ts';
import { tendLedger } from '../tend-ledger.ts';
import { together } from '../together.ts';
import type { WatchedWriter } from '../writer.ts';
import { agreeOnSecrets } from './agree-on-secrets.ts';
import { readLastBackup } from './backup/last-backup.ts';
import { PostgresReader } from './catalogue/postgres-reader.ts';
import { openConnections } from './connections.ts';
import { callHorizon } from './ledger/call-horizon.ts';
import { type LedgerBatches, openLedgerBatches } from './ledger/ledger-batches.ts';
import { postgresLedger } from './ledger/postgres-ledger.ts';
import { pruneLedger } from './ledger/prune-ledger.ts';
import { type PostgresWriter, startPostgresWriter } from './postgres-writer.ts';
import { readsOrProblem } from './reads-or-problem.ts';
import { locks, runAlone, runUnlessBusy } from './run-alone.ts';
import { sharePlaces } from './share-places.ts';
import { unlessLocked } from './unless-locked.ts';

/** Connections for the reads of a process, and for its batches. */
const readConnections = 4;
const ledgerConnections = 5;

interface Options {
  /** Whether searches are cached. */
  keep: boolean;
  isPortal: boolean;
  beforeUpdate?: BeforeUpdate;
}

/** Migrates and opens the database of a portal, or of a command. */
export async function openPostgresStore(
  url: string,
  { keep, isPortal, beforeUpdate }: Options,
): Promise<PortalStore> {
  await migratePostgres(url, postgresMigrationsFolder, beforeUpdate);
  const pool = openConnections(url, ledgerConnections);
  let batches: LedgerBatches | undefined;
  try {
    await makePartitions(pool);
    const opened = await openLedgerBatches(pool, { isPortal });
    batches = opened;
    const writer = watched(await startPostgresWriter(url, opened), opened);
    const store = openReadingPostgres(url, writer, keep);
    return {
      ...store,
      tend: (retentionDays) =>
        together(
          tendLedger({
            ledger: store.ledger,
            async prune() {
              await makePartitions(pool);
              return pruneLedger(pool, Date.now(), retentionDays);
            },
            unlessBusy: (tend) => runUnlessBusy(url, locks.tend, tend),
          }),
          countOutcomes({ writer, readHorizon: callHorizon(pool) }),
        ),
      addTaken: (taken) => addTaken(pool, taken),
      sharePlaces: (taken) => sharePlaces(pool, opened.instance.key(), taken),
      alone: (task) => runAlone(url, locks.load, task),
      agreeOnSecrets: (fingerprints) => agreeOnSecrets(pool, fingerprints),
      // Without its database a process waits for it, and ends only when it is told to.
      died: new Promise(() => {}),
      async close() {
        await store.close();
        await pool.end();
      },
    };
  } catch (error) {
    await batches?.close();
    await pool.end();
    throw error;
  }
}

/** Opens a database that another process has migrated. */
export function openReadingPostgres(
  url: string,
  writer: WatchedWriter,
  keep = true,
): Store & { writer: WatchedWriter } {
  const pool = openConnections(url, readConnections);
  const database = openPostgresDatabase(pool);
  const reader = new PostgresReader(pool);
  const catalogue = new SqlCatalogue(reader, database, keep);
  writer.onPublish((what) => {
    if (what === 'catalogue') catalogue.forget();
  });
  return {
    catalogue: readsOrProblem(catalogue),
    publications: new PrismaPublications(database),
    audit: readsOrProblem(new PrismaAuditLog(database)),
    accounts: readsOrProblem(new PrismaAccounts(database)),
    calls: readsOrProblem(new PrismaCalls(database)),
    people: readsOrProblem(new PrismaPeople(database)),
    members: readsOrProblem(new PrismaMembers(database)),
    personalData: readsOrProblem(new PrismaPersonalData(database)),
    ledger: readsOrProblem(postgresLedger(pool, writer)),
    mails: readsOrProblem(new PrismaMails(database, reader)),
    alerts: readsOrProblem(new PrismaAlerts(database, { countsEntries: true })),
    webhooks: readsOrProblem(new PrismaWebhooks(database, reader)),
    encryptedTexts: readsOrProblem(new PrismaEncryptedTexts(database)),
    requests: readsOrProblem(new PrismaOperatorRequests(database)),
    overview: readsOrProblem(new PrismaOverview(database, 'postgres')),
    writer,
    lastBackup: () => readLastBackup(pool),
    probe: () => Promise.resolve(),
    async close() {
      await writer.close();
      await database.$disconnect();
      await pool.end();
    },
  };
}

/** The tables of the next weeks, for a portal that stands still in the meantime. */
async function makePartitions(pool: pg.Pool): Promise<void> {
  await unlessLocked(() => pool.query('SELECT make_partitions()'));
}

function watched(writer: PostgresWriter, batches: LedgerBatches): WatchedWriter {
  return {
    run: (verb, payload, author) => writer.run(verb, payload, author),
    onPublish: (listener) => writer.onPublish(listener),
    close: () => writer.close(),
    get waiting() {
      return writer.waiting + batches.waiting;
    },
    get portals() {
      return batches.instance.portals();
    },
    get isReachable() {
      return batches.instance.isSeen();
    },
    onBatch: (listener) => batches.onBatch(listener),
  };
}

/** Old rows are deleted in one of so many exchanges. */
const exchangesForEachSweep = 100;

/** Adds what this portal has counted, and returns what all portals have. */
export async function addTaken(pool: pg.Pool, taken: readonly Taken[]): Promise<TakenByAll[]> {
  const { rows } = await pool.query<TakenByAll>(
    'SELECT taker, points, ms_left AS "msLeft" FROM add_taken($1, $2)',
    [taken.map(({ taker }) => taker), taken.map(({ points }) => points)],
  );
  if (Math.random() * exchangesForEachSweep < 1)
    await pool.query(`DELETE FROM "Taken" WHERE "until" < clock_timestamp()`);
  return rows;
}

/** Prisma on PostgreSQL, for reads. The caller ends the pool. */
export function openPostgresDatabase(pool: pg.Pool): PrismaClient {
  optimiseLate();
  return asPrismaClient(new PostgresClient({ adapter: new PrismaPg(pool) }));
}

/** The clients are generated from the same models, of which the reads use what both engines have. */
export function asPrismaClient(client: unknown): PrismaClient {
  return client as PrismaClient;
}
