import { expect, test } from 'vitest';
import { openConnections } from '../../../server/store/postgres/connections.ts';
import { openPostgresDatabase, readsOrProblem } from '../../../server/store/postgres/open-postgres-store.ts';

test('a read by Prisma that does not reach the database says so, and is no internal error', async () => {
  // Nobody listens on this port.
  const pool = openConnections('postgres://farebox@127.0.0.1:1/farebox', 1);
  const database = openPostgresDatabase(pool);
  const reads = readsOrProblem({
    direct: () => database.product.findFirst(),
    awaited: async () => database.product.findFirst(),
    raw: () => database.$queryRaw`SELECT 1`,
  });
  for (const read of [reads.direct, reads.awaited, reads.raw])
    await expect(read()).rejects.toMatchObject({ code: 'unavailable' });
  await database.$disconnect();
  await pool.end();
});
