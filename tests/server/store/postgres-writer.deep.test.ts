import { randomUUID } from 'node:crypto';
import { createServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { migratePostgres } from '../../../prisma/migrate-postgres.ts';
import type { PublishedApi } from '../../../server/store/catalogue/catalogue-jobs.ts';
import { openConnections } from '../../../server/store/postgres/connections.ts';
import { openLedgerBatches } from '../../../server/store/postgres/ledger/ledger-batches.ts';
import { startPostgresWriter } from '../../../server/store/postgres/postgres-writer.ts';
import {
  queueLimit,
  type Writer,
  WriterError,
  type Payload,
  type Result,
  type Verb,
} from '../../../server/store/writer.ts';
import { freePort } from '../../setup/free-port.ts';
import { listenOnLoopback } from '../../setup/listen-on-loopback.ts';
import { makePostgresDatabase } from '../../setup/make-postgres-database.ts';
import { startPostgres } from '../../setup/postgres-server.ts';
import { publishedProduct, publishedTags } from '../../setup/published-product.ts';
import type pg from 'pg';

const now = Date.UTC(2026, 10, 21);
let url: string;
let pool: pg.Pool;
/** Those of two processes. */
let first: Writer;
let second: Writer;

beforeEach(async () => {
  url = await makePostgresDatabase();
  pool = openConnections(url, 2);
  const start = async () => startPostgresWriter(url, await openLedgerBatches(pool));
  [first, second] = await Promise.all([start(), start()]);
});
afterEach(async () => {
  await Promise.all([first.close(), second.close()]);
  await pool.end();
});

const count = async (table: string) =>
  (await pool.query<{ rows: number }>(`SELECT count(*) AS rows FROM "${table}"`)).rows[0]?.rows;

/** The same number of jobs in both processes at once. */
function race<Name extends Verb>(
  verb: Name,
  jobs: number,
  payload: (index: number) => Payload<Name>,
): Promise<Result<Name>[]> {
  return Promise.all(
    Array.from({ length: jobs }, (_, index) => (index % 2 ? first : second).run(verb, payload(index))),
  );
}

/** Two processes have connections of their own: without a lock, each decides by what it cannot see. */
describe('processes that write at once', () => {
  beforeEach(() => first.run('publish-tags', { tags: publishedTags }));
  const owners = ['/mine.yaml', '/other.yaml'].map((file) => ({ file, source: null }));
  const api = (slug: string): PublishedApi => ({
    ...{ id: `api_${slug}`, slug, name: slug, sortName: slug, version: null, provider: 'sharp' },
    ...{ url: null, summary: null, doc: '', groups: '[]', owner: { file: `/${slug}`, source: null } },
  });
  const addAccount = () => first.run('create-account', { id: 'acc_a', name: 'a', now });
  const key = (index: number) => ({
    ...{ id: `key_${index}`, accountId: 'acc_a', name: '', hash: `${index}`, hint: '', operator: false },
    ...{ now, expiresAt: null, capDay: null, capMonth: null, capTotal: null },
  });

  test('create a product, an API and a tag once', async () => {
    const slugs = (index: number) => `p-${Math.floor(index / 2)}`;
    const published = await race('publish', 20, (index) => ({
      products: [publishedProduct(slugs(index))],
      now,
    }));
    const created = published.flatMap(({ products }) => products).filter((product) => product.created);
    expect([created.length, await count('Product'), await count('TemplateVersion')]).toEqual([10, 10, 10]);
    await race('publish-api', 20, (index) => ({ api: api(slugs(index)), now }));
    await race('publish-tags', 20, (index) => ({
      tags: [{ kind: 4, slug: slugs(index), name: 'x', icon: null, url: null, description: null }],
    }));
    expect([await count('Api'), await count('Tag')]).toEqual([10, 10 + publishedTags.length]);
  });

  test('give each version of a template its own number', async () => {
    const published = await race('publish', 20, (index) => ({
      products: [publishedProduct('a', { template: { id: 'tpl_a', hash: `h${index}`, document: '{}' } })],
      now,
    }));
    const numbers = published.map(({ products }) => products[0]?.version ?? 0).sort((a, b) => a - b);
    expect(numbers).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
  });

  test('do not both take a product from the same owner', async () => {
    for (let turn = 0; turn < 10; turn += 1) {
      const slug = `p-${turn}`;
      await first.run('publish', { products: [publishedProduct(slug)], now });
      const claims = await Promise.all([
        first.run('publish', {
          products: [publishedProduct(slug, { owner: owners[0], before: null })],
          now,
        }),
        second.run('own-products', {
          owners: [{ slug, owner: { file: '/other.yaml', source: null }, before: null }],
        }),
      ]);
      expect(claims.filter(({ taken }) => taken)).toHaveLength(1);
    }
  });

  test('count the operations of an API as they are', async () => {
    const slugs = Array.from({ length: 10 }, (_, index) => `p-${index}`);
    await first.run('publish', { products: slugs.map((slug) => publishedProduct(slug)), now });
    await race('publish-api', 2, (index) => ({ api: api(`api-${index}`), now }));
    await race('place-operations', 10, (index) => ({
      places: [{ slug: `p-${index}`, api: 'api-0', groupIndex: 0, position: index }],
    }));
    await race('place-operations', 10, (index) => ({
      places: [{ slug: `p-${index}`, api: 'api-1', groupIndex: 0, position: index }],
    }));
    await race('set-status', 4, (index) => ({ slugs: [`p-${index}`], status: 0, now }));
    const { rows } = await pool.query('SELECT "operations" FROM "Api" ORDER BY "slug"');
    expect(rows).toEqual([{ operations: 0 }, { operations: 6 }]);
  });

  test('give a name to one account', async () => {
    const nameOf = (index: number) => `Name ${Math.floor(index / 2)}`;
    const created = await race('create-account', 40, (index) => ({
      ...{ id: `acc_${index}`, name: nameOf(index), now },
    }));
    expect(created.filter(({ takenBy }) => takenBy === null)).toHaveLength(20);
    expect(await count('Account')).toBe(20);
  });

  test('give an account no more keys than it may have, and revoke one once', async () => {
    await addAccount();
    const created = await race('create-key', 20, (index) => ({ ...key(index), most: 5 }));
    expect([created.filter((result) => result.created).length, await count('ApiKey')]).toEqual([5, 5]);
    await first.run('create-key', key(99));
    const revoked = await race('revoke-key', 10, (index) => ({ id: 'key_99', now: now + index }));
    expect(revoked.filter((result) => result.found && result.before === null)).toHaveLength(1);
  });

  test('leave a key fifty sessions', async () => {
    const open = (sessions: number) =>
      race('open-session', sessions, () => ({
        ...{ hash: randomUUID(), apiKeyKey: 1, now, expiresAt: now + 1_000, instead: null },
      }));
    await open(50);
    for (let turn = 0; turn < 10; turn += 1) {
      await open(2);
      expect(await count('Session')).toBe(50);
    }
  });
});

describe('a process', () => {
  let heard: string[];
  beforeEach(() => {
    heard = [];
    second.onPublish((what) => heard.push(what));
  });

  test('hears once what another published, and nothing of what failed', async () => {
    await first.run('publish-tags', { tags: publishedTags });
    const broken = publishedProduct('a', { tags: [{ kind: 1, slug: 'absent' }] });
    await expect(first.run('publish', { products: [broken], now })).rejects.toThrow('absent');
    await first.run('revoke-key', { id: 'key_none', now });
    await first.run('close-session', { hash: 'none' });
    await expect.poll(() => heard).toEqual(['catalogue', 'keys', 'sessions']);
    await second.run('publish-tags', { tags: [] });
    expect(heard).toEqual(['catalogue', 'keys', 'sessions', 'catalogue']);
  });

  test('learns without a notice what was published, also that an older state was restored', async () => {
    await second.run('publish-tags', { tags: [] });
    await pool.query(`UPDATE "Generation" SET "number" = 9 WHERE "kind" = 'keys'`);
    await expect.poll(() => heard).toEqual(['catalogue', 'keys']);
    await pool.query(`UPDATE "Generation" SET "number" = 0 WHERE "kind" = 'catalogue'`);
    await expect.poll(() => heard).toEqual(['catalogue', 'keys', 'catalogue']);
    await first.run('publish-tags', { tags: [] });
    await expect.poll(() => heard).toEqual(['catalogue', 'keys', 'catalogue', 'catalogue']);
  });

  test('learns what it missed while its connection was lost', async () => {
    await pool.query(`
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = 'farebox notices';
      UPDATE "Generation" SET "number" = 9 WHERE "kind" = 'sessions'`);
    await expect.poll(() => heard).toEqual(['sessions']);
    await first.run('publish-tags', { tags: [] });
    await expect.poll(() => heard).toEqual(['sessions', 'catalogue']);
  });
});

describe('the writer', () => {
  /** Holds what jobs of the catalogue take first, until the function ends. */
  async function whileLocked<Result>(run: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
    const client = await pool.connect();
    try {
      await client.query('BEGIN');
      await client.query(`SELECT FROM "Generation" WHERE "kind" = 'catalogue' FOR UPDATE`);
      return await run(client);
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  }

  const waitingForLocks = `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  const untilOneWaits = () =>
    expect.poll(async () => (await pool.query(waitingForLocks)).rowCount, { interval: 10 }).toBe(1);

  test('refuses to start where no server answers, or one says nothing', async () => {
    const silent = createServer();
    for (const port of [await freePort(), await listenOnLoopback(silent)])
      await expect(
        startPostgresWriter(`postgres://farebox@127.0.0.1:${port}/farebox`, await openLedgerBatches(pool)),
      ).rejects.toMatchObject({ code: 'storage-failed' });
    silent.close();
  });

  test('says so while the server is away, and goes on when it is back', async () => {
    const server = await startPostgres();
    const own = await server.makeDatabase('farebox');
    await migratePostgres(own);
    const ownPool = openConnections(own, 2);
    const batches = await openLedgerBatches(ownPool);
    const writer = await startPostgresWriter(own, batches);
    const heard: string[] = [];
    writer.onPublish((what) => heard.push(what));
    await writer.run('publish-tags', { tags: publishedTags });
    await server.stop('immediate');
    const jobs = [1, 2, 3].map(() => writer.run('publish-tags', { tags: [] }).catch(codeOf));
    expect(await Promise.all(jobs)).toEqual(['storage-failed', 'storage-failed', 'storage-failed']);
    await server.start();
    expect(await writer.run('publish-tags', { tags: [] })).toEqual({ changed: [] });
    await ownPool.query(`UPDATE "Generation" SET "number" = "number" + 1 WHERE "kind" = 'keys'`);
    await expect.poll(() => heard).toEqual(['catalogue', 'catalogue', 'keys']);
    await writer.close();
    await ownPool.end();
    await server.close();
  });

  test('fails what waits when its connection ends, refuses past its bound, and goes on', async () => {
    await whileLocked(async () => {
      const jobs = Array.from({ length: queueLimit }, () => first.run('publish-tags', { tags: [] }));
      const outcomes = Promise.allSettled(jobs);
      await expect(first.run('close-session', { hash: '' })).rejects.toMatchObject({ code: 'queue-full' });
      await untilOneWaits();
      await pool.query(`SELECT pg_terminate_backend(pid) FROM (${waitingForLocks}) w`);
      const codes = (await outcomes).map(
        (outcome) => outcome.status === 'rejected' && codeOf(outcome.reason),
      );
      expect(new Set(codes.slice(-100))).toEqual(new Set(['storage-failed']));
    });
    expect(await first.run('publish-tags', { tags: [] })).toEqual({ changed: [] });
  });

  test('is not stopped by a connection that ends while it rests', async () => {
    await first.run('publish-tags', { tags: [] });
    await pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    );
    await expect.poll(() => first.run('publish-tags', { tags: [] }).catch(codeOf)).toEqual({ changed: [] });
  });

  test('is busy while another holds what it needs for long, and other data is written meanwhile', async () => {
    await whileLocked(async () => {
      const blocked = first.run('publish-tags', { tags: [] });
      await expect(first.run('revoke-key', { id: 'none', now })).resolves.toEqual({ found: false });
      await expect(blocked).rejects.toMatchObject({ code: 'storage-busy' });
    });
  });

  test.each(['40P01', '40001'])('runs a job again that a conflict undid, %s', async (state) => {
    await pool.query(`
      CREATE SEQUENCE tries;
      CREATE FUNCTION fail_twice() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF nextval('tries') <= 2 THEN RAISE EXCEPTION 'Another was first.' USING ERRCODE = '${state}'; END IF;
        RETURN new;
      END $$;
      CREATE TRIGGER fail_twice BEFORE INSERT ON "Tag" FOR EACH ROW EXECUTE FUNCTION fail_twice()`);
    const heard: string[] = [];
    first.onPublish((what) => heard.push(what));
    expect(await first.run('publish-tags', { tags: publishedTags })).toEqual({ changed: [] });
    expect([await count('Tag'), heard]).toEqual([publishedTags.length, ['catalogue']]);
  });

  test('closing finishes what it has, and takes no more', async () => {
    const last = first.run('publish-tags', { tags: publishedTags });
    await first.close();
    await expect(last).resolves.toEqual({ changed: [] });
    await expect(first.run('publish-tags', { tags: [] })).rejects.toMatchObject({ code: 'writer-stopped' });
  });
});

function codeOf(error: unknown): string {
  return error instanceof WriterError ? error.code : String(error);
}
