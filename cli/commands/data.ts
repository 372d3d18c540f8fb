import { join, resolve } from 'node:path';
import { command } from '../command.ts';
import { print, Refusal } from '../print.ts';

const defaultKept = 14;
const mostKept = 100_000;

export const backup = command('backup', {
  summary: 'Write all data to one file, even while the portal runs',
  description: `Write all data to one file, even while the portal runs. With DATABASE_URL, pg_dump must be installed.

With --every, it runs until it is stopped, and makes a backup at once and at each interval. The files are named by their time. The oldest are deleted after a backup has succeeded; other files in the folder stay. A backup that fails is printed, and the next one is tried.

The secret of the portal is not in it: also keep FAREBOX_SECRET, or the file "secret" in the data folder. Guests are identified with it.`,
  examples: ['backup farebox-2026-11-21.db', 'backup --every 6h --keep 14 /mnt/backups'],
})
  .argument(
    '[FILE]',
    'The file to write, which must not exist yet. With --every a folder, by default "backups" in the data folder',
  )
  .option('--every <INTERVAL>', 'Make backups at an interval such as 30m, 6h or 1d')
  .option('--keep <COUNT>', `With --every, how many backups to keep (default: ${defaultKept})`)
  .action(async (name, { every, keep }) => {
    const { readSettings } = await import('../../server/env.ts');
    if (every === undefined) {
      if (keep !== undefined) throw new Refusal('--keep needs --every: one backup deletes no others.');
      if (name === undefined)
        throw new Refusal('Expected farebox backup FILE, or farebox backup --every INTERVAL [FOLDER].');
      const { makeBackup } = await import('../../server/store/backup/make-backup.ts');
      const file = resolve(name);
      const bytes = await makeBackup(readSettings(), file);
      print(`${file} has all of the portal's data (${bytes} bytes).\n`);
      return;
    }
    const everyMs = intervalMs(every);
    const kept = keep === undefined ? defaultKept : countOf(keep);
    const { backupsFolder } = await import('../../server/store/backup/backup-files.ts');
    const { repeatBackups } = await import('../work/repeat-backups.ts');
    const settings = readSettings();
    const folder = name === undefined ? join(settings.dataFolder, backupsFolder) : resolve(name);
    await repeatBackups(settings, { folder, everyMs, keep: kept }, stopSignal());
  });

function countOf(text: string): number {
  const count = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (count >= 1 && count <= mostKept) return count;
  throw new Refusal(`--keep must be a whole number from 1 to ${mostKept}, not ${JSON.stringify(text)}.`);
}

/** Aborts at the first signal to stop. A backup that is being made is finished. */
function stopSignal(): AbortSignal {
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort());
  return stopping.signal;
}

const secondMs = 1_000;
const unitMs = new Map([
  ['s', secondMs],
  ['m', 60 * secondMs],
  ['h', 3_600 * secondMs],
  ['d', 86_400 * secondMs],
]);
/** Timers take no more than 24 days. */
const longestMs = 20 * 86_400 * secondMs;

/** Parses an interval such as 30m, 6h or 1d. */
function intervalMs(text: string): number {
  const [, count, unit = ''] = /^(\d{1,7})([smhd])$/.exec(text) ?? [];
  const interval = Number(count) * (unitMs.get(unit) ?? Number.NaN);
  if (interval >= secondMs && interval <= longestMs) return interval;
  throw new Refusal(
    `--every must be an interval such as 30m, 6h or 1d, of at most 20 days, not ${JSON.stringify(text)}.`,
  );
}

export const restore = command('restore', {
  summary: 'Replace all data with a backup',
  description: `Replace all data with a backup, while the portal is stopped. The backup is checked first, and the previous data is kept beside it.

With DATABASE_URL, pg_restore and psql must be installed, and all portals stopped. The previous data is not kept. If the restored ledger is inconsistent, nothing changes.`,
  examples: ['restore farebox-2026-11-21.db'],
})
  .argument('<FILE>', 'A file that "farebox backup" wrote')
  .action(async (name) => {
    const { restoreData } = await import('../../server/store/backup/replace-data.ts');
    const { readSettings } = await import('../../server/env.ts');
    const file = resolve(name);
    const aside = await restoreData(readSettings(), file);
    print(`${file} is now the data of the portal. Its ledger is consistent.\n`);
    if (aside !== null) print(`The previous data is beside it, as ${aside}.\n`);
  });

export const rollback = command('rollback', {
  summary: 'Go back to the data from before an update',
  description: `Go back to the data from before an update, while the portal is stopped. A portal makes a backup before it updates its data, and keeps the last three in the folder backups-before-update of the data folder. The present data is kept, too.

With DATABASE_URL, pg_dump, pg_restore and psql must be installed, and all portals stopped. Run it where FAREBOX_DATA is that of the portal that updated the database.

Afterwards, start the version from before the update.`,
  examples: ['rollback', 'rollback 2026-11-24T10-00-00-000Z-20261130000000_start.db'],
})
  .argument('[NAME]', 'The backup, by its file name; the newest by default')
  .action(async (name) => {
    const { rollBackData } = await import('../../server/store/backup/replace-data.ts');
    const { readSettings } = await import('../../server/env.ts');
    const { file, version, lastMigration, aside } = await rollBackData(readSettings(), name);
    const program = version === undefined ? 'the version' : `version ${version}, or the one`;
    print(`${file} is now the data of the portal.
Start ${program} whose last migration is ${lastMigration}. This version would update the data again.\n`);
    if (aside !== null) print(`The previous data is kept, as ${aside}.\n`);
  });

export const move = command('move', {
  summary: 'Move the data folder into an empty PostgreSQL database',
  description: `Copy all data of the folder into an empty PostgreSQL database, and verify the copy: the rows of each table, the balance of each purse, the whole ledger, and a thousand receipts.

From the start of the move the portal refuses calls and changes, which costs nobody anything; its pages can be read. To resume a move that was cut off, run the same command. When it is complete, start the portal with DATABASE_URL and the same secret. The folder then refuses all changes.`,
  examples: ['move --to postgres://farebox:PASSWORD@db.example:5432/farebox', 'move --cancel'],
})
  .option('--to <ADDRESS>', 'The database, as in DATABASE_URL')
  .option('--cancel', 'End a move that is not complete: the portal on the folder takes calls again')
  .action(async ({ to, cancel = false }) => {
    if ((to === undefined) !== cancel) throw new Refusal('Expected either --to ADDRESS or --cancel.');
    const { cancelPortalMove, movePortal } = await import('../work/move-portal.ts');
    await (to === undefined ? cancelPortalMove() : movePortal(to));
  });
