import type pg from 'pg';
import type { PlacesTaken } from '../store.ts';

/** Old rows are deleted in one of so many exchanges. */
const exchangesForEachSweep = 100;

/** Says which places of upstreams one portal has taken, and returns how many the others have. */
export async function sharePlaces(
  pool: pg.Pool,
  instanceKey: number,
  taken: readonly PlacesTaken[],
): Promise<PlacesTaken[]> {
  const { rows } = await pool.query<PlacesTaken>('SELECT upstream, calls FROM share_places($1, $2, $3)', [
    instanceKey,
    taken.map(({ upstream }) => upstream),
    taken.map(({ calls }) => calls),
  ]);
  if (Math.random() * exchangesForEachSweep < 1)
    await pool.query(`DELETE FROM "UnderWay" WHERE "at" < clock_timestamp() - interval '1 minute'`);
  return rows;
}
