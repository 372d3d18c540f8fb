import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type BenchPostgres, type PostgresPlace, startBenchPostgres } from './bench-postgres.ts';
import { type Busy, measureBusy } from './busy-share.ts';
import { callOf, mayCall } from './call-portal.ts';
import { type Finding, ratio } from './findings.ts';
import { fire } from './fire.ts';
import { median } from './load.ts';
import { limitProcessor } from './processor-share.ts';
import { type Running, startPostgresPortal, startUpstream } from './processes.ts';
import { seedCalls } from './seed-calls.ts';

const rounds = 5;
const seconds = 5;
const warmUpSeconds = 10;
/** The part of one processor that a portal gets. The rest is enough for the database, the upstream and the load. */
const share = 0.15;
const connections = 64;
const mostPortals = 4;

/** How much each of a round made, and how busy the machine was. */
interface Rate {
  requestsPerSecond: number;
  busy: Busy;
}

/** How many portals are called, and whether all callers share one purse. */
interface Load {
  portals: number;
  isOnePurse: boolean;
}

const loads: Record<string, Load> = {
  one: { portals: 1, isOnePurse: false },
  two: { portals: 2, isOnePurse: false },
  four: { portals: mostPortals, isOnePurse: false },
  onePurse: { portals: 1, isOnePurse: true },
  twoOnePurse: { portals: 2, isOnePurse: true },
};

/** Several portals of a fixed share of a processor on one PostgreSQL, compared with one such portal, in turns. */
export async function measurePortals(folder: string): Promise<Finding[]> {
  rmSync(folder, { recursive: true, force: true });
  const upstream = await startUpstream();
  const postgres = await startBenchPostgres(folder);
  const place = await postgres.makePlace('portals');
  const keys = await seedCalls(place, upstream.url, { count: connections * mostPortals });
  const portals = await startPortals(postgres, place, mayCall(upstream.url));
  for (const portal of portals)
    await fire(
      keys.map((key) => callOf(portal, key)),
      { connections, seconds: warmUpSeconds },
    );
  const limits = portals.map((portal, index) => limitProcessor(String(index), portal.processIds(), share));
  const refusal = limits.find((limit) => typeof limit === 'string');
  const findings =
    refusal === undefined ? findingsOf(await measureInTurns(portals, keys)) : [notMeasured(refusal)];
  for (const limit of limits) if (typeof limit !== 'string') limit.end();
  for (const server of [...portals, upstream]) await server.stop();
  await postgres.close();
  return findings;
}

async function startPortals(
  postgres: BenchPostgres,
  place: PostgresPlace,
  settings: Record<string, string>,
): Promise<Running[]> {
  const portals: Running[] = [];
  while (portals.length < mostPortals) {
    const dataFolder = join(place.dataFolder, String(portals.length));
    portals.push(await startPostgresPortal({ ...place, dataFolder }, settings));
  }
  await postgres.untilIdle();
  return portals;
}

type Rates = Map<string, Rate[]>;

async function measureInTurns(portals: Running[], keys: string[]): Promise<Rates> {
  const rates: Rates = new Map(Object.keys(loads).map((name) => [name, []]));
  for (let round = 1; round <= rounds; round += 1) {
    console.log(`Portals, round ${round} of ${rounds}`);
    const turns = Object.entries(loads);
    for (const [name, one] of round % 2 === 1 ? turns : turns.toReversed())
      rates
        .get(name)
        ?.push(await measure(portals.slice(0, one.portals), one.isOnePurse ? keys.slice(0, 1) : keys));
  }
  return rates;
}

async function measure(portals: Running[], keys: string[]): Promise<Rate> {
  const posts = Array.from({ length: connections }, (_, index) =>
    portals.map((portal, turn) => callOf(portal, keys[(index * portals.length + turn) % keys.length] ?? '')),
  ).flat();
  const busySince = measureBusy();
  const { requestsPerSecond } = await fire(posts, { connections: posts.length, seconds });
  return { requestsPerSecond, busy: busySince() };
}

function findingsOf(rates: Rates): Finding[] {
  return [
    compare('Two portals of a fixed share against one', rates, ['two', 'one'], 1.9),
    compare('Four portals of a fixed share against one', rates, ['four', 'one'], 3.6),
    compare('All calls from one purse: two portals against one', rates, ['twoOnePurse', 'onePurse'], 1.5),
  ];
}

function compare(what: string, rates: Rates, names: [string, string], least: number): Finding {
  const [many = [], one = []] = names.map((name) => rates.get(name));
  const ratios = many.map(
    ({ requestsPerSecond }, round) => requestsPerSecond / (one[round]?.requestsPerSecond ?? Number.NaN),
  );
  const rate = (all: Rate[]) => Math.round(median(all.map(({ requestsPerSecond }) => requestsPerSecond)));
  const busy = (part: keyof Busy) => Math.round(100 * median(many.map((all) => all.busy[part])));
  const detail = `${rate(many)}/s against ${rate(one)}/s, the machine ${busy('machine')} % and the load generator ${busy('generator')} % busy`;
  return ratio(what, median(ratios), { least }, detail);
}

function notMeasured(reason: string): Finding {
  return {
    what: 'Two and four portals of a fixed share against one',
    measured: `not measured, because ${reason}`,
    target: 'none',
    isMet: null,
  };
}
