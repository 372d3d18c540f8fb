import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import type { CheckOptions } from '../../ledger.ts';
import { type Rule, rulesOf } from '../../sql/check-rules.ts';
import { type Checked, newCalls, periods, startedPeriod, useOfCalls } from '../../sql/checked-part.ts';
import { Findings } from '../../sql/findings.ts';
import { dayOfCall } from '../../sql/spending.ts';

/**
 * Returns a sentence for each violated invariant of the whole ledger. Reads one snapshot while others write. After a
 * signal it ends at once, because a rule may take minutes.
 */
export async function checkLedger(pool: pg.Pool, { tell, signal }: CheckOptions = {}): Promise<string[]> {
  const findings = new Findings();
  await inSnapshot(pool, { mode: 'READ ONLY', signal }, async (client) => {
    for (const rule of rulesOf('postgres')) {
      await checkRule(client, rule, findings);
      tell?.(findings.untold());
    }
  });
  return findings.sentences();
}

/** A rule may read the whole ledger: a long silence of the server is no fault. */
const patience = { query_timeout: 24 * 60 * 60 * 1000 };

async function checkRule(client: pg.ClientBase, { kind, sql }: Rule, findings: Findings): Promise<void> {
  const { rows } = await client.query<{ sentence: string }>({ text: sql, ...patience });
  for (const { sentence } of rows) findings.add(kind, sentence);
}

/** Portals check while they serve: of the processors of the server, all but one stay free for calls. */
const onOneProcessor = 'SET LOCAL max_parallel_workers_per_gather = 0';

interface Way {
  mode: 'READ ONLY' | 'READ WRITE';
  signal: AbortSignal | undefined;
}

/**
 * Runs queries in one snapshot of the database. What is not committed at their end is undone. A signal ends them at once,
 * with undefined; the server may finish the query that is under way, for nobody.
 */
async function inSnapshot<Result>(
  pool: pg.Pool,
  { mode, signal }: Way,
  run: (client: pg.ClientBase) => Promise<Result>,
): Promise<Result | undefined> {
  const client = await pool.connect();
  let isOpen = true;
  const close = () => {
    if (isOpen) client.release(true);
    isOpen = false;
  };
  signal?.addEventListener('abort', close);
  try {
    if (signal?.aborted === true) return undefined;
    await client.query(`BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ, ${mode}; ${onOneProcessor}`);
    return await run(client);
  } catch (error) {
    if (signal?.aborted !== true) throw error;
    return undefined;
  } finally {
    signal?.removeEventListener('abort', close);
    close();
  }
}

/**
 * Checks what was written since the last check. If that does not add up, the whole ledger is checked, and its findings
 * are the result. A whole check without findings means that the sums of the checked part are wrong: they are counted
 * anew by the next check.
 */
export async function checkNewRows(pool: pg.Pool, options: CheckOptions = {}): Promise<string[]> {
  if (await passNewRows(pool, options.signal)) return [];
  const found = await checkLedger(pool, options);
  if (found.length === 0 && options.signal?.aborted !== true) await forgetChecked(pool);
  return found;
}

/** The last entry and call that anybody can see. */
interface Horizon {
  entry: number;
  call: number;
}

/** Whether the new rows add up. Only then does the next check begin after them. */
async function passNewRows(pool: pg.Pool, signal: AbortSignal | undefined): Promise<boolean> {
  const horizon = await findHorizon(pool, signal);
  const isRight = await inSnapshot(pool, { mode: 'READ WRITE', signal }, async (client) => {
    const checked = await readChecked(client);
    const findings = new Findings();
    for (const rule of rulesOf('postgres', checked)) {
      await checkRule(client, rule, findings);
      if (findings.sentences().length > 0) return false;
    }
    await addChecked(client, checked, horizon);
    await client.query('COMMIT');
    return true;
  });
  // A check that was ended has found nothing.
  return isRight ?? true;
}

const waitMs = 50;
const longestWaitMs = 60_000;

/**
 * Keys are taken in order but become visible out of it. Once the transactions of now have ended, every row up to the
 * greatest key of now is visible. A transaction of its own is the newest of them.
 */
async function findHorizon(pool: pg.Pool, signal: AbortSignal | undefined): Promise<Horizon> {
  const { rows } = await pool.query<Horizon & { newest: string }>(
    `SELECT pg_current_xact_id()::text AS newest,
            coalesce((SELECT max("key") FROM "Entry"), 0) AS entry, coalesce((SELECT max("key") FROM "Call"), 0) AS call`,
  );
  const [now] = rows;
  if (!now) throw new Error('The database returned no horizon.');
  for (let waited = 0; waited < longestWaitMs; waited += waitMs) {
    const { rows: ended } = await pool.query<{ all: boolean }>(
      'SELECT pg_snapshot_xmin(pg_current_snapshot()) > $1::xid8 AS "all"',
      [now.newest],
    );
    if (ended[0]?.all === true || signal?.aborted === true) return now;
    await setTimeout(waitMs);
  }
  throw new Error('A transaction of another program has been open for a minute: the ledger was not checked.');
}

async function readChecked(client: pg.ClientBase): Promise<Checked> {
  const { rows } = await client.query<Checked>(
    `SELECT "checkedEntry" AS entry, "checkedCall" AS call,
            coalesce((SELECT min("callKey") FROM "CheckedOpen"), "checkedCall") AS "firstOpen" FROM "LedgerProgress"`,
  );
  const [checked] = rows;
  if (!checked) throw new Error('The progress of the check is missing.');
  return checked;
}

async function addChecked(client: pg.ClientBase, checked: Checked, { entry, call }: Horizon): Promise<void> {
  const add = (text: string) => client.query({ text, ...patience });
  const ended = `(SELECT * FROM ${newCalls('postgres', checked)} c WHERE c."state" <> 0 AND c."key" <= ${call})`;
  await add(
    `INSERT INTO "CheckedPurse" AS b ("purseKey", "posted", "entries")
     SELECT "purseKey", sum("amount"), count(*) FROM "Entry" WHERE "key" > ${checked.entry} AND "key" <= ${entry} GROUP BY 1
     ON CONFLICT ("purseKey") DO UPDATE SET "posted" = b."posted" + excluded."posted", "entries" = b."entries" + excluded."entries"`,
  );
  await add(
    `INSERT INTO "CheckedUse" AS b ("purseKey", "day", "productKey", "apiKeyKey", "memberKey", "calls", "credits")
     SELECT ${useOfCalls('postgres')} FROM ${ended} c GROUP BY 1, 2, 3, 4, 5
     ON CONFLICT ("purseKey", "day", "productKey", "apiKeyKey", "memberKey") DO UPDATE
        SET "calls" = b."calls" + excluded."calls", "credits" = b."credits" + excluded."credits"`,
  );
  // Of keys without a limit, too, so that a first limit need not count it.
  await add(
    `INSERT INTO "CheckedSpend" AS b ("apiKeyKey", "period", "credits")
     SELECT c."apiKeyKey", ${startedPeriod('postgres')}, sum(c."charged") FROM ${ended} c
      ${periods} WHERE c."apiKeyKey" IS NOT NULL GROUP BY 1, 2
     ON CONFLICT ("apiKeyKey", "period") DO UPDATE SET "credits" = b."credits" + excluded."credits"`,
  );
  // The same of accounts.
  await add(
    `INSERT INTO "CheckedAccountSpend" AS b ("purseKey", "period", "credits")
     SELECT c."purseKey", ${startedPeriod('postgres')}, sum(c."charged") FROM ${ended} c
      ${periods} WHERE c."owner" LIKE 'acc\\_%' GROUP BY 1, 2
     ON CONFLICT ("purseKey", "period") DO UPDATE SET "credits" = b."credits" + excluded."credits"`,
  );
  await add(
    `INSERT INTO "CheckedMemberSpend" AS b ("memberKey", "day", "credits")
     SELECT c."memberKey", ${dayOfCall.postgres}, sum(c."charged") FROM ${ended} c
      WHERE c."memberKey" IS NOT NULL AND c."charged" > 0 GROUP BY 1, 2
     ON CONFLICT ("memberKey", "day") DO UPDATE SET "credits" = b."credits" + excluded."credits"`,
  );
  await add('DELETE FROM "CheckedOpen" o USING "Call" c WHERE c."key" = o."callKey" AND c."state" <> 0');
  await add(
    `INSERT INTO "CheckedOpen" ("callKey")
     SELECT "key" FROM "Call" WHERE "key" > ${checked.call} AND "key" <= ${call} AND "state" = 0`,
  );
  await client.query('UPDATE "LedgerProgress" SET "checkedEntry" = $1, "checkedCall" = $2', [entry, call]);
}

/** Nothing counts as checked any more. */
async function forgetChecked(pool: pg.Pool): Promise<void> {
  await pool.query(
    `WITH purses AS (DELETE FROM "CheckedPurse"), uses AS (DELETE FROM "CheckedUse"),
          spending AS (DELETE FROM "CheckedSpend"), accounts AS (DELETE FROM "CheckedAccountSpend"), members AS (DELETE FROM "CheckedMemberSpend"), open AS (DELETE FROM "CheckedOpen")
     UPDATE "LedgerProgress" SET "checkedEntry" = 0, "checkedCall" = 0`,
  );
}

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
