import { lstatSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { ExplainedError } from '../../lib/problem/problem.ts';
import { makeFolder } from '../../server/files/read-regular-file.ts';
import { makeBackup } from '../../server/store/backup/make-backup.ts';
import { nameAt, removeUnfinished, timedName } from '../../server/store/backup/backup-files.ts';
import { storeUnusable } from '../../server/control/open-store.ts';
import type { DataPlace } from '../operate.ts';
import { print, printNote } from '../print.ts';

interface Plan {
  folder: string;
  everyMs: number;
  /** Older backups are deleted. */
  keep: number;
}

/** Another process or machine may still be writing what is younger. */
const idleMs = 60 * 60 * 1000;

/** Makes backups at an interval, the first at once, until it is stopped. A backup that fails is printed. */
export async function repeatBackups(place: DataPlace, plan: Plan, stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    const startedAtMs = Date.now();
    try {
      await backUpOnce(place, plan, startedAtMs);
    } catch (error) {
      printNote(`${sentenceOf(place, error)}\n`);
    }
    const leftMs = Math.max(0, startedAtMs + plan.everyMs - Date.now());
    // Rejects when it is stopped.
    await setTimeout(leftMs, undefined, { signal: stop }).catch(() => {});
  }
}

async function backUpOnce(place: DataPlace, { folder, keep }: Plan, nowMs: number): Promise<void> {
  makeFolder(folder, 0o700);
  removeUnfinished(folder, { isOwn: (name) => timedName.test(name), idleMs });
  const file = join(folder, nameAt(nowMs, place));
  const bytes = await makeBackup(place, file);
  print(`${file} has all of the portal's data (${bytes} bytes).\n`);
  const own = readdirSync(folder).filter(
    (name) => timedName.test(name) && lstatSync(join(folder, name)).isFile(),
  );
  for (const name of own.sort().reverse().slice(keep)) rmSync(join(folder, name));
}

function sentenceOf(place: DataPlace, error: unknown): string {
  if (error instanceof ExplainedError) return error.message;
  return storeUnusable(place, error)?.message ?? `The backup failed: ${String(error)}`;
}
