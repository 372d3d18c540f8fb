import { everyone } from '../../server/store/catalogue/audience.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { PostgresReader } from '../../server/store/postgres/catalogue/postgres-reader.ts';
import { openConnections } from '../../server/store/postgres/connections.ts';
import { openPostgresDatabase } from '../../server/store/postgres/open-postgres-store.ts';
import { openLedgerBatches } from '../../server/store/postgres/ledger/ledger-batches.ts';
import { startPostgresWriter } from '../../server/store/postgres/postgres-writer.ts';
import { runTransaction } from '../../server/store/postgres/run-steps.ts';
import { findPlace } from '../../server/store/sql/catalogue/catalogue-texts.ts';
import { openReads, type Reads } from '../../server/store/open-reads.ts';
import type { CatalogueReader } from '../../server/store/sql/catalogue/catalogue-reader.ts';
import type { Steps } from '../../server/store/sql/statement.ts';
import { SqliteReader } from '../../server/store/sqlite/catalogue/sqlite-reader.ts';
import { openDatabase } from '../../server/store/sqlite/open-sqlite-store.ts';
import { prepareSteps } from '../../server/store/sqlite/run-steps.ts';
import { SumsOnThread } from '../../server/store/sqlite/sums/sums-on-thread.ts';
import { startWriter } from '../../server/store/sqlite/writer/start-writer.ts';
import type { Writer } from '../../server/store/writer.ts';
import { engineOfTests } from './engine-of-tests.ts';
import { copyEmptyInto, makeDatabase } from './make-database.ts';
import { makePostgresDatabase } from './make-postgres-database.ts';

export interface EngineUnderTest extends Reads {
  writer: Writer;
  findPlace: (productKey: number) => ReturnType<typeof findPlace>;
  reader: CatalogueReader;
  /** Where its data are, for commands. */
  place: { dataFolder: string; databaseUrl: string | undefined };
  /** Steps beside the writer. */
  change<Result>(steps: () => Steps<Result>): Promise<Result>;
  /** Makes the database a new one, in milliseconds. */
  empty(): Promise<void>;
  close(): Promise<void>;
}

/** For tests that compare them. */
export const bothEngines = [
  { engine: 'SQLite', open: openSqliteUnderTest },
  { engine: 'PostgreSQL', open: openPostgresUnderTest },
];

/** The engine of this run: the project on PostgreSQL runs the same files. */
export const engines = bothEngines.filter(({ engine }) => engine === engineOfTests);

/** An engine for the tests of a describe. Each begins with an empty database. */
export function emptyForEach(open: () => Promise<EngineUnderTest>): EngineUnderTest {
  const on = untilOpened();
  let isNew = false;
  beforeAll(async () => {
    Object.assign(on, await open());
    isNew = true;
  });
  beforeEach(async () => {
    if (!isNew) await on.empty();
    isNew = false;
  });
  afterAll(() => on.close());
  return on;
}

/** Has its members before the first hook or test of its describe runs. */
function untilOpened(): EngineUnderTest {
  return {} as EngineUnderTest;
}

async function openSqliteUnderTest(): Promise<EngineUnderTest> {
  const folder = await mkdtemp(join(tmpdir(), 'farebox-engine-'));
  const databaseFile = join(folder, 'farebox.db');
  await makeDatabase(databaseFile);
  const writer = await startWriter(databaseFile);
  const database = openDatabase(databaseFile);
  const connection = new SqliteDatabase(databaseFile);
  const runSteps = prepareSteps(connection);
  const reader = new SqliteReader(databaseFile);
  const sums = new SumsOnThread(databaseFile);
  const reads = openReads({ database, reader, writer, keep: true, sums });
  return {
    ...reads,
    findPlace: (productKey) => findPlace(database, productKey, everyone),
    ...{ writer, reader, place: { dataFolder: folder, databaseUrl: undefined } },
    change: (steps) => Promise.resolve(runSteps(steps())),
    async empty() {
      reads.catalogue.forget();
      await copyEmptyInto(databaseFile);
    },
    async close() {
      await writer.close();
      reader.close();
      await sums.close();
      await database.$disconnect();
      connection.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function openPostgresUnderTest(): Promise<EngineUnderTest> {
  const url = await makePostgresDatabase();
  await useOddZone(url);
  const pool = openConnections(url, 3);
  await pool.query(keepFirstRows);
  const writer = await startPostgresWriter(url, await openLedgerBatches(pool));
  const database = openPostgresDatabase(pool);
  const reader = new PostgresReader(pool);
  const reads = openReads({ database, reader, writer, keep: true });
  return {
    ...reads,
    findPlace: (productKey) => findPlace(database, productKey, everyone),
    ...{ writer, reader, place: { dataFolder: '', databaseUrl: url } },
    change: (steps) => runTransaction(pool, steps),
    async empty() {
      reads.catalogue.forget();
      await pool.query(backToFirstRows);
    },
    async close() {
      await writer.close();
      await database.$disconnect();
      await pool.end();
    },
  };
}

/** Those of the open writer stay, and calls go on being numbered: it would take itself for lost. */
const others = (column: string) =>
  `schemaname = 'public' AND ${column} NOT IN ('Instance', 'Instance_key_seq', 'Generation', 'Call_number')`;
const eachTable = `FOR name IN SELECT tablename FROM pg_tables WHERE ${others('tablename')} LOOP`;
const eachSequence = `FOR name IN SELECT sequencename FROM pg_sequences WHERE ${others('sequencename')} LOOP`;

/** What a new database has: rows of progress, and where keys begin. */
const keepFirstRows = `DO $$ DECLARE name text; has_rows boolean; BEGIN
  CREATE SCHEMA first_rows;
  ${eachTable}
    EXECUTE format('SELECT EXISTS (SELECT FROM public.%I)', name) INTO has_rows;
    IF has_rows THEN EXECUTE format('CREATE TABLE first_rows.%I AS TABLE public.%I', name, name); END IF;
  END LOOP;
  ${eachSequence}
    EXECUTE format('CREATE TABLE first_rows.%I AS SELECT last_value, is_called FROM public.%I', name, name);
  END LOOP; END $$`;

/** Without foreign keys and triggers, which would see rows go that never do. */
const backToFirstRows = `DO $$ DECLARE name text; BEGIN
  SET LOCAL session_replication_role = replica;
  ${eachTable}
    EXECUTE format('DELETE FROM public.%I', name);
    IF to_regclass(format('first_rows.%I', name)) IS NOT NULL THEN
      EXECUTE format('INSERT INTO public.%I OVERRIDING SYSTEM VALUE TABLE first_rows.%I', name, name);
    END IF;
  END LOOP;
  ${eachSequence}
    EXECUTE format('SELECT setval(%L, last_value, is_called) FROM first_rows.%I', format('public.%I', name), name);
  END LOOP; END $$`;

/** What zone a server has must not matter. */
async function useOddZone(url: string): Promise<void> {
  const pool = openConnections(url, 1);
  await pool.query(`ALTER DATABASE "${new URL(url).pathname.slice(1)}" SET timezone = 'Asia/Kolkata'`);
  await pool.end();
}
