import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openCommandStore } from '../server/store/open-store.ts';
import { startBenchPostgres } from './bench-postgres.ts';
import { callOf, mayCall } from './call-portal.ts';
import { type Finding, ratio } from './findings.ts';
import { fire } from './fire.ts';
import { load, median } from './load.ts';
import { estimate } from './measure-reads.ts';
import { type Running, startPortal, startPostgresPortal, startUpstream } from './processes.ts';
import { seedCalls } from './seed-calls.ts';
import { seedProducts } from './seed-products.ts';

const rounds = 5;
const seconds = 4;
const warmUpSeconds = 10;
/** One for each connection, since the calls of one purse wait for each other. */
const callers = 64;

type Engine = 'sqlite' | 'postgres';
const engines = ['sqlite', 'postgres'] as const;

/** One portal on PostgreSQL compared with one on SQLite, in turns. */
export async function measureEngines(folder: string): Promise<Finding[]> {
  rmSync(folder, { recursive: true, force: true });
  const upstream = await startUpstream();
  const postgres = await startBenchPostgres(folder);
  const places = {
    sqlite: { dataFolder: join(folder, 'sqlite') },
    postgres: await postgres.makePlace('engines'),
  };
  mkdirSync(places.sqlite.dataFolder, { recursive: true });
  const keys: Record<Engine, string[]> = { sqlite: [], postgres: [] };
  for (const engine of engines) {
    const { writer, close } = await openCommandStore(places[engine]);
    await seedProducts(writer, 1_000);
    await close();
    keys[engine] = await seedCalls(places[engine], upstream.url, { count: callers });
  }
  const settings = mayCall(upstream.url);
  const portals = {
    sqlite: await startPortal(places.sqlite.dataFolder, settings),
    postgres: await startPostgresPortal(places.postgres, settings),
  };
  const findings = [...(await compareCalls(portals, keys)), ...(await compareReads(portals))];
  for (const server of [portals.sqlite, portals.postgres, upstream]) await server.stop();
  await postgres.close();
  return findings;
}

async function compareCalls(
  portals: Record<Engine, Running>,
  keys: Record<Engine, string[]>,
): Promise<Finding[]> {
  const posts = (engine: Engine) => keys[engine].map((key) => callOf(portals[engine], key));
  for (const engine of engines) await fire(posts(engine), { connections: 64, seconds: warmUpSeconds });
  const call = (connections: number) => async (engine: Engine) =>
    (await fire(posts(engine), { connections, seconds })).requestsPerSecond;
  const few = await inTurns('Calls, 16 connections', call(16));
  const many = await inTurns('Calls, 64 connections', call(64));
  return [
    { ...compare('Calls on PostgreSQL against SQLite, 16 connections', few, 0), target: 'none', isMet: null },
    compare('Calls on PostgreSQL against SQLite, 64 connections', many, 0.8),
  ];
}

async function compareReads(portals: Record<Engine, Running>): Promise<Finding[]> {
  const list = await inTurns(
    'List',
    async (engine) => (await load({ url: `${portals[engine].url}/api/product/list` })).requestsPerSecond,
  );
  const estimates = await inTurns('Estimate', async (engine) => {
    const question = {
      url: portals[engine].url + estimate.path,
      method: 'POST' as const,
      body: estimate.body,
    };
    return (await load(question)).requestsPerSecond;
  });
  return [
    compare('List on PostgreSQL against SQLite', list, 0.95),
    compare('Estimate on PostgreSQL against SQLite', estimates, 0.95),
  ];
}

/** Requests per second of each round. */
async function inTurns(
  what: string,
  measure: (engine: Engine) => Promise<number>,
): Promise<Record<Engine, number[]>> {
  const rates: Record<Engine, number[]> = { sqlite: [], postgres: [] };
  for (let round = 1; round <= rounds; round += 1) {
    console.log(`${what}, round ${round} of ${rounds}`);
    const turns = round % 2 === 1 ? engines : engines.toReversed();
    for (const engine of turns) rates[engine].push(await measure(engine));
  }
  return rates;
}

function compare(what: string, { sqlite, postgres }: Record<Engine, number[]>, least: number): Finding {
  const ratios = postgres.map((rate, round) => rate / (sqlite[round] ?? Number.NaN));
  const detail = `${Math.round(median(postgres))}/s against ${Math.round(median(sqlite))}/s`;
  return ratio(what, median(ratios), { least }, detail);
}
