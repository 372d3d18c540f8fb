import { lstatSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ExplainedError } from '../../../lib/problem/problem.ts';

/** A backup was not written or restored. Nothing has changed, and the message says why. */
export class BackupRefused extends ExplainedError {
  override name = 'BackupRefused';
}

/** The name of a backup that is being written, and of the file that SQLite writes beside it. */
const unfinished = /^(.+)\.part-\d+(?:-journal)?$/;

interface Unfinished {
  /** Whether a backup of this name is the caller's to remove. */
  isOwn(backup: string): boolean;
  /** How long ago it was last written, at least. */
  idleMs: number;
}

/** Removes backups that were being written when their process was killed. They are useless, and as large as the data. */
export function removeUnfinished(folder: string, { isOwn, idleMs }: Unfinished): void {
  for (const name of readdirSync(folder)) {
    const [, backup] = unfinished.exec(name) ?? [];
    if (backup === undefined || !isOwn(backup)) continue;
    const file = join(folder, name);
    // Another process may have finished it, or removed it, in this moment.
    const found = lstatSync(file, { throwIfNoEntry: false });
    if (found?.isFile() && Date.now() - found.mtimeMs >= idleMs) rmSync(file, { force: true });
  }
}
