import { resolve } from 'node:path';
import { command } from '../command.ts';
import { print } from '../print.ts';

export const backup = command('backup', {
  summary: 'Write all data to one file, also while the portal runs',
  description: `Write all data to one file, also while the portal runs. With DATABASE_URL, pg_dump must be installed.

The secret of the portal is not in it: also keep FAREBOX_SECRET, or the file "secret" in the data folder. Guests are identified with it.`,
  examples: ['backup farebox-2026-11-21.db'],
})
  .argument('<FILE>', 'The file to write, which must not exist yet')
  .action(async (name) => {
    const { backUpData } = await import('../../server/store/back-up-data.ts');
    const { readSettings } = await import('../../server/env.ts');
    const file = resolve(name);
    const bytes = await backUpData(readSettings(), file);
    print(`${file} has all of the portal's data (${bytes} bytes).\n`);
  });
