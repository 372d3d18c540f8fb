import { lstatSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** The name of a backup that is being written, and of the file that SQLite writes beside it. */
const unfinished = /^(.+)\.part-\d+(?:-journal)?$/;

/** Removes what killed processes had written of backups. Each would stay, as large as the data, and be of no use. */
export function removeUnfinished(
  folder: string,
  { isOwn, idleMs }: { isOwn(backup: string): boolean /** For so long nobody wrote it. */; idleMs: number },
): void {
  for (const name of readdirSync(folder)) {
    const [, backup] = unfinished.exec(name) ?? [];
    if (backup === undefined || !isOwn(backup)) continue;
    const file = join(folder, name);
    // Another process may have finished it, or removed it, in this moment.
    const found = lstatSync(file, { throwIfNoEntry: false });
    if (found?.isFile() && Date.now() - found.mtimeMs >= idleMs) rmSync(file, { force: true });
  }
}
