import { mkdtemp, readdir, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { applyFolder } from '../../../cli/work/apply-folder.ts';
import { holdDataFolder } from '../../setup/held-data-folder.ts';

interface Options {
  takeOver?: boolean;
  dryRun?: boolean;
  prune?: boolean;
  force?: boolean;
}

/** For each test an empty folder, with catalogue folders that are applied to the data of a portal beside them. */
export function appliedFolders() {
  let root = '';
  let held: Awaited<ReturnType<typeof holdDataFolder>>;
  const at = (...names: string[]) => join(root, ...names);
  beforeAll(async () => {
    root = await realpath(await mkdtemp(join(tmpdir(), 'farebox-apply-')));
    held = await holdDataFolder(at('data'));
  });
  beforeEach(async () => {
    held.emptyCatalogue();
    for (const name of await readdir(root))
      if (name !== 'data') await rm(at(name), { recursive: true, force: true });
  });
  afterAll(async () => {
    await held.close();
    await rm(root, { recursive: true, force: true });
  });
  return {
    at,
    portal: () => held,
    query: (sql: string) => held.query(sql),
    /** Returns what the command says. */
    async apply(folder: string, options: Options = {}): Promise<string> {
      let said = '';
      const given = { folder: at(folder), prune: false, dryRun: false, ...options };
      await applyFolder({ dataFolder: at('data') }, given, (text) => {
        said += text;
      });
      return said;
    },
  };
}
