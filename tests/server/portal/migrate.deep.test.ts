import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { migrate } from '../../../prisma/migrate.ts';
import { migratePostgres } from '../../../prisma/migrate-postgres.ts';
import {
  functionsFolder,
  migrationsFolder,
  postgresMigrationsFolder,
  readMigrations,
} from '../../../prisma/migration-list.ts';
import { migrationScript } from '../../../prisma/new-migration.ts';
import { makePostgresDatabase } from '../../setup/make-postgres-database.ts';
import { addMigration } from '../../setup/next-version.ts';
import { withPool } from '../../setup/rows.ts';
import SqliteDatabase from 'better-sqlite3';

let folder: string;
let databaseFile: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'farebox-migrate-'));
  databaseFile = join(folder, 'data', 'farebox.db');
  await mkdir(join(folder, 'none'));
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
      'HourlyOutcome_denied',
      'PlannedVersion_pending',
    ]);
    expect(layout(migrated).filter(({ index }) => !handWritten.has(index))).toEqual(layout(modelled));
    migrated.close();
  });

  test('names the migration that failed, now and at every later start', async () => {
    const migrations = join(folder, 'migrations');
    const script = 'ALTER TABLE "Absent" ADD COLUMN x;';
    await addMigration(migrationsFolder, migrations, '20990101000000_broken', script);
    const sentence =
      /^The migration 20990101000000_broken did not finish \(.*`Absent` does not exist\)\. Go back to the data/;
    await expect(migrate(databaseFile, migrations)).rejects.toThrow(sentence);
    await expect(migrate(databaseFile, migrations)).rejects.toThrow(sentence);
  });

  test('refuses a database that a newer version migrated', async () => {
    const newer = join(folder, 'migrations');
    await addMigration(migrationsFolder, newer, '20990101000000_later');
    expect(await migrate(databaseFile, newer)).toHaveLength((await readMigrations()).length + 1);
    await expect(migrate(databaseFile)).rejects.toThrow(
      /^The database has the migration 20990101000000_later, .* last used by a newer version\. Run that version/,
    );
  });

  test('says what to do with a database that begins with other migrations', async () => {
    const other = join(folder, 'migrations');
    await addMigration(join(folder, 'none'), other, '20200101000000_other');
    await migrate(databaseFile, other);
    await expect(migrate(databaseFile)).rejects.toThrow(
      /^The database has the migration 20200101000000_other, .* from before the first release, and cannot be updated\. Run the version that used it last, or start with an empty/,
    );
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
  test('updates a database, which the version before then refuses', async () => {
    const url = await makePostgresDatabase();
    const migrations = join(folder, 'migrations');
    await addMigration(postgresMigrationsFolder, migrations, '20990101000000_later');
    const updatedFrom: string[] = [];
    const beforeUpdate = async (last: string) => void updatedFrom.push(last);
    expect(await migratePostgres(url, { migrations, beforeUpdate })).toEqual(['20990101000000_later']);
    expect(updatedFrom).toEqual([(await readMigrations(postgresMigrationsFolder)).at(-1)?.name]);
    await expect(migratePostgres(url)).rejects.toThrow('last used by a newer version');
  });

  test('says what to do with a database that begins with other migrations', async () => {
    const url = await makePostgresDatabase('template0');
    const migrations = join(folder, 'migrations');
    await addMigration(join(folder, 'none'), migrations, '20200101000000_other');
    await migratePostgres(url, { migrations, functions: join(folder, 'none') });
    await expect(migratePostgres(url)).rejects.toThrow('from before the first release');
  });
});

describe('the functions of a PostgreSQL database', () => {
  let url: string;
  let functions: string;
  beforeEach(async () => {
    url = await makePostgresDatabase();
    functions = join(folder, 'functions');
    await cp(functionsFolder, functions, { recursive: true });
    await query('CREATE TABLE applied (at timestamptz DEFAULT clock_timestamp())');
  });

  const query = (sql: string) => withPool(url, async (pool) => (await pool.query(sql)).rows);
  const write = (name: string, script: string) => writeFile(join(functions, `${name}.sql`), script);
  /** One that leaves a row each time that it is applied. */
  const writeOne = (result: string) =>
    write(
      'one',
      `INSERT INTO applied DEFAULT VALUES; CREATE OR REPLACE FUNCTION one() RETURNS text RETURN '${result}';`,
    );
  const timesApplied = async () => (await query('SELECT FROM applied')).length;

  test('are applied anew when their texts have changed, and not otherwise', async () => {
    await writeOne('a');
    await migratePostgres(url, { functions });
    await migratePostgres(url, { functions });
    expect([await query('SELECT one()'), await timesApplied()]).toEqual([[{ one: 'a' }], 1]);
    await writeOne('b');
    await migratePostgres(url, { functions });
    expect([await query('SELECT one()'), await timesApplied()]).toEqual([[{ one: 'b' }], 2]);
  });

  test('are applied once by two portals that start at the same time', async () => {
    await writeOne('a');
    await Promise.all([migratePostgres(url, { functions }), migratePostgres(url, { functions })]);
    expect(await timesApplied()).toBe(1);
  });

  test('go when no file makes them any more, and those of triggers stay', async () => {
    const before = await query(namesOfFunctions);
    await write('one', 'CREATE OR REPLACE FUNCTION one(a integer) RETURNS text RETURN a;');
    await migratePostgres(url, { functions });
    await write('one', 'CREATE OR REPLACE FUNCTION one(a text) RETURNS text RETURN a;');
    await migratePostgres(url, { functions });
    expect(
      await query('SELECT oid::regprocedure::text AS name FROM pg_proc WHERE proname = $$one$$'),
    ).toEqual([{ name: 'one(text)' }]);
    await rm(join(functions, 'one.sql'));
    await migratePostgres(url, { functions });
    expect(await query(namesOfFunctions)).toEqual(before);
  });

  test('stay as they were where one of them is wrong', async () => {
    await writeOne('a');
    await migratePostgres(url, { functions });
    await writeOne('b');
    await write('two', 'CREATE OR REPLACE FUNCTION two() RETURNS text RETURN absent();');
    await expect(migratePostgres(url, { functions })).rejects.toThrow(
      'The functions of two.sql could not be made, and nothing changed: function absent() does not exist.',
    );
    expect(await query('SELECT one()')).toEqual([{ one: 'a' }]);
  });

  test('are called by the server or by each other, each of them', async () => {
    const texts = await Promise.all(
      [...(await sourcesIn('server')), ...(await sourcesIn(functionsFolder))].map((file) =>
        readFile(file, 'utf8'),
      ),
    );
    const all = texts.join('\n').replaceAll(/CREATE OR REPLACE FUNCTION "?\w+"?/g, '');
    const uncalled = (await query(namesOfFunctions))
      .map(({ name }) => String(name))
      .filter((name) => !new RegExp(`\\b${name}"?\\(`).test(all));
    expect(uncalled).toEqual([]);
  });
});

/** All but those of triggers, which migrations make. */
const namesOfFunctions = `SELECT proname AS name FROM pg_proc
  WHERE pronamespace = current_schema()::regnamespace AND prorettype <> 'trigger'::regtype ORDER BY 1`;

async function sourcesIn(place: string): Promise<string[]> {
  const names = await readdir(place, { recursive: true });
  return names.filter((name) => /\.(ts|sql)$/.test(name)).map((name) => join(place, name));
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
