import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { searchQuestions } from './search-questions.ts';

// Times searches of a seeded catalogue by the code of a checkout, in a process of its own.

const task = z.object({
  root: z.string(),
  dataFolder: z.string(),
  databaseUrl: z.string().optional(),
  /** Seeds so many products first, and times nothing. */
  seed: z.int().optional(),
  products: z.int(),
  /** Other searches each time. */
  round: z.int(),
});
const { root, dataFolder, databaseUrl, seed, products, round } = task.parse(
  JSON.parse(process.argv[2] ?? ''),
);

const store = await openStore();
if (seed === undefined) console.log(JSON.stringify(await timeAll()));
else {
  const { seedProducts }: typeof import('./seed-products.ts') = await import(at('bench/seed-products.ts'));
  await seedProducts(store.writer, seed);
}
await store.close();

async function openStore() {
  if (databaseUrl === undefined) {
    const { openOwnStore }: typeof import('../server/store/sqlite/open-own-store.ts') = await import(
      at('server/store/sqlite/open-own-store.ts')
    );
    return openOwnStore(dataFolder, { keep: true });
  }
  const { openPostgresStore }: typeof import('../server/store/postgres/open-postgres-store.ts') =
    await import(at('server/store/postgres/open-postgres-store.ts'));
  return openPostgresStore(databaseUrl, { keep: true, isPortal: false });
}

function at(path: string): string {
  return pathToFileURL(join(resolve(root), path)).href;
}

/** Milliseconds for each search: of the processor, or of the clock where another process does the work. */
async function timeAll(): Promise<Record<string, number>> {
  const taken: Record<string, number> = {};
  for (const isWarmUp of [true, false])
    for (const [what, { count, textOf }] of Object.entries(searchQuestions)) {
      const of = isWarmUp ? Math.ceil(count / 2) : count;
      const first = (round * 2 + Number(isWarmUp)) * 2_000;
      const start = databaseUrl === undefined ? processorMs() : performance.now();
      for (let index = 0; index < of; index += 1) {
        const q = textOf(first + index, products);
        await store.catalogue.productKeys({ q, status: '1', tag: [], sort: undefined, type: undefined });
      }
      taken[what] = ((databaseUrl === undefined ? processorMs() : performance.now()) - start) / of;
    }
  return taken;
}

function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
