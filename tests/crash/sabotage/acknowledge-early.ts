import type { Database } from 'better-sqlite3';
import { openWritingConnection as openHonest } from '../../../server/store/sqlite/writer/open-writing-connection.ts';

const commitEveryMs = 300;

/** Says COMMIT at once and commits later, together with what comes until then. */
export function openWritingConnection(databaseFile: string): Database {
  const database = openHonest(databaseFile);
  const prepare = database.prepare.bind(database);
  const begin = prepare('BEGIN IMMEDIATE');
  const commit = prepare('COMMIT');
  let waiting = false;
  const replacements = new Map([
    ['BEGIN IMMEDIATE', () => database.inTransaction || begin.run()],
    [
      'COMMIT',
      () => {
        if (waiting) return;
        waiting = true;
        setTimeout(() => {
          waiting = false;
          commit.run();
        }, commitEveryMs);
      },
    ],
  ]);
  return Object.assign(database, {
    prepare(sql: string) {
      const run = replacements.get(sql);
      return run ? { run } : prepare(sql);
    },
  });
}
