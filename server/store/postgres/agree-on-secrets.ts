import type pg from 'pg';

/**
 * The table has the fingerprints of the portal that started last, the oldest first. A portal with none of them is refused:
 * it could verify nothing that the others sign. Returns the first of its own, which all portals choose that have it.
 */
export async function agreeOnSecrets(
  pool: pg.Pool,
  fingerprints: readonly string[],
): Promise<string | undefined> {
  const client = await pool.connect();
  try {
    await client.query(begin);
    const known = await storedSecrets(client);
    const naming = known.find((one) => fingerprints.includes(one)) ?? fingerprints.at(-1);
    const isRefused = known.length > 0 && naming !== undefined && !known.includes(naming);
    if (!isRefused) await storeSecrets(client, fingerprints, known);
    await client.query('COMMIT');
    client.release();
    return isRefused ? undefined : naming;
  } catch (error) {
    // Closing the connection undoes the transaction.
    client.release(true);
    throw error;
  }
}

const begin = `BEGIN; SET LOCAL idle_in_transaction_session_timeout = '10s'; SET LOCAL lock_timeout = '5s';
LOCK TABLE "Secret" IN SHARE ROW EXCLUSIVE MODE`;

/** The fingerprints of the secrets of the portals, the oldest first. */
async function storedSecrets(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ fingerprint: string }>(
    'SELECT "fingerprint" FROM "Secret" ORDER BY "key"',
  );
  return rows.map(({ fingerprint }) => fingerprint);
}

/** Replaces what is stored. `fingerprints`: the newest first. */
export async function storeSecrets(
  client: Pick<pg.ClientBase, 'query'>,
  fingerprints: readonly string[],
  known: readonly string[] = [],
): Promise<void> {
  await client.query('DELETE FROM "Secret" WHERE "fingerprint" <> ALL ($1)', [fingerprints]);
  const missing = fingerprints.filter((one) => !known.includes(one)).reverse();
  await client.query(
    `INSERT INTO "Secret" ("key", "fingerprint")
     SELECT (SELECT coalesce(max("key"), 0) FROM "Secret") + place, fingerprint
       FROM unnest($1::text[]) WITH ORDINALITY AS missing (fingerprint, place)`,
    [missing],
  );
}
