import { join } from 'node:path';
import type { DataPlace } from '../../server/env.ts';
import type { Bench } from '../harness/bench.ts';
import { compare, type Finding, inTurns, median, within } from '../harness/findings.ts';
import { load } from '../harness/load.ts';
import { type Running, startNext, startServer } from '../harness/processes.ts';

/** An estimate by a portal of the price of one of its products. */
export function estimateOf({ url }: Running, slug: string) {
  const body = JSON.stringify({ format: 'svg', width: 3000, height: 2000 });
  return { url: `${url}/api/product/credits/required/${slug}`, body };
}

/** The list and the estimate compared with simple implementations. */
export async function measureReads(bench: Bench, place: DataPlace): Promise<Finding[]> {
  const databaseFile = join(place.dataFolder, 'farebox.db');
  const portal = await bench.startPortal(place);
  const listUrl = `${portal.url}/api/product/list`;
  const { length } = await (await fetch(listUrl)).text();
  const next = await bench.start(
    startNext('bench/plain-next', '/api/list', { BENCH_DATABASE: databaseFile }),
  );
  const sqlite = await bench.start(startServer('sqlite', databaseFile));
  const constant = await bench.start(startServer('constant', length));
  const questions = {
    list: { url: listUrl },
    estimate: estimateOf(portal, 'product-7'),
    next: { url: `${next.url}/api/list` },
    sqlite: { url: sqlite.url },
    constant: { url: constant.url },
  };
  const names = ['list', 'estimate', 'next', 'sqlite', 'constant'] as const;
  const loads = await inTurns('Reads', names, 5, (name) => load(questions[name]));
  const rates = (name: keyof typeof questions) =>
    loads(name).map(({ requestsPerSecond }) => requestsPerSecond);
  const against = (what: string, name: 'list' | 'estimate', other: keyof typeof questions, least: number) =>
    compare(what, rates(name), rates(other), { least });
  return [
    against('List, 10 of 1,000, against a Next route handler with Prisma', 'list', 'next', 10),
    against('List against node:http that reads SQLite each time', 'list', 'sqlite', 2),
    against('List against node:http that sends a constant of that size', 'list', 'constant', 0.3),
    within('List, p99 with 16 connections', median(loads('list').map(({ p99Ms }) => p99Ms)), 3),
    against('Estimate of a price with three lines against that constant', 'estimate', 'constant', 0.2),
  ];
}
