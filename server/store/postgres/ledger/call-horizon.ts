import type pg from 'pg';

interface Seen {
  /** The first transaction that had not begun. */
  nextId: string;
  call: number;
  hasEnded: boolean;
}

/**
 * Finds a call after which no earlier one becomes visible: keys are taken in order, but committed out of it. That holds
 * for the greatest key of a moment once all transactions that had begun by then have ended. A transaction takes its day
 * as it begins and its number later: after midnight the greatest key is one of yesterday for a while.
 */
const sql = `
  SELECT pg_snapshot_xmax(now.s)::text AS "nextId", pg_snapshot_xmin(now.s) >= coalesce($1, '0')::xid8 AS "hasEnded",
         coalesce((SELECT max("key") FROM "Call" WHERE "key" < "first_key"(
           ((clock_timestamp() - interval '2 minutes') AT TIME ZONE 'UTC')::date + 1)), 0) AS call
    FROM (SELECT pg_current_snapshot() AS s) now`;

/** Each time returns the newest such call that is known; undefined while there is none. */
export function callHorizon(pool: pg.Pool): () => Promise<number | undefined> {
  let waiting: Seen | undefined;
  return async () => {
    const { rows } = await pool.query<Seen>(sql, [waiting?.nextId ?? null]);
    const [seen] = rows;
    if (!seen) throw new Error('The database returned no horizon.');
    if (!waiting || !seen.hasEnded) {
      waiting ??= seen;
      return undefined;
    }
    const { call } = waiting;
    waiting = seen;
    return call;
  };
}
