import pg from 'pg';
import { z } from 'zod';
import type { DataPlace } from '../../server/env.ts';
import type { Bench } from '../harness/bench.ts';
import { compare, type Finding, inTurns, usual } from '../harness/findings.ts';
import { fire, load } from '../harness/load.ts';
import { busySeconds, type Running, startPortal } from '../harness/processes.ts';
import { estimateOf } from '../reads/reads.ts';
import { callOf, mayCall } from '../seeds/calls.ts';
import { type Checkouts, checkoutsOn, runIn, type Version, versions } from './checkouts.ts';

/** Two processes of the same build differ by more than 10 %, so that each figure needs several of both versions. */
const starts = 6;
const rounds = 4;
const seconds = 2;
const warmUpSeconds = 5;
const callers = 64;
/** The least rate, compared with that of the version before. */
const least = 0.98;

/**
 * This version compared with the build of another checkout, in short turns, because a slow machine would blur two long
 * runs by more than they differ.
 */
export async function measureSince(bench: Bench): Promise<Finding[]> {
  const upstream = await bench.startUpstream();
  const { SQLite, PostgreSQL } = await checkoutsOn(bench);
  return [
    ...(await compareOn('SQLite', SQLite, upstream)),
    ...(await compareOn('PostgreSQL', PostgreSQL, upstream)),
  ];
}

/** What is measured of a version in a round. Costs are calls for a second of processor time. */
interface Rates {
  many: number;
  few: number;
  manyCost: number;
  fewCost: number;
  estimates: number;
}

async function compareOn(engine: string, checkouts: Checkouts, upstream: Running): Promise<Finding[]> {
  const seed = (version: Version) =>
    z.array(z.string()).parse(runIn(checkouts[version], 'seed.ts', { upstream: upstream.url, callers }));
  const keys = { before: seed('before'), now: seed('now') };
  const rates: Record<Version, Rates[]> = { before: [], now: [] };
  for (let start = 1; start <= usual(starts); start += 1) {
    const startOne = (version: Version) => {
      const { root, place } = checkouts[version];
      return startPortal(place, mayCall(upstream), { root });
    };
    const portals = { before: await startOne('before'), now: await startOne('now') };
    const call = async (version: Version, connections: number, duration: number) => {
      const posts = keys[version].map((key) => callOf(portals[version], key));
      const busy = () => busyFor(portals[version], checkouts[version].place);
      const before = await busy();
      const { answers, requestsPerSecond } = await fire(posts, { connections, seconds: duration });
      return { rate: requestsPerSecond, cost: answers / ((await busy()) - before) };
    };
    const estimate = async (version: Version) =>
      (await load(estimateOf(portals[version], 'product-1'))).requestsPerSecond;
    for (const version of versions) {
      await portals[version].untilIdle();
      await call(version, 64, warmUpSeconds);
      // Until V8 has compiled an estimate, a version with more code is the slower one.
      for (let round = 1; round <= 2; round += 1) await estimate(version);
    }
    const taken = await inTurns(`${engine}, start ${start}`, versions, rounds, async (version) => {
      const many = await call(version, 64, seconds);
      const few = await call(version, 8, seconds);
      const estimates = await estimate(version);
      return { many: many.rate, few: few.rate, manyCost: many.cost, fewCost: few.cost, estimates };
    });
    for (const version of versions) {
      rates[version].push(...taken(version));
      await portals[version].stop();
    }
  }
  const against = (what: string, part: keyof Rates) => {
    const of = (version: Version) => rates[version].map((all) => all[part]);
    return compare(`${what}, against the version before`, of('now'), of('before'), { least });
  };
  return [
    against(`Calls on ${engine}, 64 connections`, 'many'),
    against(`Calls on ${engine}, 8 connections`, 'few'),
    against(`Estimates on ${engine}`, 'estimates'),
    against(`Calls on ${engine} for a second of processor time, 64 connections`, 'manyCost'),
    against(`Calls on ${engine} for a second of processor time, 8 connections`, 'fewCost'),
  ];
}

/** The processor time of a portal, and of its connections to a database: a busy machine changes it less than the clock. */
async function busyFor(portal: Running, { databaseUrl }: DataPlace): Promise<number> {
  if (databaseUrl === undefined) return portal.busySeconds();
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const { rows } = await client.query<{ pid: number }>(
    'SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  );
  await client.end();
  return portal.busySeconds() + busySeconds(rows.map(({ pid }) => pid));
}
