import type pg from 'pg';
import { resolveUnknown } from './run-settlements.ts';

const callsAtOnce = 200;

interface Recovery {
  /** The instance that looks. */
  self: number;
  /** After this time without a sign, an instance is lost. */
  lostMs: number;
  nowMs: number;
  /** Whether instances may be taken for lost, and not only the calls of those resolved that were. */
  mayFence: boolean;
}

/** Makes the open calls of instances that are lost unknown, at no cost. */
export async function recoverLost(
  pool: pg.Pool,
  { self, lostMs, nowMs, mayFence }: Recovery,
): Promise<{ unknown: number }> {
  const fenced = mayFence
    ? pool.query<{ key: number }>('SELECT fence_lost($1, $2) AS key', [self, lostMs])
    : pool.query<{ key: number }>(
        'SELECT "key" FROM "Instance" WHERE "fencedAt" IS NOT NULL AND "resolvedAt" IS NULL ORDER BY 1',
      );
  const { rows } = await fenced;
  let unknown = 0;
  for (const { key } of rows) unknown += await resolveAll(pool, key, nowMs);
  return { unknown };
}

async function resolveAll(pool: pg.Pool, instance: number, nowMs: number): Promise<number> {
  for (let total = 0; ; ) {
    const { rows } = await pool.query<{ key: number }>(
      `SELECT c."key" FROM "Call" c
        WHERE c."key" >= (SELECT "firstOpenCall" FROM "Instance" WHERE "key" = $1)
          AND c."instanceKey" = $1 AND c."state" = 0
        ORDER BY c."key" LIMIT $2`,
      [instance, callsAtOnce],
    );
    const keys = rows.map(({ key }) => key);
    total += await resolveUnknown(pool, keys, { nowMs, freesKey: false });
    if (rows.length > 0) continue;
    await pool.query('UPDATE "Instance" SET "resolvedAt" = clock_timestamp() WHERE "key" = $1', [instance]);
    return total;
  }
}
