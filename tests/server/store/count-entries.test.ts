import SqliteDatabase from 'better-sqlite3';
import { expect, test } from 'vitest';
import { prepareEntryCount } from '../../../server/store/sqlite/check/count-entries.ts';

function filled(rows: number) {
  const database = new SqliteDatabase(':memory:');
  database.exec(`CREATE TABLE Purse (key INTEGER PRIMARY KEY, id TEXT);
    CREATE TABLE Entry (key INTEGER PRIMARY KEY, purseKey INTEGER);
    CREATE INDEX byPurse ON Entry(purseKey, key);
    INSERT INTO Purse VALUES (3, 'mine'), (4, 'other')`);
  const add = (count: number, purseKey: number) =>
    database
      .prepare(
        'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?) INSERT INTO Entry (purseKey) SELECT ? FROM n',
      )
      .run(count, purseKey);
  if (rows > 0) add(rows, 3);
  return { count: prepareEntryCount(database), add };
}

test.each([0, 1, 19_999, 20_000, 20_001, 65_000])('%i entries are counted', async (rows) => {
  const { count, add } = filled(rows);
  if (rows > 0) add(7, 4);
  expect([await count('mine'), await count('nobody')]).toEqual([rows, 0]);
});

test('what is added is counted on, whoever counts at the same time', async () => {
  const { count, add } = filled(50_000);
  const both = await Promise.all([count('mine'), count('mine'), count('other')]);
  expect(both).toEqual([50_000, 50_000, 0]);
  add(2, 3);
  add(5, 4);
  expect([await count('mine'), await count('other')]).toEqual([50_002, 5]);
});

test('a count of many lets others go first between its steps', async () => {
  const { count } = filled(200_000);
  let turns = 0;
  let counting = true;
  const turn = () => {
    turns += 1;
    if (counting) setImmediate(turn);
  };
  setImmediate(turn);
  await count('mine');
  counting = false;
  expect(turns).toBeGreaterThan(5);
});
