import type pg from 'pg';
import { migratePostgres } from '../../../prisma/migrate-postgres.ts';
import { PrismaAccounts } from '../prisma/prisma-accounts.ts';
import { PrismaCalls } from '../prisma/prisma-calls.ts';
import { PrismaMails } from '../prisma/prisma-mails.ts';
import { PrismaPublications } from '../prisma/prisma-publications.ts';
import { PrismaWebhooks } from '../prisma/prisma-webhooks.ts';
import type { PortalStore, Store } from '../store.ts';
import { tendLedger } from '../tend-ledger.ts';
import type { WatchedWriter } from '../writer.ts';
import { SqlCatalogue } from '../sql/catalogue/sql-catalogue.ts';
import { addTaken } from './add-taken.ts';
import { PostgresReader } from './catalogue/postgres-reader.ts';
import { openConnections } from './connections.ts';
import { openPostgresDatabase } from './database.ts';
import { type LedgerBatches, openLedgerBatches } from './ledger/ledger-batches.ts';
import { postgresLedger } from './ledger/postgres-ledger.ts';
import { pruneLedger } from './ledger/prune-ledger.ts';
import { type PostgresWriter, startPostgresWriter } from './postgres-writer.ts';
import { readsOrProblem } from './reads-or-problem.ts';
import { sharePlaces } from './share-places.ts';
import { unlessLocked } from './unless-locked.ts';
import { locks, runAlone, runUnlessBusy } from './run-alone.ts';

/** Connections for the reads of a process, and for its batches. */
const readConnections = 4;
const ledgerConnections = 5;

interface Options {
  /** Whether searches are cached. */
  keep: boolean;
  isPortal: boolean;
}

/** Migrates and opens the database of a portal, or of a command. */
export async function openPostgresStore(url: string, { keep, isPortal }: Options): Promise<PortalStore> {
  await migratePostgres(url);
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
        tendLedger({
          ledger: store.ledger,
          async prune() {
            await makePartitions(pool);
            return pruneLedger(pool, Date.now(), retentionDays);
          },
          unlessBusy: (tend) => runUnlessBusy(url, locks.tend, tend),
        }),
      addTaken: (taken) => addTaken(pool, taken),
      sharePlaces: (taken) => sharePlaces(pool, opened.instance.key(), taken),
      alone: (task) => runAlone(url, locks.load, task),
      knowsSecret: (fingerprint) => knowsSecret(pool, fingerprint),
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
  const catalogue = new SqlCatalogue(new PostgresReader(pool), database, keep);
  writer.onPublish((what) => {
    if (what === 'catalogue') catalogue.forget();
  });
  return {
    catalogue: readsOrProblem(catalogue),
    publications: new PrismaPublications(database),
    accounts: readsOrProblem(new PrismaAccounts(database)),
    calls: readsOrProblem(new PrismaCalls(database)),
    ledger: readsOrProblem(postgresLedger(pool, writer)),
    mails: readsOrProblem(new PrismaMails(database)),
    webhooks: readsOrProblem(new PrismaWebhooks(database)),
    writer,
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

/** The first process says which secret it is. */
async function knowsSecret(pool: pg.Pool, fingerprint: string): Promise<boolean> {
  await pool.query(
    'INSERT INTO "Secret" ("key", "fingerprint") VALUES (1, $1) ON CONFLICT ("key") DO NOTHING',
    [fingerprint],
  );
  const { rows } = await pool.query<{ isKnown: boolean }>(
    'SELECT "fingerprint" = $1 AS "isKnown" FROM "Secret" WHERE "key" = 1',
    [fingerprint],
  );
  return rows[0]?.isKnown ?? false;
}

function watched(writer: PostgresWriter, batches: LedgerBatches): WatchedWriter {
  return {
    run: (verb, payload) => writer.run(verb, payload),
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
