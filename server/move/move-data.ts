import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { z } from 'zod';
import { makeCaches } from '../caches.ts';
import { randomLetters } from '../call-id.ts';
import { compareReceipts } from '../calls/receipts.ts';
import { connectWriter } from '../control/connect-writer.ts';
import type { PortalSecret } from '../portal/portal-secret.ts';
import { secretFingerprint } from '../portal/read-secrets.ts';
import { writeApiTexts, writeProductTexts } from '../store/catalogue/product-texts.ts';
import { copyTables } from '../store/move/copy-tables.ts';
import { moveSentence, MoveRefused, type Move, type movePayload } from '../store/move/move-state.ts';
import { MoveSource } from '../store/move/source.ts';
import { MoveTarget, notEmpty } from '../store/move/target.ts';
import { openConnections } from '../store/postgres/connections.ts';
import { checkLedger as checkPostgresLedger } from '../store/postgres/ledger/check-ledger.ts';
import { openReadingPostgres } from '../store/postgres/open-postgres-store.ts';
import { runSteps } from '../store/postgres/run-steps.ts';
import type { Steps } from '../store/sql/statement.ts';
import { checkLedger } from '../store/sqlite/check/check-ledger.ts';
import { readMove } from '../store/sqlite/jobs/move.ts';
import { LeaseHeld } from '../store/sqlite/lease.ts';
import { openOwnStore } from '../store/sqlite/open-own-store.ts';
import { openSqliteStore } from '../store/sqlite/open-sqlite-store.ts';
import { AbsentWriter } from '../store/writer.ts';

interface Order {
  dataFolder: string;
  /** The address of the target, with user and password. */
  to: string;
  /** Of the portal. */
  secret: PortalSecret;
}

/** Hears what the move does. */
export interface MoveListener {
  /** A step, in words such as "Checking the ledger". */
  step(name: string): void;
  /** Rows of a table that are done, of all rows of all tables. */
  rows(table: string, done: number, all: number): void;
}

const sampledReceipts = 1_000;

/**
 * Moves the data of a folder into an empty PostgreSQL database, and verifies the copy. From its begin the folder refuses
 * calls and changes. If it is cut off, the same order goes on. The folder is given up first and the target opened last,
 * so that there is never more than one ledger.
 */
export async function moveData(order: Order, listener: MoveListener): Promise<void> {
  const databaseFile = join(order.dataFolder, 'farebox.db');
  const target = await MoveTarget.open(order.to);
  try {
    const id = await beginMove(order, databaseFile, target);
    if (readMove(databaseFile)?.isComplete !== true) {
      await copyAndVerify(order, databaseFile, target, listener);
      await target.flush();
      const move = await changeMove(order.dataFolder, { step: 'finish', id, now: Date.now() });
      if (move?.id !== id || !move.isComplete)
        throw new MoveRefused('The move was cancelled meanwhile. Drop the target: its copy is out of date.');
    }
    await target.finish();
  } finally {
    await target.close();
  }
}

/** The portal of the folder takes calls again. What is in the target is of no use. */
export async function cancelMove(dataFolder: string): Promise<void> {
  if (readMove(join(dataFolder, 'farebox.db')) === null)
    throw new MoveRefused('No move of this folder has begun. Nothing has changed.');
  const move = await changeMove(dataFolder, { step: 'cancel' });
  if (move) throw new MoveRefused(moveSentence(move));
}

/** Returns the id of the move, which is new or goes on. */
async function beginMove(
  { dataFolder, to, secret }: Order,
  databaseFile: string,
  target: MoveTarget,
): Promise<string> {
  const known = readMove(databaseFile);
  const begun = await target.move();
  if (begun && begun.id === known?.id) {
    if (begun.isFinished && !known.isComplete) throw notEmpty();
    return known.id;
  }
  if (begun || !(await target.isEmpty())) throw notEmpty();
  const address = withoutPassword(to);
  if (known && (known.isComplete || known.target !== address)) throw new MoveRefused(moveSentence(known));
  const step = { step: 'begin', id: randomLetters(26), target: address, now: Date.now() } as const;
  const move = await changeMove(dataFolder, step);
  if (!move || move.target !== address)
    throw new MoveRefused('Another move of the folder has begun meanwhile.');
  await target.begin(move.id, secret.all.map(secretFingerprint));
  return move.id;
}

async function copyAndVerify(
  order: Order,
  databaseFile: string,
  target: MoveTarget,
  listener: MoveListener,
): Promise<void> {
  const source = new MoveSource(databaseFile);
  try {
    await untilNoCallIsOpen(order.dataFolder, source, (open) =>
      listener.step(`Waiting for the calls that are still open: ${open}`),
    );
    listener.step('Checking the ledger of the folder');
    const before = checkLedger(databaseFile);
    if (before.length > 0)
      throw new MoveRefused(
        `The ledger of the folder is inconsistent, and nothing was moved. To keep running the portal on the folder: npm run farebox -- move --cancel\n${before.join('\n')}`,
      );
    await copyAll(source, target, listener);
    listener.step('Comparing rows and balances');
    const found = await compareCopies(source, target);
    listener.step('Verifying receipts');
    found.push(...(await compareSamples(order, databaseFile, source.sampleCalls(sampledReceipts))));
    listener.step('Checking the ledger of the target');
    found.push(...(await checkTarget(order.to)));
    if (found.length > 0) throw new MoveRefused(differs(found));
  } finally {
    source.close();
  }
}

async function copyAll(source: MoveSource, target: MoveTarget, listener: MoveListener): Promise<void> {
  const tables = await target.tables();
  const rows = new Map(tables.map((name) => [name, source.count(name)]));
  const all = [...rows.values()].reduce((sum, count) => sum + count, 0);
  const done = new Map<string, number>();
  await copyTables(source, target, (table, more) => {
    done.set(table, (done.get(table) ?? 0) + more);
    const finished = tables.slice(0, tables.indexOf(table));
    const before = finished.reduce((sum, name) => sum + (rows.get(name) ?? 0), 0);
    listener.rows(table, before + (done.get(table) ?? 0), all);
  });
  listener.step('Writing what search finds');
  await makeRest(target);
}

function differs(found: string[]): string {
  return `The copy differs from the data, so the move is not complete:\n${found.join('\n')}\nDrop the target, create it again and run the command again; or keep running the portal on the folder with: npm run farebox -- move --cancel`;
}

async function compareSamples(
  { to, secret }: Order,
  databaseFile: string,
  callIds: string[],
): Promise<string[]> {
  const original = openSqliteStore(databaseFile, new AbsentWriter(), { readonly: true, keep: false });
  const copy = openReadingPostgres(to, new AbsentWriter(), false);
  try {
    const contextOf = (store: typeof copy) => ({ store, secret, caches: makeCaches({ keep: true }) });
    return await compareReceipts(contextOf(original), contextOf(copy), callIds);
  } finally {
    await original.close();
    await copy.close();
  }
}

async function checkTarget(to: string): Promise<string[]> {
  const pool = openConnections(to, 1);
  try {
    return await checkPostgresLedger(pool);
  } finally {
    await pool.end();
  }
}

/** An address that anybody may read. */
function withoutPassword(address: string): string {
  const { host, pathname } = new URL(address);
  return `postgres://${host}${pathname}`;
}

const pursesAtOnce = 10_000;
/** A person reads no more. */
const mostSentences = 20;

/** A sentence for each difference between the numbers of rows, and between the balances of the purses. */
async function compareCopies(source: MoveSource, target: MoveTarget): Promise<string[]> {
  const found: string[] = [];
  for (const name of await target.tables()) {
    const [before, after] = [source.count(name), await target.count(name)];
    if (before !== after) found.push(`${name} has ${before} rows in SQLite and ${after} in PostgreSQL.`);
  }
  for (let afterKey = 0, isDone = false; !isDone; ) {
    const purses = source.balances(afterKey, pursesAtOnce);
    const copies = await target.balances(purses.map(({ key }) => key));
    for (const { key, id, posted, pending } of purses) {
      const copy = copies.get(key);
      if (copy?.posted !== posted || copy.pending !== pending)
        found.push(
          `The purse ${id} has ${posted} credits and ${pending} held in SQLite, and ${copy?.posted} and ${copy?.pending} in PostgreSQL.`,
        );
      if (found.length >= mostSentences) return found;
    }
    afterKey = purses.at(-1)?.key ?? afterKey;
    isDone = purses.length < pursesAtOnce;
  }
  return found;
}

/** Takes a step of the move through the portal that runs on the folder, or else as the only process on it. */
async function changeMove(dataFolder: string, step: z.output<typeof movePayload>): Promise<Move | null> {
  const portal = await connectWriter(dataFolder);
  const { writer, close } = portal
    ? { writer: portal, close: () => portal.close() }
    : await openOwnStore(dataFolder);
  try {
    return await writer.run('move', step);
  } finally {
    await close();
  }
}

const lookEveryMs = 250;

/** Resolves when no call is open. Open calls of a portal that has ended become unknown, at no cost. */
async function untilNoCallIsOpen(
  dataFolder: string,
  source: MoveSource,
  tell: (open: number) => void,
): Promise<void> {
  for (let open = source.openCalls(); open > 0; open = source.openCalls()) {
    tell(open);
    if (!(await resolveLost(dataFolder))) await setTimeout(lookEveryMs);
  }
}

/** False if a portal runs on the folder, which ends its calls itself. */
async function resolveLost(dataFolder: string): Promise<boolean> {
  const portal = await connectWriter(dataFolder);
  await portal?.close();
  if (portal) return false;
  try {
    const store = await openOwnStore(dataFolder);
    await store.ledger.recover(Date.now());
    await store.close();
    return true;
  } catch (error) {
    // It is starting, and resolves them now.
    if (error instanceof LeaseHeld) return false;
    throw error;
  }
}

const atOnce = 100;

/** Makes in the target what is not copied: what search finds, and the numbers that follow the greatest keys. */
async function makeRest(target: MoveTarget): Promise<void> {
  await writeTexts(target, 'Product', writeProductTexts);
  await writeTexts(target, 'Api', writeApiTexts);
  for (const table of await target.numberedTables())
    await target.query(
      `SELECT setval(pg_get_serial_sequence('"${table}"', 'key'), max("key")) FROM "${table}" HAVING max("key") IS NOT NULL`,
    );
  // Within a day keys grow by their last 32 bits.
  for (const table of ['Call', 'Entry'])
    await target.query(
      `SELECT setval('"${table}_number"', max("key" & 4294967295)) FROM "${table}" HAVING max("key") IS NOT NULL`,
    );
  await target.query('ANALYZE');
}

async function writeTexts(
  target: MoveTarget,
  table: 'Product' | 'Api',
  write: (key: number) => Steps<void>,
): Promise<void> {
  const part = `search of ${table}`;
  let { after, isDone } = await target.progress(part);
  while (!isDone) {
    const keys = await target.keysAfter(table, Number(after?.[0] ?? 0), atOnce);
    isDone = keys.length < atOnce;
    const last = [keys.at(-1) ?? 0];
    await target.advance(part, { last, isLast: isDone }, async (client) => {
      for (const key of keys) await runSteps(client, write(key));
    });
    after = last;
  }
}
