import { z } from 'zod';
import { fileIn } from './checkouts.ts';

// Seeds what `since` calls, by the code of a checkout, in a process of its own. Prints the keys of the callers.

const task = z.object({
  root: z.string(),
  dataFolder: z.string(),
  databaseUrl: z.string().optional(),
  upstream: z.url(),
  callers: z.int(),
});
const { root, upstream, callers, ...place } = task.parse(JSON.parse(process.argv[2] ?? ''));

const { seedCalls }: typeof import('../seeds/calls.ts') = await import(
  fileIn(root, 'bench/seeds/calls.ts', 'bench/seed-calls.ts')
);
if (place.databaseUrl !== undefined) {
  const { migratePostgres }: typeof import('../../prisma/migrate-postgres.ts') = await import(
    fileIn(root, 'prisma/migrate-postgres.ts')
  );
  await migratePostgres(place.databaseUrl);
}
console.log(JSON.stringify(await seedCalls(place, upstream, { count: callers })));
