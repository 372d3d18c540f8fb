import { resolve } from 'node:path';
import { command } from '../command.ts';
import { print } from '../print.ts';
import { Refusal } from '../refusal.ts';

export const restore = command('restore', {
  summary: 'Replace all data with that of a backup',
  description:
    'Replace all data with that of a backup, while the portal is stopped. The backup is checked first, and the previous data is kept beside it.',
  examples: ['restore farebox-2026-11-21.db'],
})
  .argument('<FILE>', 'A file that "farebox backup" wrote')
  .action(async (name) => {
    const { restore: restoreBackup } = await import('../../server/store/sqlite/backup/restore.ts');
    const { ensureDataFolder, readSettings } = await import('../../server/env.ts');
    const { dataFolder, databaseFile, databaseUrl } = readSettings();
    if (databaseUrl !== undefined)
      throw new Refusal(
        `The data is in PostgreSQL. Stop all portals and restore it with: pg_restore --clean --if-exists --single-transaction --dbname="$DATABASE_URL" ${name}`,
      );
    ensureDataFolder(dataFolder);
    const file = resolve(name);
    const aside = await restoreBackup(dataFolder, databaseFile, file, Date.now());
    print(`${file} is now the data of the portal. Its ledger is consistent.\n`);
    if (aside !== null) print(`The previous data is beside it, as ${aside}.\n`);
  });
