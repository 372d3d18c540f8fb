import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { migrate } from '../../../prisma/migrate.ts';
import { migratePostgres } from '../../../prisma/migrate-postgres.ts';
import {
  migrationsFolder,
  postgresMigrationsFolder,
  readMigrations,
} from '../../../prisma/migration-list.ts';
import { openSqliteStore } from '../../../server/store/sqlite/open-sqlite-store.ts';
import { refreshTexts } from '../../../server/portal/start-portal.ts';
import { startWriter } from '../../../server/store/sqlite/writer/start-writer.ts';
import { migrationScript } from '../../../prisma/new-migration.ts';
import { makePostgresDatabase } from '../../setup/make-postgres-database.ts';
import { withPool } from '../../setup/rows.ts';

let folder: string;
let databaseFile: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'farebox-migrate-'));
  databaseFile = join(folder, 'data', 'farebox.db');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('migrate', () => {
  test('applies every migration to a fresh database, and nothing the second time', async () => {
    const names = (await readMigrations()).map(({ name }) => name);
    expect(await migrate(databaseFile)).toEqual(names);
    expect(await migrate(databaseFile)).toEqual([]);
  });

  test('leads to what the models say', async () => {
    await migrate(databaseFile);
    const migrated = new SqliteDatabase(databaseFile);
    const modelled = new SqliteDatabase(':memory:');
    modelled.exec(await migrationScript('', await readFile('prisma/schema.prisma', 'utf8')));
    const handWritten = new Set([
      'ProductTag_one_type_one_provider',
      'Entry_purse',
      'Entry_charge',
      'Entry_refund',
      'Entry_kind',
      'Mail_address_idx',
      'Invitation_address_idx',
      'WebhookDelivery_waiting_idx',
    ]);
    expect(layout(migrated).filter(({ index }) => !handWritten.has(index))).toEqual(layout(modelled));
    migrated.close();
  });

  test('brings what was published before search knew of typos and deprecation up to date', async () => {
    await migrate(databaseFile, await migrationsBefore('20261122000300', migrationsFolder));
    const older = new SqliteDatabase(databaseFile);
    older.exec(`
      INSERT INTO Tag (key, kind, slug, name) VALUES (1, 1, 'sky', 'The sky'), (2, 2, 'met', 'Met');
      INSERT INTO Template (key, id, createdAt) VALUES (1, 'tpl_a', 1);
      INSERT INTO TemplateVersion (key, templateKey, number, hash, createdAt, document)
      VALUES (1, 1, 1, 'a', 1, '{"deprecated":true}'), (2, 1, 2, 'b', 1, '{"method":"get"}');
      INSERT INTO Product (key, id, slug, name, sortName, status, priceFrom, priceTo, createdAt, updatedAt, versionKey, card, introduction, doc)
      VALUES (1, 'prd_a', 'a', 'Forecast', 'forecast', 1, 1, 1, 1, 1, 1, '{"id":"prd_a"}', '[{"title":"Weather","text":"Rain"}]', ''),
             (2, 'prd_b', 'b', 'drawBarChart', 'drawbarchart', 1, 1, 1, 1, 1, 2, '{"id":"prd_b"}', '[]', '');
      INSERT INTO ProductTag (productKey, tagKey, kind, position)
      VALUES (1, 1, 1, 0), (1, 2, 2, 1), (2, 1, 1, 0), (2, 2, 2, 1);`);
    older.close();
    await migrate(databaseFile);
    const database = new SqliteDatabase(databaseFile);
    expect(database.prepare('SELECT deprecated, card FROM Product ORDER BY key').all()).toEqual([
      { deprecated: 1, card: '{"id":"prd_a","deprecated":true}' },
      { deprecated: 0, card: '{"id":"prd_b"}' },
    ]);
    const words = database.prepare('SELECT word FROM SearchWord ORDER BY word').pluck().all();
    expect(words).toEqual(['drawbarchart', 'forecast', 'rain', 'weather']);

    // The parts of names in camel case are written by the portal, once.
    const writer = await startWriter(databaseFile);
    const store = openSqliteStore(databaseFile, writer);
    await refreshTexts(store).done;
    await store.close();
    const find = database.prepare('SELECT rowid FROM product_search WHERE product_search MATCH ?').pluck();
    expect([find.all('name:chart'), find.all('name:forecast')]).toEqual([[2], [1]]);
    expect(database.prepare('SELECT count(*) FROM StaleProduct').pluck().get()).toBe(0);
    database.close();
  });

  test('counts the use of each key and member anew from the calls', async () => {
    await migrate(databaseFile, await migrationsBefore('20261204000000', migrationsFolder));
    const older = new SqliteDatabase(databaseFile);
    older.exec(`
      INSERT INTO Purse (key, id, posted, pending) VALUES (3, 'acc_a', 10, 9), (4, 'guest_b', 0, 0);
      UPDATE LedgerProgress SET checkedCall = 2;
      INSERT INTO DailyUse (purseKey, day, productKey, calls, credits, checkedCalls, checkedCredits)
      VALUES (3, '2026-11-21', 1, 3, 12, 2, 5), (4, '2026-11-20', 1, 1, 2, 0, 0);`);
    const call = older.prepare(
      `INSERT INTO Call (key, id, purseKey, apiKeyKey, memberKey, state, charged, startedAt, productKey, versionKey, quoted, inputHash)
       VALUES (?, hex(randomblob(8)), ?, ?, ?, ?, ?, ?, 1, 1, 9, '')`,
    );
    for (const row of oldCalls) call.run(...row);
    const totals = (database: SqliteDatabase.Database) =>
      database
        .prepare(
          `SELECT purseKey, day, productKey, sum(calls), sum(credits), sum(checkedCalls), sum(checkedCredits)
             FROM DailyUse GROUP BY 1, 2, 3`,
        )
        .raw()
        .all();
    const before = totals(older);
    older.close();
    await migrate(databaseFile);
    const database = new SqliteDatabase(databaseFile);
    expect(totals(database)).toEqual(before);
    const rows = database.prepare(
      'SELECT purseKey, day, apiKeyKey, memberKey, calls, credits, checkedCalls, checkedCredits FROM DailyUse',
    );
    expect(rows.raw().all()).toEqual([
      [3, '2026-11-21', 0, 0, 1, 0, 1, 0],
      [3, '2026-11-21', 8, 0, 1, 7, 0, 0],
      [3, '2026-11-21', 8, 6, 1, 5, 1, 5],
      [4, '2026-11-20', 0, 0, 1, 2, 0, 0],
    ]);
    database.close();
  });

  test('names the migration that failed, now and at every later start', async () => {
    const migrations = join(folder, 'migrations');
    await cp(migrationsFolder, migrations, { recursive: true });
    await mkdir(join(migrations, '20990101000000_broken'));
    await writeFile(
      join(migrations, '20990101000000_broken', 'migration.sql'),
      'ALTER TABLE "Absent" ADD COLUMN x;',
    );
    const sentence =
      /^The migration 20990101000000_broken did not finish \(.*`Absent` does not exist\)\. Go back to the data/;
    await expect(migrate(databaseFile, migrations)).rejects.toThrow(sentence);
    await expect(migrate(databaseFile, migrations)).rejects.toThrow(sentence);
  });

  test('refuses a database that a newer version migrated', async () => {
    await migrate(databaseFile);
    const older = join(folder, 'migrations');
    const [first] = await readMigrations();
    await cp(join(migrationsFolder, first?.name ?? ''), join(older, first?.name ?? ''), { recursive: true });
    await expect(migrate(databaseFile, older)).rejects.toThrow('last used by a newer version');
  });

  test('refuses a migration that was changed after it ran', async () => {
    const migrations = join(folder, 'migrations');
    await cp(migrationsFolder, migrations, { recursive: true });
    const [first] = await readMigrations(migrations);
    await migrate(databaseFile, migrations);
    await writeFile(join(migrations, first?.name ?? '', 'migration.sql'), `${first?.script} -- changed`);
    await expect(migrate(databaseFile, migrations)).rejects.toThrow(
      `The migration ${first?.name} was changed after`,
    );
  });
});

describe('migratePostgres', () => {
  test('takes a database that ran a script before it was replaced by one with the same result', async () => {
    const url = await makePostgresDatabase();
    const ran = (checksum: string) =>
      withPool(url, (pool) =>
        pool.query(
          `UPDATE _prisma_migrations SET checksum = $1 WHERE migration_name = '20261123000100_search'`,
          [checksum],
        ),
      );
    await ran('523b932fccbb3a8cf22a15aa1c11b35ca45c75459e3dcfa35d7da85e98735f9e');
    expect(await migratePostgres(url)).toEqual([]);
    await ran('another');
    await expect(migratePostgres(url)).rejects.toThrow('was changed after the database ran it');
  });

  test('counts the use of each key and member anew from the calls', async () => {
    const url = await makePostgresDatabase('template1');
    await migratePostgres(url, await migrationsBefore('20261204000000', postgresMigrationsFolder));
    await withPool(url, async (pool) => {
      const first = `first_key((now() AT TIME ZONE 'UTC')::date)`;
      await pool.query(`
        INSERT INTO "Purse" ("key", "id", "posted", "pending") VALUES (3, 'acc_a', 10, 9), (4, 'guest_b', 0, 0);
        UPDATE "LedgerProgress" SET "checkedCall" = ${first} + 3;
        INSERT INTO "CheckedOpen" VALUES (${first} + 3);
        INSERT INTO "CheckedUse" VALUES (3, '2026-11-21', 1, 2, 5);
        INSERT INTO "DailyUse" VALUES (3, '2026-11-21', 1, 3, 12), (4, '2026-11-20', 1, 1, 2);`);
      for (const row of oldCalls)
        await pool.query(
          `INSERT INTO "Call" ("key", "id", "purseKey", "apiKeyKey", "memberKey", "state", "charged", "startedAt", "productKey",
                               "versionKey", "quoted", "inputHash", "instanceKey")
           VALUES (${first} + $1, 'call_' || $1, $2, $3, $4, $5, $6, time_of($7), 1, 1, 9, '', 1)`,
          row,
        );
      await migratePostgres(url);
      const rowsOf = async (table: string) =>
        (
          await pool.query({
            text: `SELECT "purseKey", "day", "apiKeyKey", "memberKey", "calls", "credits" FROM "${table}" ORDER BY 1, 2, 3, 4`,
            rowMode: 'array',
          })
        ).rows;
      expect(await rowsOf('DailyUse')).toEqual([
        [3, '2026-11-21', 0, 0, 1, 0],
        [3, '2026-11-21', 8, 0, 1, 7],
        [3, '2026-11-21', 8, 6, 1, 5],
        [4, '2026-11-20', 0, 0, 1, 2],
      ]);
      expect(await rowsOf('CheckedUse')).toEqual([
        [3, '2026-11-21', 0, 0, 1, 0],
        [3, '2026-11-21', 8, 6, 1, 5],
      ]);
      // A first limit of an account begins with it.
      const { rows } = await pool.query({
        text: 'SELECT * FROM "CheckedAccountSpend" ORDER BY 2',
        rowMode: 'array',
      });
      expect(rows).toEqual(['2026-11', '2026-11-21', 'all'].map((period) => [3, period, 5]));
    });
  });
});

const noon = Date.UTC(2026, 10, 21, 12);
/** Key, purse, API key, member, state, what it cost, and when it began. */
const oldCalls = [
  [1, 3, 8, 6, 1, 5, noon],
  [2, 3, null, null, 2, 0, noon],
  [3, 3, 8, null, 1, 7, noon],
  [4, 4, null, null, 1, 2, Date.UTC(2026, 10, 21) - 1],
  [5, 3, 8, 6, 0, 0, noon],
];

/** A folder with the migrations before one. */
async function migrationsBefore(first: string, from: string): Promise<string> {
  const migrations = join(folder, 'older');
  for (const { name } of await readMigrations(from))
    if (name < first) await cp(join(from, name), join(migrations, name), { recursive: true });
  return migrations;
}

function layout(database: SqliteDatabase.Database): { table: string; index: string; columns: unknown[] }[] {
  const tables = database
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB '*_*' ORDER BY name")
    .pluck()
    .all()
    .map(String);
  return tables.flatMap((table) => [
    { table, index: '', columns: database.prepare('SELECT * FROM pragma_table_info(?)').all(table) },
    ...database
      .prepare('SELECT name FROM pragma_index_list(?) ORDER BY name')
      .pluck()
      .all(table)
      .map((index) => ({
        table,
        index: String(index),
        columns: database.prepare('SELECT * FROM pragma_index_info(?)').all(index),
      })),
  ]);
}
