import { resolve } from 'node:path';
import { command } from '../command.ts';
import { print } from '../print.ts';

export const restore = command('restore', {
  summary: 'Replace all data with that of a backup',
  description: `Replace all data with that of a backup, while the portal is stopped. The backup is checked first, and the previous data is kept beside it.

With DATABASE_URL, pg_restore and psql must be installed, and all portals stopped. The previous data is not kept. If the restored ledger is inconsistent, nothing changes.`,
  examples: ['restore farebox-2026-11-21.db'],
})
  .argument('<FILE>', 'A file that "farebox backup" wrote')
  .action(async (name) => {
    const { restoreData } = await import('../../server/store/restore-data.ts');
    const { readSettings } = await import('../../server/env.ts');
    const file = resolve(name);
    const aside = await restoreData(readSettings(), file);
    print(`${file} is now the data of the portal. Its ledger is consistent.\n`);
    if (aside !== null) print(`The previous data is beside it, as ${aside}.\n`);
  });
