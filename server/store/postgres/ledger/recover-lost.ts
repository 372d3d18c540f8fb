import type pg from 'pg';

const callsAtOnce = 200;

interface Recovery {
  /** The instance that looks. */
  self: number;
  /** After this time without a sign, an instance is lost. */
  lostMs: number;
  nowMs: number;
}

/** Fences the instances that are lost, and makes their open calls unknown, at no cost. */
export async function recoverLost(
  pool: pg.Pool,
  { self, lostMs, nowMs }: Recovery,
): Promise<{ unknown: number }> {
  const { rows } = await pool.query<{ key: number }>('SELECT fence_lost($1, $2) AS key', [self, lostMs]);
  let unknown = 0;
  for (const { key } of rows) unknown += await resolveAll(pool, key, nowMs);
  return { unknown };
}

async function resolveAll(pool: pg.Pool, instance: number, nowMs: number): Promise<number> {
  for (let total = 0; ; ) {
    const { rows } = await pool.query<{ resolved: number }>('SELECT resolve_lost($1, $2, $3) AS resolved', [
      instance,
      nowMs,
      callsAtOnce,
    ]);
    const resolved = rows[0]?.resolved ?? 0;
    total += resolved;
    if (resolved > 0) continue;
    await pool.query('UPDATE "Instance" SET "resolvedAt" = clock_timestamp() WHERE "key" = $1', [instance]);
    return total;
  }
}
