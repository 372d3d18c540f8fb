import { join } from 'node:path';
import { type Finding, ratio, within } from './findings.ts';
import { type Load, load, median } from './load.ts';
import { startPlain, startPlainNext, startPortal } from './processes.ts';

const rounds = 5;
export const estimate = {
  path: '/api/product/credits/required/product-7',
  body: JSON.stringify({ format: 'svg', width: 3000, height: 2000 }),
};

/** The list and the estimate compared with a simple implementation, in turns, so that a slow minute affects both. */
export async function measureReads(dataFolder: string): Promise<Finding[]> {
  const databaseFile = join(process.cwd(), dataFolder, 'farebox.db');
  const portal = await startPortal(dataFolder);
  const listUrl = `${portal.url}/api/product/list`;
  const { length } = await (await fetch(listUrl)).text();
  const servers = [
    portal,
    await startPlainNext(databaseFile),
    await startPlain('sqlite', databaseFile),
    await startPlain('constant', String(length)),
  ] as const;
  const [, next, sqlite, constant] = servers;
  const subjects = {
    list: () => load({ url: listUrl }),
    estimate: () => load({ url: portal.url + estimate.path, method: 'POST', body: estimate.body }),
    next: () => load({ url: `${next.url}/api/list` }),
    sqlite: () => load({ url: sqlite.url }),
    constant: () => load({ url: constant.url }),
  };
  const seen: Record<keyof typeof subjects, Load[]> = {
    list: [],
    estimate: [],
    next: [],
    sqlite: [],
    constant: [],
  };
  for (let round = 1; round <= rounds; round += 1) {
    console.log(`Reads, round ${round} of ${rounds}`);
    for (const name of ['list', 'estimate', 'next', 'sqlite', 'constant'] as const)
      seen[name].push(await subjects[name]());
  }
  for (const server of servers) await server.stop();
  return compare(seen);
}

function compare(seen: Record<'list' | 'estimate' | 'next' | 'sqlite' | 'constant', Load[]>): Finding[] {
  const rate = (loads: Load[]) => median(loads.map(({ requestsPerSecond }) => requestsPerSecond));
  const against = (what: string, subject: Load[], other: Load[], least: number) => {
    const ratios = subject.map(
      (one, index) => one.requestsPerSecond / (other[index]?.requestsPerSecond ?? Number.NaN),
    );
    return ratio(
      what,
      median(ratios),
      { least },
      `${Math.round(rate(subject))}/s against ${Math.round(rate(other))}/s`,
    );
  };
  return [
    against('List, 10 of 1,000, against a Next route handler with Prisma', seen.list, seen.next, 10),
    against('List against node:http that reads SQLite each time', seen.list, seen.sqlite, 2),
    against('List against node:http that sends a constant of that size', seen.list, seen.constant, 0.3),
    within('List, p99 with 16 connections', median(seen.list.map(({ p99Ms }) => p99Ms)), 3),
    against('Estimate of a price with three lines against that constant', seen.estimate, seen.constant, 0.2),
  ];
}
