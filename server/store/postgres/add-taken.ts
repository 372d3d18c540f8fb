import type pg from 'pg';
import type { Taken, TakenByAll } from '../store.ts';

/** Old rows are deleted in one of so many exchanges. */
const exchangesForEachSweep = 100;

/** Adds what this portal has counted, and returns what all portals have. */
export async function addTaken(pool: pg.Pool, taken: readonly Taken[]): Promise<TakenByAll[]> {
  const { rows } = await pool.query<TakenByAll>(
    'SELECT taker, points, ms_left AS "msLeft" FROM add_taken($1, $2)',
    [taken.map(({ taker }) => taker), taken.map(({ points }) => points)],
  );
  if (Math.random() * exchangesForEachSweep < 1)
    await pool.query(`DELETE FROM "Taken" WHERE "until" < clock_timestamp()`);
  return rows;
}
