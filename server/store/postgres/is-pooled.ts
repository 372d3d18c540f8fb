import pg from 'pg';

/** Whether an address leads to a pooler, which tells another process id than the server. False if it leads nowhere. */
export async function isPooled(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString });
  try {
    await client.connect();
    const { rows } = await client.query<{ processId: number }>('SELECT pg_backend_pid() AS "processId"');
    const told: unknown = Reflect.get(client, 'processID');
    return rows[0]?.processId !== told;
  } catch {
    // Whoever connects next says why.
    return false;
  } finally {
    await client.end();
  }
}
