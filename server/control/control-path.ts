import { existsSync, mkdtempSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, isAbsolute, join } from 'node:path';

/** Socket paths may have 104 bytes (macOS) or 108 bytes, including the final zero. */
const longestPathBytes = 103;

const recordName = 'control.path';
const privateFolder = 'farebox-';

/** The recorded path; undefined if it is not one from `makeControlPath`, for example after a full disk. */
function readRecord(dataFolder: string): string | undefined {
  const recordFile = join(dataFolder, recordName);
  if (!existsSync(recordFile)) return undefined;
  const path = readFileSync(recordFile, 'utf8').trim();
  const isMade = basename(path) === 'control.sock' && basename(dirname(path)).startsWith(privateFolder);
  return isAbsolute(path) && isMade ? path : undefined;
}

/** The socket path of the portal on a data folder; undefined if none is recorded. */
export function findControlPath(dataFolder: string): string | undefined {
  const recorded = readRecord(dataFolder);
  if (recorded !== undefined) return recorded;
  const path = join(dataFolder, 'control.sock');
  return existsSync(path) ? path : undefined;
}

/** If the path in the data folder is too long, the socket is in a private temporary folder, which is recorded. */
export function makeControlPath(dataFolder: string): string {
  removeControlPath(dataFolder);
  const path = join(dataFolder, 'control.sock');
  if (Buffer.byteLength(path) <= longestPathBytes) return path;
  const elsewhere = join(mkdtempSync(join(tmpdir(), privateFolder)), 'control.sock');
  writeFileSync(join(dataFolder, recordName), elsewhere, { mode: 0o600 });
  return elsewhere;
}

/** Also removes the remains of a killed process. */
export function removeControlPath(dataFolder: string): void {
  rmSync(join(dataFolder, 'control.sock'), { force: true });
  const recorded = readRecord(dataFolder);
  rmSync(join(dataFolder, recordName), { force: true });
  if (recorded === undefined) return;
  rmSync(recorded, { force: true });
  if (existsSync(dirname(recorded))) rmdirSync(dirname(recorded));
}
