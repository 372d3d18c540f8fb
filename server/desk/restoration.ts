import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { BackupList } from '../../lib/operator/backups.ts';
import { Problem } from '../../lib/problem/problem.ts';
import { randomLetters } from '../call-id.ts';
import type { Context } from '../context.ts';
import { type DataPlace, startAgainCode } from '../env.ts';
import { syncPath } from '../files/read-regular-file.ts';
import { log } from '../log.ts';
import type { OperatorChange } from '../operator/change.ts';
import { localFiles } from './local-backups.ts';

/** In the data folder: what was asked for and what became of it, which no database can keep that is replaced. */
const fileName = 'restoration.json';

const stored = z.object({
  id: z.string(),
  name: z.string(),
  file: z.string(),
  author: z.object({
    kind: z.enum(['person', 'key', 'command-line', 'portal']),
    id: z.string().nullable(),
    requestId: z.string().nullable(),
    reason: z.string().nullable(),
  }),
  state: z.enum(['asked', 'done', 'noted']),
  at: z.iso.datetime(),
  aside: z.string().nullable(),
  problem: z.string().nullable(),
});
type Restoration = z.output<typeof stored>;

export function canRestore({ databaseUrl }: Pick<DataPlace, 'databaseUrl'>): boolean {
  return databaseUrl === undefined && startAgainCode() !== undefined;
}

/** Stops the portal for a start that goes back to a backup. */
export const askRestoration: OperatorChange<
  { name: string },
  'ask-restoration',
  Record<never, never>,
  Context
> = {
  right: 'restore-backup',
  verb: 'ask-restoration',
  status: 201,
  prepare({ settings }, { name }) {
    if (!fileOf(settings, name))
      throw new Problem('not-found', `There is no backup ${JSON.stringify(name)} here.`);
    if (!canRestore(settings))
      throw new Problem(
        'not-restorable',
        settings.databaseUrl === undefined
          ? 'This portal was not started by npm start, which would start it again.'
          : 'All portals have to be stopped before the data of a PostgreSQL database is replaced.',
      );
    return Promise.resolve({ payload: { id: `res_${randomLetters(16)}`, name }, given: {} });
  },
  answer: ({ id }) => ({ id }),
  afterwards({ settings }, { id }, { name }, { kind, id: authorId, requestId, reason = null }) {
    const author = { kind, id: authorId, requestId, reason };
    const file = fileOf(settings, name) ?? name;
    const at = new Date().toISOString();
    writeRestoration(settings, { id, name, file, author, state: 'asked', at, aside: null, problem: null });
    log('info', 'restoration-asked', { name });
    process.exitCode = startAgainCode();
    process.emit('SIGTERM');
  },
};

const shownMs = 24 * 60 * 60_000;

/** The last one that is done, for a day. */
export function lastRestoration(place: DataPlace): BackupList['restoration'] {
  const last = readRestoration(place);
  if (!last || last.state === 'asked' || Date.now() - Date.parse(last.at) > shownMs) return null;
  const { id, name, at, aside, problem } = last;
  return { id, name, at, aside, problem };
}

function fileOf(settings: DataPlace, name: string): string | undefined {
  return localFiles(settings).find((one) => one.name === name)?.file ?? undefined;
}

export function readRestoration({ dataFolder }: DataPlace): Restoration | undefined {
  try {
    return stored.parse(JSON.parse(readFileSync(join(dataFolder, fileName), 'utf8')));
  } catch {
    // There is none, or a person has written it.
    return undefined;
  }
}

/** Whole at every moment. */
export function writeRestoration({ dataFolder }: DataPlace, restoration: Restoration): void {
  const file = join(dataFolder, fileName);
  const part = `${file}.part-${process.pid}`;
  writeFileSync(part, JSON.stringify(restoration), { mode: 0o600 });
  syncPath(part);
  renameSync(part, file);
  syncPath(dataFolder);
}
