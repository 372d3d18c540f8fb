import pg from 'pg';

/** Any numbers that nothing else locks. */
export const locks = { load: 7_201_404, tend: 7_201_405 };

/** A process that is cut off is taken for gone after the limit, and gives a sign well before. */
const signEveryMs = 10_000;
const begin = `BEGIN; SET LOCAL idle_in_transaction_session_timeout = '60s'`;

/** Runs a task while no other process runs one with the same lock, and waits for those. */
export async function runAlone<Result>(
  connectionString: string,
  lock: number,
  task: () => Promise<Result>,
): Promise<Result> {
  return inTransaction(connectionString, async (client) => {
    await client.query('SELECT pg_advisory_xact_lock($1)', [lock]);
    return withSigns(client, task);
  });
}

/** The same, but leaves the task to another process that runs it. */
export async function runUnlessBusy(
  connectionString: string,
  lock: number,
  task: () => Promise<void>,
): Promise<void> {
  await inTransaction(connectionString, async (client) => {
    const { rows } = await client.query<{ locked: boolean }>(
      'SELECT pg_try_advisory_xact_lock($1) AS locked',
      [lock],
    );
    if (rows[0]?.locked === true) await withSigns(client, task);
  });
}

/** The lock ends with the transaction, because a pooler between may give the session to others. */
async function inTransaction<Result>(
  connectionString: string,
  use: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString, application_name: 'farebox lock', keepAlive: true });
  // A lost lock does no harm: what is done twice has the same result.
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(begin);
    return await use(client);
  } finally {
    await client.end();
  }
}

/** One sign at a time: a connection takes no statement while it runs another, such as one that waits for the lock. */
async function withSigns<Result>(client: pg.Client, task: () => Promise<Result>): Promise<Result> {
  let isSigning = false;
  const sign = async () => {
    if (isSigning) return;
    isSigning = true;
    await client.query('SELECT 1').catch(() => {});
    isSigning = false;
  };
  const signs = setInterval(() => void sign(), signEveryMs);
  try {
    return await task();
  } finally {
    clearInterval(signs);
  }
}
