import { command } from '../command.ts';
import { print } from '../print.ts';

export const rollback = command('rollback', {
  summary: 'Go back to the data from before an update',
  description: `Go back to the data from before an update, while the portal is stopped. A portal makes a backup before it updates its data, and keeps the last three in the folder backups-before-update of the data folder. The present data is kept, too.

With DATABASE_URL, pg_dump, pg_restore and psql must be installed, and all portals stopped. Run it where FAREBOX_DATA is that of the portal that updated the database.

Start the version of before the update afterwards.`,
  examples: ['rollback', 'rollback 2026-11-24T10-00-00-000Z-20261123000000_move.db'],
})
  .argument('[NAME]', 'The backup, by its file name; the newest by default')
  .action(async (name) => {
    const { rollBackData } = await import('../../server/store/roll-back-data.ts');
    const { readSettings } = await import('../../server/env.ts');
    const { file, version, lastMigration, aside } = await rollBackData(readSettings(), name);
    const program = version === undefined ? 'the version' : `version ${version}, or the one`;
    print(`${file} is now the data of the portal.
Start ${program} whose last migration is ${lastMigration}. This version would update the data again.\n`);
    if (aside !== null) print(`The previous data is kept, as ${aside}.\n`);
  });
