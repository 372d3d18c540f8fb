import { resolve } from 'node:path';
import { command } from '../command.ts';
import { print } from '../print.ts';
import { Refusal } from '../refusal.ts';

export const backup = command('backup', {
  summary: 'Write all data to one file, also while the portal runs',
  description: `Write all data to one file, also while the portal runs.

The secret of the portal is not in it: also keep FAREBOX_SECRET, or the file "secret" in the data folder. Guests are identified with it.`,
  examples: ['backup farebox-2026-11-21.db'],
})
  .argument('<FILE>', 'The file to write, which must not exist yet')
  .action(async (name) => {
    const { backUp } = await import('../../server/store/sqlite/backup/back-up.ts');
    const { readSettings } = await import('../../server/env.ts');
    const { databaseFile, databaseUrl } = readSettings();
    if (databaseUrl !== undefined)
      throw new Refusal(
        `The data is in PostgreSQL. Back it up with: pg_dump --format=custom --file=${name} "$DATABASE_URL"`,
      );
    const file = resolve(name);
    const bytes = backUp(databaseFile, file);
    print(`${file} has all of the portal's data (${bytes} bytes).\n`);
  });
