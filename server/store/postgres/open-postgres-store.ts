import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { Problem } from '../../../lib/problem/problem.ts';
import type { BeforeUpdate } from '../../../prisma/applied-migrations.ts';
import { PrismaClient as PostgresClient } from '../../../prisma/generated/postgresql/client.ts';
import type { PrismaClient } from '../../../prisma/generated/sqlite/client.ts';
import { migratePostgres } from '../../../prisma/migrate-postgres.ts';
import { errorText, log } from '../../log.ts';
import { openReads } from '../open-reads.ts';
import { optimiseLate } from '../prisma-reads.ts';
import type { PortalStore, Store, Taken, TakenByAll, PlacesTaken } from '../store.ts';
import { countOutcomes, pruneImports, tendLedger, together } from '../tend-ledger.ts';
import { type WatchedWriter, WriterError } from '../writer.ts';
import { agreeOnSecrets } from './agree-on-secrets.ts';
import { readLastBackup } from './backup/last-backup.ts';
import { PostgresReader } from './catalogue/postgres-reader.ts';
import { openConnections } from './connections.ts';
import { callHorizon } from './ledger/check-ledger.ts';
import { type LedgerBatches, openLedgerBatches } from './ledger/ledger-batches.ts';
import { postgresLedger } from './ledger/postgres-ledger.ts';
import { pruneLedger, unlessLocked } from './ledger/prune-ledger.ts';
import { type PostgresWriter, startPostgresWriter } from './postgres-writer.ts';
import { isLost, stateOf } from './writer-error.ts';

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
  await migratePostgres(url, { beforeUpdate });
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
              const imports = await pruneImports(writer, Date.now());
              return { ...(await pruneLedger(pool, Date.now(), retentionDays)), imports };
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
  return {
    ...openReads({ database, reader, writer, keep, guard: readsOrProblem }),
    ledger: readsOrProblem(postgresLedger(pool, writer)),
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

/** Prisma's codes for a database that is not reached, does not respond, or closed the connection. */
const prismaLost = /^P(?:1001|1002|1008|1017|2024|2037)$/;
/** As Node, `pg` and the server say it. Not all of them have codes. */
const connectionLost =
  /\b(?:ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_)|can't reach database|connection terminated|terminating connection|the database system is|timeout exceeded when trying to connect|query read timeout/i;

/** The same reads, where a database that is away is a problem that the caller is told, and not an internal error. */
export function readsOrProblem<Reads extends object>(reads: Reads): Reads {
  return new Proxy(reads, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      return (...values: unknown[]): unknown => {
        const result: unknown = Reflect.apply(value, target, values);
        return isPromise(result) ? result.catch(explain) : result;
      };
    },
  });
}

/** Those of Prisma are of no class. */
function isPromise(value: unknown): value is Pick<Promise<unknown>, 'catch'> {
  return typeof value === 'object' && value !== null && 'catch' in value;
}

function explain(error: unknown): never {
  if (!isAway(error)) throw error;
  log('error', 'database-unreachable', { error: errorText(error) });
  throw new Problem('unavailable', 'The database does not respond. Nothing was charged.', [], {
    'retry-after': '1',
  });
}

/** Verbs tell apart what the writer says. */
function isAway(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof WriterError) return false;
  const code = 'code' in error ? String(error.code) : '';
  if (stateOf(error) !== '') return isLost(error);
  return prismaLost.test(code) || connectionLost.test(code) || connectionLost.test(error.message);
}

/** Says which places of upstreams one portal has taken, and returns how many the others have. */
export async function sharePlaces(
  pool: pg.Pool,
  instanceKey: number,
  taken: readonly PlacesTaken[],
): Promise<PlacesTaken[]> {
  const { rows } = await pool.query<PlacesTaken>('SELECT upstream, calls FROM share_places($1, $2, $3)', [
    instanceKey,
    taken.map(({ upstream }) => upstream),
    taken.map(({ calls }) => calls),
  ]);
  if (Math.random() * exchangesForEachSweep < 1)
    await pool.query(`DELETE FROM "UnderWay" WHERE "at" < clock_timestamp() - interval '1 minute'`);
  return rows;
}

/** Any numbers that nothing else locks. */
export const locks = { load: 7_201_404, tend: 7_201_405 };

/** A process that is cut off is taken for gone after the limit, and gives a sign well before. */
const signEveryMs = 10_000;
const begin = `BEGIN; SET LOCAL idle_in_transaction_session_timeout = '60s'`;

/** Runs a task while no other process runs one with the same lock, and waits for those. */
export async function runAlone<Result>(
  connectionString: string,
  lock: number,
  task: () => Promise<Result>,
): Promise<Result> {
  return inTransaction(connectionString, async (client) => {
    await client.query('SELECT pg_advisory_xact_lock($1)', [lock]);
    return withSigns(client, task);
  });
}

/** The same, but leaves the task to another process that runs it. */
export async function runUnlessBusy(
  connectionString: string,
  lock: number,
  task: () => Promise<void>,
): Promise<void> {
  await inTransaction(connectionString, async (client) => {
    const { rows } = await client.query<{ locked: boolean }>(
      'SELECT pg_try_advisory_xact_lock($1) AS locked',
      [lock],
    );
    if (rows[0]?.locked === true) await withSigns(client, task);
  });
}

/** The lock ends with the transaction, because a pooler between may give the session to others. */
async function inTransaction<Result>(
  connectionString: string,
  use: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString, application_name: 'farebox lock', keepAlive: true });
  // A lost lock does no harm: what is done twice has the same result.
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(begin);
    return await use(client);
  } finally {
    await client.end();
  }
}

/** One sign at a time: a connection takes no statement while it runs another, such as one that waits for the lock. */
async function withSigns<Result>(client: pg.Client, task: () => Promise<Result>): Promise<Result> {
  let isSigning = false;
  const sign = async () => {
    if (isSigning) return;
    isSigning = true;
    await client.query('SELECT 1').catch(() => {});
    isSigning = false;
  };
  const signs = setInterval(() => void sign(), signEveryMs);
  try {
    return await task();
  } finally {
    clearInterval(signs);
  }
}
