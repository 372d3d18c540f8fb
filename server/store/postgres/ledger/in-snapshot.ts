import type pg from 'pg';

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
export async function inSnapshot<Result>(
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
