import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openSharedStore } from '../server/control/open-shared-store.ts';
import { callCost } from './call-cost.ts';
import { machine } from './machine.ts';
import { measureAgents } from './measure-agents.ts';
import { measureBuilds } from './measure-builds.ts';
import { measureCalls } from './measure-calls.ts';
import { measureConsole } from './measure-console.ts';
import { measureEngines } from './measure-engines.ts';
import { measureFidelity } from './measure-fidelity.ts';
import { measureGrowth } from './measure-growth.ts';
import { measureHostile } from './measure-hostile.ts';
import { measureLedger } from './measure-ledger.ts';
import { measureMemory } from './measure-memory.ts';
import { measureMillionProducts } from './measure-million-products.ts';
import { measurePages } from './measure-pages.ts';
import { measurePortals } from './measure-portals.ts';
import { measurePostgresLedger } from './measure-postgres-ledger.ts';
import { measureReads } from './measure-reads.ts';
import { measureSearches } from './measure-searches.ts';
import { measureSince } from './measure-since.ts';
import { measureSizes } from './measure-sizes.ts';
import { measureStarts } from './measure-starts.ts';
import { seedProducts } from './seed-products.ts';
import { type Finding, findingsTable } from './findings.ts';

/**
 * A catalogue or ledger is seeded once for each size, and again when the code that creates or stores it has changed.
 */
const folder = join(
  'node_modules/.cache/farebox/bench',
  fingerprint('bench/seed-products.ts', 'bench/seed-ledger.ts', 'prisma/schema.prisma'),
);
const small = () => seeded(1_000);
const large = () => seeded(100_000);

/** A smaller number makes a quick trial of a long part. */
const trial = (name: string, usual: number) => Number(process.env[name] ?? usual);

/** In this order. Those after the calls take minutes each, and run only by name. */
const parts: Record<string, () => Promise<Finding[]>> = {
  reads: async () => measureReads(await small()),
  sizes: async () => measureSizes(await small(), await large()),
  starts: async () => measureStarts(await small(), await large()),
  builds: measureBuilds,
  fidelity: () => Promise.resolve(measureFidelity(process.env['FAREBOX_BENCH_DOCUMENTS'])),
  costs: () => Promise.resolve(callCost().map(cost)),
  calls: () => measureCalls(join(folder, 'calls')),
  agents: () => measureAgents(join(folder, 'agents')),
  ledger: () => measureLedger(folder, 1_000_000),
  'ledger-ten-million': () => measureLedger(folder, 10_000_000),
  hostile: () => measureHostile(join(folder, 'hostile')),
  memory: () => measureMemory(join(folder, 'memory')),
  pages: () => measurePages(join(folder, 'pages')),
  engines: () => measureEngines(join(folder, 'engines')),
  portals: () => measurePortals(join(folder, 'portals')),
  'million-products': () =>
    measureMillionProducts(join(folder, 'million-products'), trial('FAREBOX_BENCH_PRODUCTS', 1_000_000)),
  'postgres-ledger': () =>
    measurePostgresLedger(join(folder, 'postgres-ledger'), trial('FAREBOX_BENCH_CALLS', 10_000_000)),
  since: () => measureSince(process.env['FAREBOX_BENCH_BEFORE'], join(folder, 'since')),
  searches: () =>
    measureSearches(
      process.env['FAREBOX_BENCH_BEFORE'],
      join(folder, 'searches'),
      trial('FAREBOX_BENCH_PRODUCTS', 100_000),
    ),
  console: () => measureConsole(join(folder, 'console'), trial('FAREBOX_BENCH_CALLS', 10_000_000)),
  growth: () => measureGrowth(join(folder, 'growth'), trial('FAREBOX_BENCH_MINUTES', 10)),
};
/** Names for several parts. */
const groups: Record<string, string[]> = {
  scale: ['engines', 'portals', 'million-products', 'postgres-ledger'],
};
const named = process.argv.slice(2).flatMap((name) => groups[name] ?? [name]);
const chosen = named.length > 0 ? named : ['reads', 'sizes', 'starts', 'fidelity', 'costs', 'calls'];

for (const name of chosen) {
  const part = parts[name];
  if (!part)
    throw new Error(
      `There is no part ${name}. The parts are ${[...Object.keys(parts), ...Object.keys(groups)].join(', ')}.`,
    );
  // Printed at once, because the parts take minutes and a later one may fail.
  console.log(`\n${findingsTable(await part())}\n`);
}
console.log(machine());

async function seeded(count: number): Promise<string> {
  const dataFolder = join(folder, `products-${count}`);
  if (existsSync(join(dataFolder, 'seeded'))) return dataFolder;
  console.log(`Seeding ${count.toLocaleString('en')} products`);
  const { writer, close } = await openSharedStore(dataFolder);
  await seedProducts(writer, count);
  await close();
  writeFileSync(join(dataFolder, 'seeded'), '');
  return dataFolder;
}

function cost([what, microseconds]: [string, number]): Finding {
  return {
    what: `One call: ${what}`,
    measured: `${microseconds.toFixed(1)} µs`,
    target: 'none',
    isMet: null,
  };
}

function fingerprint(...files: string[]): string {
  const hash = createHash('sha256');
  for (const file of files) hash.update(readFileSync(file));
  return hash.digest('hex').slice(0, 12);
}
