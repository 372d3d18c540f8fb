import { realpathSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { type FileReading, readRegularFile, unreadBecause } from '../files/read-regular-file.ts';

export type FolderReading = FileReading | { ok: false; why: 'outside'; reason: string };

/**
 * The files of a catalogue's folder, where what its entries name is looked up. A catalogue may come from somebody else:
 * whatever it names outside of its folder, directly or through a symbolic link, is not published.
 */
export class FolderFiles {
  constructor(private readonly folder: string) {}

  read(path: string, mostBytes: number): FolderReading {
    try {
      const real = realpathSync(path);
      if (isWithin(realpathSync(this.folder), real)) return readRegularFile(real, mostBytes);
    } catch (error) {
      return unreadBecause(error);
    }
    return { ok: false, why: 'outside', reason: 'is outside of the folder that is applied' };
  }
}

/** Whether a path lies within a folder; both are whole. */
export function isWithin(root: string, path: string): boolean {
  const way = relative(root, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`);
}
