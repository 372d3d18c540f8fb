import { chmodSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** What the portal keeps in its data folder, by how the names begin: databases with their companions, lock, socket. */
const ownNames = /^(farebox\.db|lease\.|control\.|secret)/;

/** Bits of a file's mode that let others than its owner do anything. */
const othersBits = 0o077;

/** Takes the portal's files in a data folder away from all users but their owner. */
export function makeFilesPrivate(dataFolder: string): void {
  for (const path of ownFiles(dataFolder)) if (isOpenToOthers(path)) tryToMakePrivate(path);
}

/** What others than its owner can use: the folder, or those files in it that could not be made private. */
export function findOpenToOthers(dataFolder: string): string[] {
  return [dataFolder, ...ownFiles(dataFolder)].filter(isOpenToOthers);
}

/** What a link leads to is not the portal's. */
function ownFiles(dataFolder: string): string[] {
  return readdirSync(dataFolder, { withFileTypes: true })
    .filter((entry) => ownNames.test(entry.name) && (entry.isFile() || entry.isSocket()))
    .map(({ name }) => join(dataFolder, name));
}

/** On Windows the bits say nothing. */
function isOpenToOthers(path: string): boolean {
  if (process.platform === 'win32') return false;
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats !== undefined && (stats.mode & othersBits) !== 0;
}

/** Somebody else's file, or a file system without modes, stays as it is: `findOpenToOthers` tells. */
function tryToMakePrivate(path: string): void {
  try {
    chmodSync(path, statSync(path).mode & ~othersBits & 0o777);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
  }
}
