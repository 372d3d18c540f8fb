import { readdirSync, statSync, type Stats } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { BackupList } from '../../lib/operator/backups.ts';
import type { DataPlace } from '../env.ts';
import { backupsFolder, timedName, updateBackups } from '../store/backup/backup-files.ts';

export type Place = Pick<DataPlace, 'dataFolder' | 'databaseUrl'>;

export function folderOf({ dataFolder }: Place): string {
  return join(dataFolder, backupsFolder);
}

type Listed = BackupList['list'][number];

/** The files in the two folders of this portal. */
export function localFiles(settings: Place): Listed[] {
  const machine = hostname();
  const folder = folderOf(settings);
  const made = namesIn(folder).filter((name) => timedName.test(name));
  const files = [
    ...made.map((name) => ({ name, file: join(folder, name), kind: 'backup' as const })),
    ...updateBackups(settings).map(({ name, file }) => ({ name, file, kind: 'before-update' as const })),
  ];
  return files.flatMap((one) => {
    const found = statsOf(one.file);
    if (!found?.isFile()) return [];
    return { ...one, machine, bytes: found.size, madeAt: madeAtOf(one.name) ?? found.mtime.toISOString() };
  });
}

/** As the name says: a file that was copied or touched has another time. */
function madeAtOf(name: string): string | undefined {
  const [, day, hours, minutes, seconds, ms] =
    /(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z/.exec(name) ?? [];
  const at = new Date(`${day}T${hours}:${minutes}:${seconds}.${ms}Z`);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    // There is none before the first backup.
    return [];
  }
}

/** Undefined if it is not there: another process may have removed it in this moment. */
function statsOf(file: string): Stats | undefined {
  return statSync(file, { throwIfNoEntry: false });
}

export function sizeOf(file: string | undefined): number {
  return (file === undefined ? undefined : statsOf(file))?.size ?? 0;
}
