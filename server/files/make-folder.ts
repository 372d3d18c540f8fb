import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Folder by folder, from the first that is there. Node's own recursive way never ends where a folder says that it is
 * not there when something is made in it, as those of /proc do.
 */
export function makeFolder(folder: string, mode = 0o777): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  const parent = dirname(folder);
  if (parent !== folder) makeFolder(parent, mode);
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    // Another process may have made it since.
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}
