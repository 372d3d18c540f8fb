import { rmSync } from 'node:fs';
import { openCommandStore } from '../server/store/open-store.ts';
import { type PostgresPlace, startBenchPostgres } from './bench-postgres.ts';
import { callOf, mayCall } from './call-portal.ts';
import { type Finding, ratio, within } from './findings.ts';
import { type Fired, fire, type Post } from './fire.ts';
import { median } from './load.ts';
import { type Running, startPostgresPortal, startUpstream } from './processes.ts';
import { addKey, seedCalls } from './seed-calls.ts';
import { seedPostgresLedger } from './seed-postgres-ledger.ts';

const rounds = 7;
const seconds = 4;
const warmUpSeconds = 10;
const starts = 3;
const connections = 64;

type Ledger = 'empty' | 'full';
const ledgers = ['empty', 'full'] as const;

/** Compares a call, and a page of calls, on PostgreSQL: with many calls in the ledger and with none. */
export async function measurePostgresLedger(folder: string, past: number): Promise<Finding[]> {
  rmSync(folder, { recursive: true, force: true });
  const upstream = await startUpstream();
  const postgres = await startBenchPostgres(folder, { wal_level: 'minimal', max_wal_senders: '0' });
  const places = { empty: await postgres.makePlace('empty'), full: await postgres.makePlace('full') };
  console.log(`Seeding ${past.toLocaleString('en')} calls`);
  const accountId = await seedPostgresLedger(places.full.databaseUrl, past);
  const settings = mayCall(upstream.url);
  const keys: Record<Ledger, string[]> = { empty: [], full: [] };
  for (const ledger of ledgers)
    keys[ledger] = await seedCalls(places[ledger], upstream.url, { count: connections });
  const reader = await keyOf(places.full, accountId);
  const portals = {
    empty: await startPostgresPortal(places.empty, settings),
    full: await startPostgresPortal(places.full, settings),
  };
  await postgres.untilIdle();
  const posts = (ledger: Ledger) => keys[ledger].map((key) => callOf(portals[ledger], key));
  const calls = await compareCalls({ empty: posts('empty'), full: posts('full') }, past);
  await postgres.untilIdle();
  const pages = await readPages(portals.full, reader);
  for (const portal of [portals.empty, portals.full]) await portal.stop();
  await postgres.untilIdle();
  const start = await compareStarts(places, settings);
  await upstream.stop();
  await postgres.close();
  return [...calls, ...pages, start];
}

async function keyOf(place: PostgresPlace, accountId: string): Promise<string> {
  const { writer, close } = await openCommandStore(place);
  const key = await addKey(writer, accountId);
  await close();
  return key;
}

async function compareCalls(posts: Record<Ledger, Post[]>, past: number): Promise<Finding[]> {
  const many: Record<Ledger, Fired[]> = { empty: [], full: [] };
  const alone: Record<Ledger, Fired[]> = { empty: [], full: [] };
  for (const ledger of ledgers) await fire(posts[ledger], { connections, seconds: warmUpSeconds });
  for (let round = 1; round <= rounds; round += 1) {
    console.log(`Ledger on PostgreSQL, round ${round} of ${rounds}`);
    // Both come first equally often, because the second finds the disk busy with the writes of the first.
    for (const ledger of round % 2 === 1 ? ledgers : ledgers.toReversed()) {
      many[ledger].push(await fire(posts[ledger], { connections, seconds }));
      alone[ledger].push(await fire(posts[ledger], { connections: 1, seconds }));
    }
  }
  const size = `${past.toLocaleString('en')} calls in the ledger against an empty one`;
  const rate = (ledger: Ledger) => many[ledger].map(({ requestsPerSecond }) => requestsPerSecond);
  const time = (ledger: Ledger) => alone[ledger].map(({ p50Ms }) => p50Ms);
  return [
    ratio(
      `Calls on PostgreSQL, 64 connections, ${size}`,
      median(quotients(rate('empty'), rate('full'))),
      { most: 1.1 },
      `${Math.round(median(rate('full')))}/s against ${Math.round(median(rate('empty')))}/s`,
    ),
    ratio(
      `One call at a time on PostgreSQL, ${size}`,
      median(quotients(time('full'), time('empty'))),
      { most: 1.1 },
      `${median(time('full')).toFixed(2)} ms against ${median(time('empty')).toFixed(2)} ms`,
    ),
  ];
}

function quotients(these: number[], those: number[]): number[] {
  return these.map((value, round) => value / (those[round] ?? Number.NaN));
}

/** Pages of the account that made a tenth of all calls. */
async function readPages({ url }: Running, key: string): Promise<Finding[]> {
  const deep = new Date(Date.now() - 15 * 24 * 60 * 60 * 1000).toISOString();
  const pages: [string, string][] = [
    ['First page of the calls of a large account', '/api/calls'],
    ['Its calls of fifteen days ago (`to`)', `/api/calls?to=${deep}`],
    ['First page of its entries', '/api/credits'],
    ['Page 100 of its entries', '/api/credits?page=100'],
  ];
  const findings: Finding[] = [];
  for (const [what, path] of pages) findings.push(within(what, await medianMs(url + path, key), 20));
  return findings;
}

const requests = 50;
/** A page has ten calls or entries. */
const leastBytes = 1_000;

async function medianMs(address: string, key: string): Promise<number> {
  const taken: number[] = [];
  while (taken.length < requests) {
    const startedAt = performance.now();
    const response = await fetch(address, { headers: { authorization: `Bearer ${key}` } });
    const { length } = await response.text();
    taken.push(performance.now() - startedAt);
    if (!response.ok || length < leastBytes) throw new Error(`${address} has no page.`);
  }
  return median(taken);
}

async function compareStarts(
  places: Record<Ledger, PostgresPlace>,
  settings: Record<string, string>,
): Promise<Finding> {
  const seconds: Record<Ledger, number[]> = { empty: [], full: [] };
  for (let start = 1; start <= starts; start += 1)
    for (const ledger of ledgers) {
      const portal = await startPostgresPortal(places[ledger], settings);
      seconds[ledger].push(portal.readySeconds);
      await portal.stop();
    }
  const [empty, full] = [median(seconds.empty), median(seconds.full)];
  return {
    what: 'Start with these calls until `/api/ready`',
    measured: `${full.toFixed(2)} s against ${empty.toFixed(2)} s`,
    target: '≤ 3 s',
    isMet: full <= 3,
  };
}
