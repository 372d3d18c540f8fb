import { mkdirSync, rmSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { utcToday } from '../lib/text/utc-day.ts';
import type { Finding } from './findings.ts';
import { startPortal } from './processes.ts';
import { seedConsole } from './seed-console.ts';

const accounts = 10_000;
const targetMs = 50;
const requests = 200;
/** The overview is kept for two seconds: each of these reads it anew. The first one also waits for the sums of all accounts. */
const overviews = { requests: 110, pauseMs: 2_050 };

/** How long the reads of the console take with many calls: the first page of each list, and with each filter. */
export async function measureConsole(dataFolder: string, calls: number): Promise<Finding[]> {
  rmSync(dataFolder, { recursive: true, force: true });
  mkdirSync(dataFolder, { recursive: true });
  console.log(`Seeding ${calls.toLocaleString('en')} calls of ${accounts.toLocaleString('en')} accounts`);
  const key = await seedConsole(dataFolder, accounts, calls);
  const portal = await startPortal(dataFolder);
  await portal.untilIdle();
  const headers = { authorization: `Bearer ${key}` };
  const read = async (path: string): Promise<string> => {
    const response = await fetch(`${portal.url}/api/operator/${path}`, { headers });
    if (!response.ok) throw new Error(`${path} answered ${response.status}.`);
    return response.text();
  };
  const id = await idsOf(read);
  const paths = [
    'accounts',
    'accounts?q=seldom',
    `accounts?q=${id.account}`,
    'accounts?state=suspended',
    `accounts/${id.account}`,
    `accounts/${id.account}/usage`,
    `accounts/${id.account}/usage?by=key`,
    `accounts/${id.account}/usage?by=member`,
    'keys',
    `keys?account=${id.account}`,
    'keys?q=abcd',
    'keys?state=revoked',
    'keys?kind=operator',
    'entries',
    `entries?account=${id.account}`,
    'entries?kind=issued',
    'people',
    'people?q=Person+99',
    'people?q=nobody',
    `people/${id.person}`,
    'calls',
    `calls?account=${id.account}`,
    'calls?product=product-2',
    'calls?state=unknown',
    `calls?from=${utcToday()}`,
    `calls?from=${utcToday()}&state=unknown`,
    'audit',
    'audit?verb=grant',
    `audit?target=${id.person}`,
    'mails',
    'mails?state=failed',
    'products',
    'products?state=offline',
    'settings',
  ];
  const findings = [await timesOf('overview', read, overviews)];
  for (const path of paths) findings.push(await timesOf(path, read, { requests, pauseMs: 0 }));
  await portal.stop();
  return findings;
}

const listed = z.object({ list: z.array(z.object({ id: z.string() })).min(1) });

async function idsOf(read: (path: string) => Promise<string>) {
  const first = async (path: string) => listed.parse(JSON.parse(await read(path))).list.at(-1)?.id ?? '';
  return { account: await first('accounts'), person: await first('people') };
}

async function timesOf(
  path: string,
  read: (path: string) => Promise<string>,
  how: { requests: number; pauseMs: number },
): Promise<Finding> {
  const timeOfOne = async () => {
    const startedAt = performance.now();
    await read(path);
    return performance.now() - startedAt;
  };
  // Prepares its statements.
  const first = await timeOfOne();
  const taken: number[] = [];
  while (taken.length < how.requests) {
    if (how.pauseMs > 0) await setTimeout(how.pauseMs);
    taken.push(await timeOfOne());
  }
  const sorted = taken.toSorted((one, other) => one - other);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return {
    what: `/api/operator/${path.replace(/(acc|per)_\w+/, '$1_…')}`,
    measured: `p50 ${at(0.5).toFixed(1)} ms, p99 ${at(0.99).toFixed(1)} ms, the first ${first.toFixed(1)} ms`,
    target: `p99 ≤ ${targetMs} ms`,
    isMet: at(0.99) <= targetMs,
  };
}
