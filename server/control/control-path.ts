import { existsSync, mkdtempSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, isAbsolute, join } from 'node:path';

/** The operating systems end a socket's path after 104 (macOS) or 108 bytes, the final zero included. */
const longestPathBytes = 103;

const recordName = 'control.path';
const privateFolder = 'farebox-';

/** The recorded path; undefined where the file has none that `makeControlPath` makes, as after a full disk. */
function readRecord(dataFolder: string): string | undefined {
  const recordFile = join(dataFolder, recordName);
  if (!existsSync(recordFile)) return undefined;
  const path = readFileSync(recordFile, 'utf8').trim();
  const isMade = basename(path) === 'control.sock' && basename(dirname(path)).startsWith(privateFolder);
  return isAbsolute(path) && isMade ? path : undefined;
}

/** Where a portal that runs on a data folder listens; undefined where none has said so. */
export function findControlPath(dataFolder: string): string | undefined {
  const recorded = readRecord(dataFolder);
  if (recorded !== undefined) return recorded;
  const path = join(dataFolder, 'control.sock');
  return existsSync(path) ? path : undefined;
}

/**
 * A free path for the socket of the process that holds the lease of the folder. Where the folder's own path is too
 * long it lies in a private temporary folder, which the data folder records.
 */
export function makeControlPath(dataFolder: string): string {
  removeControlPath(dataFolder);
  const path = join(dataFolder, 'control.sock');
  if (Buffer.byteLength(path) <= longestPathBytes) return path;
  const elsewhere = join(mkdtempSync(join(tmpdir(), privateFolder)), 'control.sock');
  writeFileSync(join(dataFolder, recordName), elsewhere, { mode: 0o600 });
  return elsewhere;
}

/** Also takes away what a process left that was killed. */
export function removeControlPath(dataFolder: string): void {
  rmSync(join(dataFolder, 'control.sock'), { force: true });
  const recorded = readRecord(dataFolder);
  rmSync(join(dataFolder, recordName), { force: true });
  if (recorded === undefined) return;
  rmSync(recorded, { force: true });
  if (existsSync(dirname(recorded))) rmdirSync(dirname(recorded));
}
