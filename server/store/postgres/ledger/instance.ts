import type pg from 'pg';
import { errorText, log } from '../../../log.ts';
import { instanceName } from '../../../call-id.ts';

const everyMs = 5_000;
/** An instance that was not seen for so long has lost its calls. */
export const lostAfterMs = 15_000;

/** This process among the portals of a database. */
export interface Instance {
  /** Changes when the process was taken for lost, and began anew. */
  key(): number;
  /** How many portals were alive at the last sign of life, with this one. */
  portals(): number;
  /** Whether the last sign of life was committed. */
  isSeen(): boolean;
  /** Whether this process could have seen the signs of the others for long enough to take one of them for lost. */
  knowsOthers(): boolean;
  /** Commits a sign of life. Rejects if the database cannot be written. */
  show(): Promise<undefined>;
  /** Begins anew under another key, after the database refused this one. */
  renew(refused: number): Promise<void>;
  close(): Promise<void>;
}

interface Duties {
  /** A command takes no calls. */
  isPortal: boolean;
  /** Every call of this process with a smaller key is resolved. */
  firstOpenCall: () => number;
  /** An instance that was not seen for so long has lost its calls. */
  lostMs: number;
  /** Does what is due at each sign of life. */
  tend: () => Promise<void>;
}

/** Registers this process, and keeps it alive in the database. */
export async function openInstance(pool: pg.Pool, duties: Duties, heartbeatMs = everyMs): Promise<Instance> {
  let key = await register(pool, duties.isPortal);
  let portals = await countNow(pool);
  let renewing: Promise<void> | undefined;

  async function beginAnew(): Promise<void> {
    const before = key;
    key = await register(pool, duties.isPortal);
    log('error', 'instance-fenced', { before, now: key });
  }

  async function renew(refused: number): Promise<void> {
    if (refused !== key) return;
    renewing ??= beginAnew().finally(() => {
      renewing = undefined;
    });
    await renewing;
  }

  async function show(): Promise<undefined> {
    const mine = key;
    const { rows } = await pool.query<{ portals: number }>(
      `UPDATE "Instance" SET "seenAt" = clock_timestamp(), "firstOpenCall" = greatest("firstOpenCall", $2)
        WHERE "key" = $1 AND "fencedAt" IS NULL RETURNING (${countPortals}) AS portals`,
      [mine, duties.firstOpenCall()],
    );
    if (rows[0]) portals = rows[0].portals;
    else await renew(mine);
  }

  let seenAtMs = performance.now();
  let unseenSinceMs: number | undefined;
  let steadySinceMs = performance.now();
  async function beat(): Promise<void> {
    try {
      await show();
    } catch (error) {
      unseenSinceMs ??= performance.now();
      log('error', 'database-unreachable', { error: errorText(error) });
      return;
    }
    const nowMs = performance.now();
    if (unseenSinceMs !== undefined)
      log('info', 'database-reachable', { afterMs: Math.round(nowMs - unseenSinceMs) });
    // What kept this process from the database, or the database from answering, may have kept the others, too.
    if (unseenSinceMs !== undefined || nowMs - seenAtMs > 2 * heartbeatMs) steadySinceMs = nowMs;
    unseenSinceMs = undefined;
    seenAtMs = nowMs;
    await duties.tend();
  }

  let beating: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    beating = beating
      .then(beat)
      .catch((error: unknown) => log('error', 'calls-not-resolved', { error: errorText(error) }));
  }, heartbeatMs);
  timer.unref();
  return {
    key: () => key,
    portals: () => portals,
    isSeen: () => unseenSinceMs === undefined,
    knowsOthers: () => unseenSinceMs === undefined && performance.now() - steadySinceMs >= duties.lostMs,
    show,
    renew,
    async close() {
      clearInterval(timer);
      await beating;
      // Its open calls, if any, are resolved by the others. Without the database they find it lost after a while.
      await pool
        .query(`UPDATE "Instance" SET "fencedAt" = clock_timestamp() WHERE "key" = $1`, [key])
        .catch((error: unknown) => log('error', 'instance-not-closed', { error: errorText(error) }));
    },
  };
}

const countPortals = `SELECT greatest(count(*), 1) FROM "Instance"
  WHERE "isPortal" AND "fencedAt" IS NULL AND "seenAt" > clock_timestamp() - interval '${lostAfterMs} milliseconds'`;

async function countNow(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ portals: number }>(`SELECT (${countPortals}) AS portals`);
  return rows[0]?.portals ?? 1;
}

/** Its calls have keys from the current one on: whoever finds it lost does not look for them among all calls. */
async function register(pool: pg.Pool, isPortal: boolean): Promise<number> {
  const { rows } = await pool.query<{ key: number }>(
    `INSERT INTO "Instance" ("name", "isPortal", "firstOpenCall") SELECT $1, $2, timed_key("last_value") FROM "Call_number"
     RETURNING "key"`,
    [instanceName, isPortal],
  );
  const [row] = rows;
  if (!row) throw new Error('The database did not register this instance.');
  return row.key;
}
