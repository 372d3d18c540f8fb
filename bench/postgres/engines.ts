import { estimateOf } from '../reads/reads.ts';
import type { Bench } from '../harness/bench.ts';
import { compare, type Finding, inTurns } from '../harness/findings.ts';
import { fire, load } from '../harness/load.ts';
import type { Running } from '../harness/processes.ts';
import { callOf, mayCall, seedCalls, seedStore } from '../seeds/calls.ts';
import { seedProducts } from '../seeds/products.ts';

/** One for each connection, since the calls of one purse wait for each other. */
const callers = 64;
const rounds = 5;
const engines = ['sqlite', 'postgres'] as const;
type Engine = (typeof engines)[number];

/** One portal on PostgreSQL compared with one on SQLite. */
export async function measureEngines(bench: Bench): Promise<Finding[]> {
  const upstream = await bench.startUpstream();
  const postgres = await bench.startPostgres();
  const places = { sqlite: bench.makePlace('sqlite'), postgres: await postgres.makePlace('engines') };
  const startOn = async (engine: Engine): Promise<Subject> => {
    const place = places[engine];
    await seedStore(place, (writer) => seedProducts(writer, 1_000));
    const keys = await seedCalls(place, upstream.url, { count: callers });
    return { keys, portal: await bench.startPortal(place, mayCall(upstream)) };
  };
  const subjects = { sqlite: await startOn('sqlite'), postgres: await startOn('postgres') };
  return [...(await compareCalls(subjects)), ...(await compareReads(subjects))];
}

interface Subject {
  portal: Running;
  keys: string[];
}

async function compareCalls(subjects: Record<Engine, Subject>): Promise<Finding[]> {
  const call = (connections: number, seconds: number) => async (engine: Engine) => {
    const { keys, portal } = subjects[engine];
    const posts = keys.map((key) => callOf(portal, key));
    return (await fire(posts, { connections, seconds })).requestsPerSecond;
  };
  for (const engine of engines) await call(64, 10)(engine);
  const few = await inTurns('Calls, 16 connections', engines, rounds, call(16, 4));
  const many = await inTurns('Calls, 64 connections', engines, rounds, call(64, 4));
  const what = 'Calls on PostgreSQL against SQLite';
  return [
    compare(`${what}, 16 connections`, few('postgres'), few('sqlite'), 'none'),
    compare(`${what}, 64 connections`, many('postgres'), many('sqlite'), { least: 0.8 }),
  ];
}

async function compareReads(subjects: Record<Engine, Subject>): Promise<Finding[]> {
  const questions = {
    List: ({ portal }: Subject) => ({ url: `${portal.url}/api/product/list` }),
    Estimate: ({ portal }: Subject) => estimateOf(portal, 'product-7'),
  };
  const findings: Finding[] = [];
  for (const [what, question] of Object.entries(questions)) {
    const rates = await inTurns(
      what,
      engines,
      rounds,
      async (engine) => (await load(question(subjects[engine]))).requestsPerSecond,
    );
    const whole = `${what} on PostgreSQL against SQLite`;
    findings.push(compare(whole, rates('postgres'), rates('sqlite'), { least: 0.95 }));
  }
  return findings;
}
