import SqliteDatabase from 'better-sqlite3';
import { expect, test } from 'vitest';
import { prepareEntryCount } from '../../../server/store/sqlite/check/count-entries.ts';

test('many entries are counted, and what is added is counted on, whoever counts at the same time', async () => {
  const database = new SqliteDatabase(':memory:');
  database.exec(`CREATE TABLE Purse (key INTEGER PRIMARY KEY, id TEXT);
    CREATE TABLE Entry (key INTEGER PRIMARY KEY, purseKey INTEGER);
    CREATE INDEX byPurse ON Entry(purseKey, key);
    INSERT INTO Purse VALUES (3, 'mine'), (4, 'other')`);
  const add = database.prepare(
    'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?) INSERT INTO Entry (purseKey) SELECT ? FROM n',
  );
  const count = prepareEntryCount(database);
  expect(await count('mine')).toBe(0);
  let total = 0;
  // It counts 20,000 at a time.
  for (const more of [19_999, 1, 1, 45_000]) {
    add.run(more, 3);
    add.run(7, 4);
    total += more;
    expect(await Promise.all([count('mine'), count('mine'), count('nobody')])).toEqual([total, total, 0]);
  }
  expect(await count('other')).toBe(28);
});
