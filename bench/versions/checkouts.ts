import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { DataPlace } from '../../server/env.ts';
import type { Bench } from '../harness/bench.ts';
import { isTrial } from '../harness/findings.ts';

export const versions = ['now', 'before'] as const;
export type Version = (typeof versions)[number];

/** A version of the code: the folder of a checkout that is built, and where its data is. */
export interface Checkout {
  root: string;
  place: DataPlace;
}

export type Checkouts = Record<Version, Checkout>;

/** This version and another one on both engines, each with data of its own. */
export async function checkoutsOn(bench: Bench): Promise<Record<'SQLite' | 'PostgreSQL', Checkouts>> {
  const { FAREBOX_BENCH_BEFORE: before } = process.env;
  if (before === undefined)
    throw new Error('FAREBOX_BENCH_BEFORE is missing: the folder of a built checkout to compare with.');
  const roots = { before: resolve(before), now: process.cwd() };
  const postgres = await bench.startPostgres();
  const onSqlite = (version: Version) => ({ root: roots[version], place: bench.makePlace(version) });
  const onPostgres = async (version: Version) => {
    const dataFolder = join(bench.folder, `postgres-${version}`);
    mkdirSync(dataFolder);
    // Each version migrates its own.
    const place = { dataFolder, databaseUrl: await postgres.makeDatabase(version) };
    return { root: roots[version], place };
  };
  return {
    SQLite: { before: onSqlite('before'), now: onSqlite('now') },
    PostgreSQL: { before: await onPostgres('before'), now: await onPostgres('now') },
  };
}

/** Runs a script of this folder with the code of a checkout. Returns the last line that it writes. */
export function runIn({ root, place }: Checkout, script: string, task: object): unknown {
  const file = join(import.meta.dirname, script);
  const args = ['--import', 'tsx', file, JSON.stringify({ root, ...place, ...task })];
  if (isTrial) args.push('--trial');
  const { status, stdout } = spawnSync(process.execPath, args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) throw new Error(`${script} failed in ${root}.`);
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
}

/** The first of these files that a checkout has: a file of an older one may have another name. */
export function fileIn(root: string, ...names: string[]): string {
  const name = names.find((one) => existsSync(join(root, one)));
  if (name === undefined) throw new Error(`${root} has none of ${names.join(', ')}.`);
  return new URL(name, `file://${root}/`).href;
}
