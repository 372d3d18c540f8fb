import { join, resolve } from 'node:path';
import { command } from '../command.ts';
import { print } from '../print.ts';
import { Refusal } from '../refusal.ts';
import { intervalMs } from '../interval.ts';

const defaultKept = 14;
const mostKept = 100_000;

export const backup = command('backup', {
  summary: 'Write all data to one file, also while the portal runs',
  description: `Write all data to one file, also while the portal runs. With DATABASE_URL, pg_dump must be installed.

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
      const { makeBackup } = await import('../../server/store/make-backup.ts');
      const file = resolve(name);
      const bytes = await makeBackup(readSettings(), file);
      print(`${file} has all of the portal's data (${bytes} bytes).\n`);
      return;
    }
    const everyMs = intervalMs(every);
    const kept = keep === undefined ? defaultKept : countOf(keep);
    const { repeatBackups } = await import('../repeat-backups.ts');
    const settings = readSettings();
    const folder = name === undefined ? join(settings.dataFolder, 'backups') : resolve(name);
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
