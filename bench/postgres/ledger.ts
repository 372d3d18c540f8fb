import type { DataPlace } from '../../server/env.ts';
import type { Bench } from '../harness/bench.ts';
import {
  compare,
  type Finding,
  inTurns,
  median,
  milliseconds,
  perSecond,
  seconds,
  usual,
  within,
} from '../harness/findings.ts';
import { fire, type Post, timesOf } from '../harness/load.ts';
import { type Running, startPortal } from '../harness/processes.ts';
import { addKey, callOf, mayCall, seedCalls, seedStore } from '../seeds/calls.ts';
import { seedPostgresLedger } from '../seeds/postgres-ledger.ts';

const connections = 64;
const mostStartSeconds = 3;

type Ledger = 'empty' | 'full';
const ledgers = ['empty', 'full'] as const;

/** Compares a call, and a page of calls, on PostgreSQL: with many calls in the ledger and with none. */
export async function measurePostgresLedger(bench: Bench): Promise<Finding[]> {
  const past = usual(10_000_000, 10_000);
  const upstream = await bench.startUpstream();
  const postgres = await bench.startPostgres({ wal_level: 'minimal', max_wal_senders: '0' });
  const places = { empty: await postgres.makePlace('empty'), full: await postgres.makePlace('full') };
  console.log(`Seeding ${past.toLocaleString('en')} calls`);
  const accountId = await seedPostgresLedger(places.full.databaseUrl, past);
  const settings = mayCall(upstream);
  const startOn = async (ledger: Ledger) => {
    const keys = await seedCalls(places[ledger], upstream.url, { count: connections });
    const portal = await bench.startPortal(places[ledger], settings);
    return { portal, posts: keys.map((key) => callOf(portal, key)) };
  };
  const reader = await seedStore(places.full, (writer) => addKey(writer, accountId));
  const subjects = { empty: await startOn('empty'), full: await startOn('full') };
  await postgres.untilIdle();
  const calls = await compareCalls({ empty: subjects.empty.posts, full: subjects.full.posts }, past);
  await postgres.untilIdle();
  const pages = await readPages(subjects.full.portal, reader);
  for (const { portal } of Object.values(subjects)) await portal.stop();
  await postgres.untilIdle();
  return [...calls, ...pages, await compareStarts(places, settings)];
}

async function compareCalls(posts: Record<Ledger, Post[]>, past: number): Promise<Finding[]> {
  for (const ledger of ledgers) await fire(posts[ledger], { connections, seconds: 10 });
  const fired = await inTurns('Ledger on PostgreSQL', ledgers, 7, async (ledger) => ({
    many: await fire(posts[ledger], { connections, seconds: 4 }),
    alone: await fire(posts[ledger], { connections: 1, seconds: 4 }),
  }));
  const size = `${past.toLocaleString('en')} calls in the ledger against an empty one`;
  const rates = (ledger: Ledger) => fired(ledger).map(({ many }) => many.requestsPerSecond);
  const times = (ledger: Ledger) => fired(ledger).map(({ alone }) => alone.p50Ms);
  const most = { most: 1.1 };
  return [
    compare(`Calls on PostgreSQL, 64 connections, ${size}`, rates('empty'), rates('full'), most, perSecond),
    compare(`One call at a time on PostgreSQL, ${size}`, times('full'), times('empty'), most, milliseconds),
  ];
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

/** A page has ten calls or entries. */
const leastBytes = 1_000;

async function medianMs(address: string, key: string): Promise<number> {
  const headers = { authorization: `Bearer ${key}` };
  const { length } = await (await fetch(address, { headers })).text();
  if (length < leastBytes) throw new Error(`${address} has no page.`);
  return median(
    await timesOf(
      Array.from({ length: 50 }, () => address),
      headers,
    ),
  );
}

async function compareStarts(
  places: Record<Ledger, DataPlace>,
  settings: Record<string, string>,
): Promise<Finding> {
  const taken = await inTurns('Starts', ledgers, 3, async (ledger) => {
    const portal = await startPortal(places[ledger], settings);
    await portal.stop();
    return portal.readySeconds;
  });
  const full = median(taken('full'));
  return {
    what: 'Start with these calls until `/api/ready`',
    measured: `${seconds(full)} against ${seconds(median(taken('empty')))}`,
    target: `≤ ${mostStartSeconds} s`,
    isMet: full <= mostStartSeconds,
  };
}
