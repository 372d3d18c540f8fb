import { realpathSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { type FileReading, readRegularFile, unreadBecause } from '../files/read-regular-file.ts';

export type FolderReading = FileReading | { ok: false; why: 'outside'; reason: string };

/** Reads only files inside the folder, also through links, because a catalogue may come from a stranger. */
export class FolderFiles {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  read(path: string, mostBytes: number): FolderReading {
    try {
      const real = realpathSync(path);
      if (isWithin(realpathSync(this.#folder), real)) return readRegularFile(real, mostBytes);
    } catch (error) {
      return unreadBecause(error);
    }
    return { ok: false, why: 'outside', reason: 'is outside the applied folder' };
  }
}

/** Whether an absolute path is inside an absolute folder. */
export function isWithin(root: string, path: string): boolean {
  const way = relative(root, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`);
}
