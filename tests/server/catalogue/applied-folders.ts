import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { afterEach, beforeEach } from 'vitest';
import { applyFolder } from '../../../cli/apply-folder.ts';
import { makeDatabase } from '../../setup/make-database.ts';

/** For each test an empty folder, with catalogue folders that are applied to the data folder beside them. */
export function appliedFolders() {
  let root = '';
  const at = (...names: string[]) => join(root, ...names);
  beforeEach(async () => {
    root = await realpath(await mkdtemp(join(tmpdir(), 'farebox-apply-')));
    await makeDatabase(at('data', 'farebox.db'));
  });
  afterEach(() => rm(root, { recursive: true, force: true }));
  return {
    at,
    /** Returns what the command says. */
    async apply(folder: string, options: { takeOver?: boolean; dryRun?: boolean } = {}): Promise<string> {
      let said = '';
      const given = { folder: at(folder), prune: false, dryRun: false, ...options };
      await applyFolder({ dataFolder: at('data') }, given, (text) => {
        said += text;
      });
      return said;
    },
    query(sql: string): unknown[] {
      const database = new SqliteDatabase(at('data', 'farebox.db'));
      const statement = database.prepare(sql);
      const rows = statement.reader ? statement.all() : [statement.run()];
      database.close();
      return rows;
    },
  };
}
