import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { startPostgres } from '../tests/setup/postgres-server.ts';
import { postgresSettings } from './bench-postgres.ts';
import { type Finding, ratio } from './findings.ts';
import { median } from './load.ts';
import { searchQuestions } from './search-questions.ts';

const versions = ['before', 'now'] as const;
type Version = (typeof versions)[number];

/** Of processes of each version, in turns. */
const rounds = 6;
const onPostgres = 10_000;
/** Two processes of the same version differ by as much. */
const most = 1.1;

const figures = z.record(z.string(), z.number());

/**
 * Searches by this version compared with those by another checkout, without HTTP: time of the processor on SQLite, and of
 * the clock on PostgreSQL, which works in other processes.
 */
export async function measureSearches(
  before: string | undefined,
  folder: string,
  products: number,
): Promise<Finding[]> {
  if (before === undefined)
    throw new Error('FAREBOX_BENCH_BEFORE is missing: the folder of a built checkout to compare with.');
  const roots = { before: resolve(before), now: process.cwd() };
  const onSqlite = compare(
    `SQLite, ${products.toLocaleString('en')} products`,
    roots,
    products,
    (version) => ({
      dataFolder: resolve(folder, version),
    }),
  );
  const server = await startPostgres(postgresSettings);
  const databases = { before: await server.makeDatabase('before'), now: await server.makeDatabase('now') };
  const what = `PostgreSQL, ${onPostgres.toLocaleString('en')} products`;
  const others = compare(what, roots, onPostgres, (version) => ({
    dataFolder: resolve(folder, `postgres-${version}`),
    databaseUrl: databases[version],
  }));
  await server.close();
  return [...onSqlite, ...others];
}

function compare(
  engine: string,
  roots: Record<Version, string>,
  products: number,
  placeOf: (version: Version) => { dataFolder: string; databaseUrl?: string },
): Finding[] {
  const run = (version: Version, task: object) => {
    const place = placeOf(version);
    mkdirSync(place.dataFolder, { recursive: true });
    return timeIn(roots[version], { root: roots[version], ...place, products, round: 0, ...task });
  };
  for (const version of versions) run(version, { seed: products });
  const taken: Record<Version, z.output<typeof figures>[]> = { before: [], now: [] };
  for (let round = 0; round < rounds; round += 1)
    for (const version of round % 2 === 0 ? versions : versions.toReversed())
      taken[version].push(figures.parse(JSON.parse(run(version, { round }))));
  return Object.keys(searchQuestions).map((question) => {
    const of = (version: Version) => median(taken[version].map((one) => one[question] ?? Number.NaN));
    const detail = `${of('now').toFixed(2)} ms against ${of('before').toFixed(2)} ms`;
    const what = `Search for ${question} on ${engine}, against the version before`;
    return ratio(what, of('now') / of('before'), { most }, detail);
  });
}

/** The last line that it writes. */
function timeIn(root: string, task: object): string {
  const script = join(process.cwd(), 'bench/time-searches.ts');
  const { status, stdout } = spawnSync(process.execPath, ['--import', 'tsx', script, JSON.stringify(task)], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) throw new Error(`The searches could not be timed in ${root}.`);
  return stdout.trim().split('\n').at(-1) ?? '';
}
