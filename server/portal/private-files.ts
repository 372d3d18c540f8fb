import { chmodSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Names of the portal's files in the data folder: databases with their companions, lease, socket, secret. */
const ownNames = /^(farebox\.db|lease\.|control\.|secret)/;

/** Mode bits that grant access to others than the owner. */
const othersBits = 0o077;

/** Makes the portal's files in a data folder private to their owner. */
export function makeFilesPrivate(dataFolder: string): void {
  for (const path of ownFiles(dataFolder)) if (isOpenToOthers(path)) tryToMakePrivate(path);
}

/** The folder and files that other users can access and that could not be made private. */
export function findOpenToOthers(dataFolder: string): string[] {
  return [dataFolder, ...ownFiles(dataFolder)].filter(isOpenToOthers);
}

/** Ignores links: their targets do not belong to the portal. */
function ownFiles(dataFolder: string): string[] {
  return readdirSync(dataFolder, { withFileTypes: true })
    .filter((entry) => ownNames.test(entry.name) && (entry.isFile() || entry.isSocket()))
    .map(({ name }) => join(dataFolder, name));
}

/** Mode bits mean nothing on Windows. */
function isOpenToOthers(path: string): boolean {
  if (process.platform === 'win32') return false;
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats !== undefined && (stats.mode & othersBits) !== 0;
}

/** Ignores failures, such as on file systems without modes. `findOpenToOthers` reports them. */
function tryToMakePrivate(path: string): void {
  try {
    chmodSync(path, statSync(path).mode & ~othersBits & 0o777);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
  }
}
