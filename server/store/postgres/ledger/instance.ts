import type pg from 'pg';
import { errorText } from '../../../error-text.ts';
import { instanceName } from '../../../instance-name.ts';
import { log } from '../../../log.ts';

const heartbeatMs = 5_000;
/** An instance that was not seen for so long has lost its calls. */
export const lostAfterMs = 15_000;

/** This process among the portals of a database. */
export interface Instance {
  /** Changes when the process was taken for lost, and began anew. */
  key(): number;
  /** Commits a sign of life. Rejects if the database cannot be written. */
  show(): Promise<undefined>;
  /** Begins anew under another key, after the database refused this one. */
  renew(refused: number): Promise<void>;
  close(): Promise<void>;
}

interface Duties {
  /** Every call of this process with a smaller key is resolved. */
  firstOpenCall: () => number;
  /** Does what is due at each sign of life. */
  tend: () => Promise<void>;
}

/** Registers this process, and keeps it alive in the database. */
export async function openInstance(pool: pg.Pool, duties: Duties): Promise<Instance> {
  let key = await register(pool);
  let renewing: Promise<void> | undefined;

  async function beginAnew(): Promise<void> {
    const before = key;
    key = await register(pool);
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
    const { rowCount } = await pool.query(
      `UPDATE "Instance" SET "seenAt" = clock_timestamp(), "firstOpenCall" = greatest("firstOpenCall", $2)
        WHERE "key" = $1 AND "fencedAt" IS NULL`,
      [mine, duties.firstOpenCall()],
    );
    if (rowCount === 0) await renew(mine);
  }

  async function beat(): Promise<void> {
    await show();
    await duties.tend();
  }

  let beating: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    beating = beating
      .then(beat)
      .catch((error: unknown) => log('error', 'instance-not-seen', { error: errorText(error) }));
  }, heartbeatMs);
  timer.unref();
  return {
    key: () => key,
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

/** Its calls have keys from the current one on: whoever finds it lost does not look for them among all calls. */
async function register(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ key: number }>(
    `INSERT INTO "Instance" ("name", "firstOpenCall") SELECT $1, timed_key("last_value") FROM "Call_number"
     RETURNING "key"`,
    [instanceName],
  );
  const [row] = rows;
  if (!row) throw new Error('The database did not register this instance.');
  return row.key;
}
