import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import pg from 'pg';
import { z } from 'zod';
import { startPostgres } from '../tests/setup/postgres-server.ts';
import { postgresSettings } from './bench-postgres.ts';
import { callOf, mayCall } from './call-portal.ts';
import { type Finding, ratio } from './findings.ts';
import { fire } from './fire.ts';
import { load, median } from './load.ts';
import { estimate } from './measure-reads.ts';
import { busySeconds, type Running, startPortal, startPostgresPortal, startUpstream } from './processes.ts';

/** Two processes of the same build differ by more than 10 %, so that each figure needs several of both versions. */
const starts = 6;
const rounds = 4;
const seconds = 2;
const warmUpSeconds = 5;
const callers = 64;
/** The least rate, compared with that of the version before. */
const least = 0.98;

type Version = 'before' | 'now';
const versions = ['before', 'now'] as const;

interface Place {
  dataFolder: string;
  databaseUrl?: string;
}

/**
 * This version compared with the build of another checkout, in short turns, because a slow machine would blur two long
 * runs by more than they differ.
 */
export async function measureSince(before: string | undefined, folder: string): Promise<Finding[]> {
  if (before === undefined)
    throw new Error('FAREBOX_BENCH_BEFORE is missing: the folder of a built checkout to compare with.');
  rmSync(folder, { recursive: true, force: true });
  const roots = { before: resolve(before), now: process.cwd() };
  const upstream = await startUpstream();
  const onSqlite = await compareOn('SQLite', roots, upstream.url, (version) => ({
    dataFolder: resolve(folder, version),
  }));
  const postgres = await startPostgres(postgresSettings);
  const databases = {
    before: await postgres.makeDatabase('before'),
    now: await postgres.makeDatabase('now'),
  };
  const onPostgres = await compareOn('PostgreSQL', roots, upstream.url, (version) => ({
    dataFolder: resolve(folder, `postgres-${version}`),
    databaseUrl: databases[version],
  }));
  await postgres.close();
  await upstream.stop();
  return [...onSqlite, ...onPostgres];
}

async function compareOn(
  engine: string,
  roots: Record<Version, string>,
  upstreamUrl: string,
  placeOf: (version: Version) => Place,
): Promise<Finding[]> {
  const keys = {
    before: seedIn(roots.before, placeOf('before'), upstreamUrl),
    now: seedIn(roots.now, placeOf('now'), upstreamUrl),
  };
  const rates = { many: noRates(), few: noRates(), estimates: noRates() };
  const costs = { many: noRates(), few: noRates() };
  for (let start = 1; start <= starts; start += 1) {
    const startOne = (version: Version) => startIn(roots[version], placeOf(version), upstreamUrl);
    const portals = { before: await startOne('before'), now: await startOne('now') };
    const call = async (version: Version, connections: number, duration = seconds) => {
      const posts = keys[version].map((key) => callOf(portals[version], key));
      const busy = () => busyFor(portals[version], placeOf(version).databaseUrl);
      const before = await busy();
      const { answers, requestsPerSecond } = await fire(posts, { connections, seconds: duration });
      return { rate: requestsPerSecond, perSecond: answers / ((await busy()) - before) };
    };
    const callInTurns = (connections: number, rate: Rates, cost: Rates) =>
      inTurns(async (version) => {
        const figures = await call(version, connections);
        rate[version].push(figures.rate);
        cost[version].push(figures.perSecond);
      });
    const estimateOnce = async (version: Version) => {
      const url = portals[version].url + estimate.path.replace('product-7', 'product-1');
      return (await load({ url, method: 'POST', body: estimate.body })).requestsPerSecond;
    };
    for (const version of versions) {
      await portals[version].untilIdle();
      await call(version, 64, warmUpSeconds);
      await estimateOnce(version);
    }
    await callInTurns(64, rates.many, costs.many);
    await callInTurns(8, rates.few, costs.few);
    // Until V8 has compiled an estimate, a version with more code is the slower one.
    for (const version of versions) await estimateOnce(version);
    await inTurns(async (version) => rates.estimates[version].push(await estimateOnce(version)));
    for (const version of versions) await portals[version].stop();
  }
  return [
    compare(`Calls on ${engine}, 64 connections`, rates.many),
    compare(`Calls on ${engine}, 8 connections`, rates.few),
    compare(`Estimates on ${engine}`, rates.estimates),
    compare(`Calls on ${engine} for a second of processor time, 64 connections`, costs.many),
    compare(`Calls on ${engine} for a second of processor time, 8 connections`, costs.few),
  ];
}

/** The processor time of a portal, and of its connections to a database: a busy machine changes it less than the clock. */
async function busyFor(portal: Running, databaseUrl?: string): Promise<number> {
  if (databaseUrl === undefined) return portal.busySeconds();
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const { rows } = await client.query<{ pid: number }>(
    'SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  );
  await client.end();
  return portal.busySeconds() + busySeconds(rows.map(({ pid }) => pid));
}

const keysLine = z.array(z.string());

/** The other checkout seeds its own tables. */
function seedIn(root: string, place: Place, upstreamUrl: string): string[] {
  mkdirSync(place.dataFolder, { recursive: true });
  // The writer's thread gets the arguments of this process, and refuses --input-type=module.
  const script = `void (async () => {
    const { seedCalls } = await import('./bench/seed-calls.ts');
    const { migratePostgres } = await import('./prisma/migrate-postgres.ts');
    const [place, url] = ${JSON.stringify([place, upstreamUrl])};
    if (place.databaseUrl !== undefined) await migratePostgres(place.databaseUrl);
    console.log(JSON.stringify(await seedCalls(place, url, { count: ${callers} })));
  })();`;
  const args = ['--import', 'tsx', '--eval', script];
  const { status, stdout } = spawnSync(process.execPath, args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) throw new Error(`The catalogue could not be seeded in ${root}.`);
  return keysLine.parse(JSON.parse(stdout.trim().split('\n').at(-1) ?? ''));
}

function startIn(root: string, { dataFolder, databaseUrl }: Place, upstreamUrl: string): Promise<Running> {
  const settings = mayCall(upstreamUrl);
  return databaseUrl === undefined
    ? startPortal(dataFolder, settings, root)
    : startPostgresPortal({ dataFolder, databaseUrl }, settings, root);
}

/** Requests per second of each round. */
type Rates = Record<Version, number[]>;
const noRates = (): Rates => ({ before: [], now: [] });

async function inTurns(measure: (version: Version) => Promise<unknown>): Promise<void> {
  for (let round = 1; round <= rounds; round += 1) {
    const turns = round % 2 === 1 ? versions : versions.toReversed();
    for (const version of turns) await measure(version);
  }
}

/** By the median of the rounds. How far the middle half of them spreads says what a difference means. */
function compare(what: string, { before, now }: Rates): Finding {
  const ratios = now.map((rate, round) => rate / (before[round] ?? Number.NaN)).sort((a, b) => a - b);
  const quarter = (part: number) => (ratios[Math.floor(ratios.length * part)] ?? Number.NaN).toFixed(2);
  const rate = (rates: number[]) => `${Math.round(median(rates))}/s`;
  const detail = `${rate(now)} against ${rate(before)}, half of the rounds ${quarter(0.25)} to ${quarter(0.75)}`;
  return ratio(`${what}, against the version before`, median(ratios), { least }, detail);
}
