import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { readRegularFile } from '../../../files/read-regular-file.ts';

const mostBytes = 1_000;
const content = z.iso.datetime();

/** Stores when a backup of a data folder was made. A file, because the backup runs in another process than the portal. */
export function storeLastBackup(dataFolder: string, madeAtMs: number): void {
  const part = join(dataFolder, `last-backup.part-${process.pid}`);
  writeFileSync(part, `${new Date(madeAtMs).toISOString()}\n`, { mode: 0o600 });
  renameSync(part, fileIn(dataFolder));
}

/** When the last backup was made; undefined if there was none, or if the file cannot be read. */
export function readLastBackup(dataFolder: string): number | undefined {
  const reading = readRegularFile(fileIn(dataFolder), mostBytes);
  const parsed = content.safeParse(reading.ok ? reading.bytes.toString().trim() : undefined);
  return parsed.success ? Date.parse(parsed.data) : undefined;
}

const fileIn = (dataFolder: string) => join(dataFolder, 'last-backup');
