import pg from 'pg';

/** Stores when a backup of a database was made, for the portals of all machines. */
export async function storeLastBackup(connectionString: string, madeAtMs: number): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    // A database that an earlier version has used has no such table.
    const { rows } = await client.query<{ isThere: boolean }>(
      `SELECT to_regclass('"LastBackup"') IS NOT NULL AS "isThere"`,
    );
    if (rows[0]?.isThere !== true) return;
    await client.query(
      `INSERT INTO "LastBackup" ("key", "madeAt") VALUES (1, $1)
       ON CONFLICT ("key") DO UPDATE SET "madeAt" = excluded."madeAt"`,
      [new Date(madeAtMs)],
    );
  } finally {
    await client.end();
  }
}

/** When the last backup was made; undefined if there was none. */
export async function readLastBackup(pool: pg.Pool): Promise<number | undefined> {
  const { rows } = await pool.query<{ madeAt: Date }>('SELECT "madeAt" FROM "LastBackup"');
  return rows[0]?.madeAt.getTime();
}
