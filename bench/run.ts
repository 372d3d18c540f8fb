import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { measureAgents } from './calls/agents.ts';
import { measureCalls } from './calls/calls.ts';
import { measureHostile } from './calls/hostile.ts';
import { measureLedger, measureMemory } from './calls/ledger.ts';
import { Bench, seedOnce } from './harness/bench.ts';
import { type Finding, findingsTable, machine, usual } from './harness/findings.ts';
import { measureEngines } from './postgres/engines.ts';
import { measureGrowth } from './postgres/growth.ts';
import { measurePostgresLedger } from './postgres/ledger.ts';
import { measurePortals } from './postgres/portals.ts';
import { measureConsole } from './reads/console.ts';
import { measureCosts, measureFidelity } from './reads/costs.ts';
import { measurePages } from './reads/pages.ts';
import { measureReads } from './reads/reads.ts';
import { measureMillionProducts, measureSizes, type Places } from './reads/sizes.ts';
import { measureBuilds, measureStarts } from './reads/starts.ts';
import { seedStore } from './seeds/calls.ts';
import { seedProducts } from './seeds/products.ts';
import { measureSearches } from './versions/searches.ts';
import { measureSince } from './versions/since.ts';

const few = 1_000;
const many = usual(100_000, 5_000);

/** In this order. Those after the calls take minutes each, and run only by name. */
const parts: Record<string, (bench: Bench) => Finding[] | Promise<Finding[]>> = {
  reads: async (bench) => measureReads(bench, await catalogueOf(few)),
  sizes: async (bench) => measureSizes(bench, await bothCatalogues()),
  starts: async () => measureStarts(await bothCatalogues()),
  builds: measureBuilds,
  fidelity: () => measureFidelity(process.env['FAREBOX_BENCH_DOCUMENTS']),
  costs: measureCosts,
  calls: measureCalls,
  agents: measureAgents,
  ledger: (bench) => measureLedger(bench, 1_000_000),
  'ledger-ten-million': (bench) => measureLedger(bench, 10_000_000),
  hostile: measureHostile,
  memory: measureMemory,
  pages: measurePages,
  engines: measureEngines,
  portals: measurePortals,
  'million-products': measureMillionProducts,
  'postgres-ledger': measurePostgresLedger,
  since: measureSince,
  searches: measureSearches,
  console: measureConsole,
  growth: measureGrowth,
};
/** Names for several parts. */
const groups: Record<string, string[]> = {
  scale: ['engines', 'portals', 'million-products', 'postgres-ledger'],
};
const args = process.argv.slice(2).filter((argument) => argument !== '--trial');
const named = args.flatMap((name) => groups[name] ?? [name]);
const chosen = named.length > 0 ? named : ['reads', 'sizes', 'starts', 'fidelity', 'costs', 'calls'];

for (const name of chosen) {
  const part = parts[name];
  if (!part) {
    const names = [...Object.keys(parts), ...Object.keys(groups)].join(', ');
    throw new Error(`There is no part ${name}. The parts are ${names}. With --trial they are short.`);
  }
  const bench = new Bench(name);
  try {
    // Printed at once, because the parts take minutes and a later one may fail.
    console.log(`\n${findingsTable(await part(bench))}\n`);
  } finally {
    await bench.end();
  }
}
console.log(machine());

async function bothCatalogues(): Promise<Places> {
  return {
    small: { place: await catalogueOf(few), products: few },
    large: { place: await catalogueOf(many), products: many },
  };
}

/** A catalogue is seeded once for each size, and again when the code that creates or stores it has changed. */
function catalogueOf(count: number) {
  const hash = createHash('sha256');
  for (const file of ['bench/seeds/products.ts', 'prisma/schema.prisma']) hash.update(readFileSync(file));
  const name = `products-${count}-${hash.digest('hex').slice(0, 12)}`;
  return seedOnce(name, `${count.toLocaleString('en')} products`, (dataFolder) =>
    seedStore({ dataFolder }, (writer) => seedProducts(writer, count)),
  );
}
