import { hostname } from 'node:os';
import { join } from 'node:path';
import type { BackupList } from '../../lib/operator/backups.ts';
import { Problem } from '../../lib/problem/problem.ts';
import type { Context } from '../context.ts';
import { makeFolder } from '../files/read-regular-file.ts';
import { errorText, log } from '../log.ts';
import type { OperatorChange } from '../operator/change.ts';
import { nameAt, unfinishedOf } from '../store/backup/backup-files.ts';
import type { StartedBackup } from '../store/operation/read-backups.ts';
import { folderOf, localFiles, type Place, sizeOf } from './local-backups.ts';
import { canRestore, lastRestoration } from './restoration.ts';

type Given = { name: string };

/** After so long without a sign of life its portal has stopped. */
const silentAfterMs = 30_000;
const signOfLifeMs = 1_000;

/** Begins a backup, which is made by the command line beside the requests of the portal. */
export const beginBackup: OperatorChange<Record<never, never>, 'begin-backup', Given, Context> = {
  right: 'make-backup',
  verb: 'begin-backup',
  status: 201,
  prepare({ settings }) {
    const now = Date.now();
    const name = nameAt(now, settings);
    return Promise.resolve({ payload: { name, machine: hostname(), now, silentAfterMs }, given: { name } });
  },
  answer(result, given) {
    if ('running' in result)
      throw new Problem(
        'unavailable',
        `The backup ${result.running} is being made. Wait until it is done.`,
        [],
        {
          'retry-after': '10',
        },
      );
    return given;
  },
  afterwards(context, result) {
    if ('running' in result) return;
    void makeBackup(context, result.key);
  },
};

/** Never rejects: a failure is a sentence in the list. */
async function makeBackup(context: Context, key: number): Promise<void> {
  const { settings, store } = context;
  const move = (isEnded: boolean, bytes: number, problem: string | null) =>
    store.writer
      .run('move-backup', { key, bytes, isEnded, problem, now: Date.now() })
      .catch((error: unknown) => log('error', 'backup-not-noted', { error: errorText(error) }));
  try {
    const found = (await store.backups.latest(1)).find((one) => one.key === key);
    if (!found) return;
    const folder = folderOf(settings);
    makeFolder(folder, 0o700);
    const file = join(folder, found.name);
    const timer = setInterval(() => void move(false, sizeOf(unfinishedOf(file)), null), signOfLifeMs);
    const problem = await context.desk.backUp(file).finally(() => clearInterval(timer));
    await move(true, sizeOf(file), problem);
    if (problem !== null) log('error', 'backup-failed', { error: problem });
  } catch (error) {
    log('error', 'backup-failed', { error: errorText(error) });
    await move(true, 0, `The backup failed: ${error instanceof Error ? error.message : String(error)}`);
  }
}

const mostListed = 200;

/** The files of this machine, and what was started in the console on others. */
export async function listBackups({
  settings,
  store,
}: Pick<Context, 'settings'> & { store: Pick<Context['store'], 'backups'> }): Promise<BackupList> {
  const started = await store.backups.latest(mostListed);
  const here = hostname();
  const elsewhere = started
    .filter(({ machine, endedAt, problem }) => machine !== here && endedAt !== null && problem === null)
    .map(({ name, machine, bytes, startedAt }) => ({
      ...{ name, file: null, machine, kind: 'backup' as const },
      ...{ bytes: Number(bytes), madeAt: startedAt.toISOString() },
    }));
  const list = [...localFiles(settings), ...elsewhere];
  return {
    list: list.toSorted((one, other) => (one.madeAt < other.madeAt ? 1 : -1)).slice(0, mostListed),
    ...stateOf(started[0], settings),
    restoration: lastRestoration(settings),
    restores: canRestore(settings),
    folder: folderOf(settings),
    next: null,
  };
}

function stateOf(last: StartedBackup | undefined, settings: Place): Pick<BackupList, 'running' | 'failure'> {
  const nothing = { running: null, failure: null };
  if (!last) return nothing;
  const { name, machine, startedAt, movedAt, endedAt, bytes, problem } = last;
  const failed = (sentence: string) => ({
    running: null,
    failure: { at: movedAt.toISOString(), machine, problem: sentence },
  });
  if (endedAt !== null) return problem === null ? nothing : failed(problem);
  if (Date.now() - movedAt.getTime() > silentAfterMs)
    return failed('The portal that made the backup was stopped before it was done.');
  const of = settings.databaseUrl === undefined ? sizeOf(join(settings.dataFolder, 'farebox.db')) : null;
  return {
    running: { name, machine, startedAt: startedAt.toISOString(), bytes: Number(bytes), of },
    failure: null,
  };
}
