import pg from 'pg';
import { z } from 'zod';
import { migratePostgres } from '../../../prisma/migrate-postgres.ts';
import { storeSecrets } from '../postgres/agree-on-secrets.ts';
import { numberTypes } from '../postgres/connections.ts';
import { MoveRefused } from './move-state.ts';
import { type ColumnType, leftByCheck, leftTables } from './moved-tables.ts';
import type { Batch, RowKey } from './source.ts';

/** Any number that nothing else locks: one process fills a database. */
const moveLock = 7_201_406;

export interface Progress {
  after: RowKey | undefined;
  isDone: boolean;
}

/** The rows of these tables that a new database does not have. */
const ofStart: Record<string, string> = {
  Purse: 'WHERE "key" > 2',
  OutcomeProgress: 'WHERE "countedCall" > 0',
};

const progressRow = z.object({ after: z.string(), isDone: z.boolean() });
const parsedKey = z.array(z.union([z.string(), z.number()]));

/** The move that a database has seen; undefined if it has seen none. */
export interface TargetMove {
  id: string;
  isFinished: boolean;
}

/** The PostgreSQL database that a portal is moved into, over one connection. */
export class MoveTarget {
  readonly #client: pg.Client;

  private constructor(client: pg.Client) {
    this.#client = client;
  }

  /** Connects, and keeps other moves away. Refuses the database of another program before it changes anything. */
  static async open(url: string): Promise<MoveTarget> {
    const client = new pg.Client({
      connectionString: url,
      types: numberTypes,
      application_name: 'farebox move',
      keepAlive: true,
    });
    // The query that runs, or the next one, fails and says so.
    client.on('error', () => {});
    await client.connect();
    try {
      await refuseOtherPrograms(client);
      await migratePostgres(url);
      await lock(client);
      // Commits may be lost with a crash of the server, always the last ones: the move goes on before them.
      await client.query(`SET synchronous_commit = off; SET TIME ZONE 'UTC'`);
      return new MoveTarget(client);
    } catch (error) {
      await client.end();
      throw error;
    }
  }

  async move(): Promise<TargetMove | undefined> {
    const { rows } = await this.#client.query<TargetMove>(
      'SELECT "id", "finishedAt" IS NOT NULL AS "isFinished" FROM "Move"',
    );
    return rows[0];
  }

  /** The tables that are copied, each after those that it refers to. */
  async tables(): Promise<string[]> {
    const { rows } = await this.#client.query<{ name: string }>(
      `WITH RECURSIVE placed (oid, depth) AS (
         SELECT c.oid, 0 FROM pg_class c WHERE c.relnamespace = current_schema()::regnamespace
            AND c.relkind IN ('r', 'p') AND NOT c.relispartition
         UNION
         SELECT r.conrelid, p.depth + 1 FROM placed p
           JOIN pg_constraint r ON r.confrelid = p.oid AND r.contype = 'f' AND r.conrelid <> p.oid)
       SELECT c.relname AS name FROM placed JOIN pg_class c USING (oid)
        WHERE c.relname <> ALL ($1) AND c.relname NOT ILIKE $2 GROUP BY oid, 1 ORDER BY max(depth), oid`,
      [leftTables, leftByCheck],
    );
    return rows.map(({ name }) => name);
  }

  async isEmpty(): Promise<boolean> {
    const filled = [...(await this.tables()), 'Instance', 'Secret'].map(
      (name) => `EXISTS (SELECT 1 FROM "${name}" ${ofStart[name] ?? ''})`,
    );
    const { rows } = await this.#client.query<{ isEmpty: boolean }>(
      `SELECT NOT (${filled.join(' OR ')}) AS "isEmpty"`,
    );
    return rows[0]?.isEmpty === true;
  }

  /** From here on no portal begins on the database. Refuses one that is not empty. */
  async begin(id: string, secretFingerprints: readonly string[]): Promise<void> {
    await this.#transaction(async () => {
      await this.#client.query('LOCK TABLE "Instance" IN SHARE ROW EXCLUSIVE MODE');
      if (!(await this.isEmpty())) throw notEmpty();
      await this.#client.query('INSERT INTO "Move" ("key", "id") VALUES (1, $1)', [id]);
      await storeSecrets(this.#client, secretFingerprints);
    });
  }

  async progress(part: string): Promise<Progress> {
    const { rows } = await this.#client.query(
      'SELECT "after", "isDone" FROM "MoveProgress" WHERE "part" = $1',
      [part],
    );
    const [row] = z.array(progressRow).parse(rows);
    if (!row) return { after: undefined, isDone: false };
    const after = parsedKey.parse(JSON.parse(row.after));
    return { after: after.length === 0 ? undefined : after, isDone: row.isDone };
  }

  /** Runs a batch of a part and stores how far it came, in one transaction. */
  async advance(part: string, { last, isLast }: Pick<Batch, 'last' | 'isLast'>, run: Run): Promise<void> {
    await this.#transaction(async () => {
      await run(this.#client);
      await this.#client.query(
        `INSERT INTO "MoveProgress" ("part", "after", "isDone") VALUES ($1, $2, $3)
         ON CONFLICT ("part") DO UPDATE SET "after" = excluded."after", "isDone" = excluded."isDone"`,
        [part, JSON.stringify(last), isLast],
      );
    });
  }

  /** Everything that was written before is on the disk. */
  async flush(): Promise<void> {
    await this.#client.query('SET synchronous_commit = on');
    await this.#client.query('UPDATE "Move" SET "id" = "id"');
  }

  /** From here on portals may begin. */
  async finish(): Promise<void> {
    await this.#client.query('UPDATE "Move" SET "finishedAt" = clock_timestamp() WHERE "finishedAt" IS NULL');
  }

  async count(table: string): Promise<number> {
    const { rows } = await this.#client.query<{ rows: number }>(`SELECT count(*) AS rows FROM "${table}"`);
    return rows[0]?.rows ?? 0;
  }

  async columns(table: string): Promise<Record<string, ColumnType>> {
    const { rows } = await this.#client.query<{ name: string; type: ColumnType }>(
      `SELECT "column_name" AS name, CASE "udt_name" WHEN 'timestamptz' THEN 'time' ELSE "data_type" END AS type
         FROM information_schema.columns
        WHERE "table_schema" = current_schema() AND "table_name" = $1 AND "column_name" NOT LIKE $2
        ORDER BY "ordinal_position"`,
      [table, leftByCheck],
    );
    return Object.fromEntries(rows.map(({ name, type }) => [name, type]));
  }

  /** The key of each row gets the next number of a sequence. */
  async numberedTables(): Promise<string[]> {
    const { rows } = await this.#client.query<{ name: string }>(
      `SELECT "table_name" AS name FROM information_schema.columns
        WHERE "table_schema" = current_schema() AND "column_name" = 'key' AND "is_identity" = 'YES'`,
    );
    return rows.map(({ name }) => name);
  }

  /** Keys of a small table, in order. */
  async keysAfter(table: string, afterKey: number, most: number): Promise<number[]> {
    const { rows } = await this.#client.query<{ key: number }>(
      `SELECT "key" FROM "${table}" WHERE "key" > $1 ORDER BY "key" LIMIT $2`,
      [afterKey, most],
    );
    return rows.map(({ key }) => key);
  }

  /** The balances of purses by their keys. */
  async balances(keys: number[]): Promise<Map<number, { posted: number; pending: number }>> {
    const { rows } = await this.#client.query<Record<'key' | 'posted' | 'pending', number>>(
      'SELECT "key", "posted", "pending" FROM "Purse" WHERE "key" = ANY ($1)',
      [keys],
    );
    return new Map(rows.map(({ key, ...balance }) => [key, balance]));
  }

  query(sql: string): Promise<pg.QueryResult> {
    return this.#client.query(sql);
  }

  /** Releases the lock. */
  async close(): Promise<void> {
    await this.#client.end();
  }

  async #transaction(run: () => Promise<void>): Promise<void> {
    await this.#client.query('BEGIN');
    try {
      await run();
      await this.#client.query('COMMIT');
    } catch (error) {
      await this.#client.query('ROLLBACK').catch(() => {});
      throw error;
    }
  }
}

type Run = (client: pg.Client) => Promise<void>;

export function notEmpty(): MoveRefused {
  return new MoveRefused(
    'The target has data already, or a portal has run on it. Move into an empty database, made with: createdb NAME',
  );
}

async function refuseOtherPrograms(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ isOther: boolean }>(
    `SELECT to_regclass('"Purse"') IS NULL AND EXISTS (
       SELECT 1 FROM pg_class c WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p')) AS "isOther"`,
  );
  if (rows[0]?.isOther === true)
    throw new MoveRefused(
      'The target has tables of another program. Move into an empty database, made with: createdb NAME',
    );
}

/** A move that was killed has it until the server notices. */
async function lock(client: pg.Client): Promise<void> {
  await client.query(`SET lock_timeout = '10s'`);
  try {
    await client.query('SELECT pg_advisory_lock($1)', [moveLock]);
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === '55P03')
      throw new MoveRefused('Another "farebox move" fills the target. Wait until it has ended.');
    throw error;
  }
  await client.query('RESET lock_timeout');
}
