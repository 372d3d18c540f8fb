import { statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { BatchRunner } from '../../../server/store/sqlite/writer/batch-runner.ts';
import { openWritingConnection } from '../../../server/store/sqlite/writer/open-writing-connection.ts';
import { startWriter, writerOn } from '../../../server/store/sqlite/writer/start-writer.ts';
import { queueLimit, type Writer, WriterError } from '../../../server/store/writer.ts';
import { makeDatabase } from '../../setup/make-database.ts';
import { publishedProduct, publishedTags } from '../../setup/published-product.ts';
import SqliteDatabase, { type Database } from 'better-sqlite3';

let folder: string;
let reader: Database;
let writer: Writer;
const now = Date.UTC(2026, 0, 1);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'farebox-writer-'));
  const file = join(folder, 'farebox.db');
  await makeDatabase(file);
  reader = new SqliteDatabase(file);
  writer = await startWriter(file);
  await writer.run('publish-tags', { tags: publishedTags });
});
afterAll(async () => {
  await writer.close();
  reader.close();
  await rm(folder, { recursive: true, force: true });
});

describe('the writer', () => {
  test('a job that fails undoes itself alone, among those committed with it', async () => {
    const jobs = ['a', 'b', 'c', 'd'].map((slug) =>
      writer.run('publish', {
        products: [
          publishedProduct(`${slug}-1`),
          publishedProduct(`${slug}-2`, slug === 'b' ? { tags: [{ kind: 1, slug: 'absent' }] } : {}),
        ],
        now,
      }),
    );
    const outcomes = await Promise.allSettled(jobs);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
    await expect(jobs[1]).rejects.toEqual(
      new WriterError('job-failed', 'publish: The product b-2 has the tag absent, which is not published.'),
    );
    const slugs = reader
      .prepare("SELECT slug FROM Product WHERE slug LIKE '_-_' ORDER BY slug")
      .pluck()
      .all();
    expect(slugs).toEqual(['a-1', 'a-2', 'c-1', 'c-2', 'd-1', 'd-2']);
  });

  test('jobs run and are answered in the order in which they came', async () => {
    await writer.run('publish', { products: [publishedProduct('a', { status: 0 })], now });
    const answered: number[] = [];
    await Promise.all(
      Array.from({ length: 201 }, async (_, index) => {
        const status = index % 2 === 0 ? 1 : 0;
        const { changed } = await writer.run('set-status', { slugs: ['a'], status, now });
        if (changed.length === 1) answered.push(index);
      }),
    );
    expect(answered).toEqual(Array.from({ length: 201 }, (_, index) => index));
  });

  test('past its bound it refuses at once, and takes jobs again later', async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: queueLimit + 3 }, () => writer.run('set-status', { slugs: [], status: 0, now })),
    );
    const refused = outcomes.filter(({ status }) => status === 'rejected');
    expect(refused).toMatchObject(Array.from({ length: 3 }, () => ({ reason: { code: 'queue-full' } })));
    await expect(writer.run('set-status', { slugs: [], status: 0, now })).resolves.toBeDefined();
  });

  test('while the thread has jobs, those that come wait, and are then sent together', async () => {
    const thread = new Worker(
      `const { parentPort } = require('node:worker_threads');
      const arrived = [];
      let answers = false;
      parentPort.on('message', (order) => {
        if (order === 'close') process.exit();
        if (order === 'answer') answers = true;
        else arrived.push(order.jobs);
        if (!answers) return;
        for (const jobs of arrived.splice(0)) {
          const outcomes = jobs.map(({ number }) => ({ number, ok: true, result: jobs.length }));
          parentPort.postMessage({ outcomes, published: [] });
        }
      });
      parentPort.postMessage('ready');`,
      { eval: true },
    );
    const patient = await writerOn(thread);
    const run = async () => {
      const result = patient.run('publish-tags', { tags: [] });
      await setImmediate();
      return { result };
    };
    const [first, second, third] = [await run(), await run(), await run()];
    thread.postMessage('answer');
    expect(await Promise.all([first.result, second.result, third.result])).toEqual([1, 2, 2]);
    await patient.close();
  });

  test('closing finishes what it has, and takes no more', async () => {
    await makeDatabase(join(folder, 'closed.db'));
    const closing = await startWriter(join(folder, 'closed.db'));
    const last = closing.run('publish-tags', { tags: publishedTags });
    await closing.close();
    await expect(last).resolves.toEqual({ changed: [] });
    await expect(closing.run('publish-tags', { tags: [] })).rejects.toMatchObject({ code: 'writer-stopped' });
  });

  test('a thread that dies fails what is in flight and all that comes later', async () => {
    const dying = "const { parentPort } = require('node:worker_threads'); parentPort.postMessage('ready');";
    const orphan = await writerOn(
      new Worker(`${dying} parentPort.on('message', () => { throw new Error('no memory') })`, { eval: true }),
    );
    const failure = { code: 'writer-stopped', message: 'The writer failed: no memory.' };
    const inFlight = [orphan.run('publish-tags', { tags: [] }), orphan.run('publish-tags', { tags: [] })];
    for (const job of inFlight) await expect(job).rejects.toMatchObject(failure);
    await expect(orphan.run('publish-tags', { tags: [] })).rejects.toMatchObject(failure);
    await orphan.close();
  });

  test('a database that is not there is refused', async () => {
    await expect(startWriter(join(folder, 'absent.db'))).rejects.toMatchObject({ code: 'storage-failed' });
  });

  test('a database that another process holds is busy, and free again afterwards', {
    timeout: 15_000,
  }, async () => {
    reader.exec('BEGIN IMMEDIATE');
    await expect(writer.run('publish-tags', { tags: [] })).rejects.toMatchObject({ code: 'storage-busy' });
    reader.exec('ROLLBACK');
    await expect(writer.run('publish-tags', { tags: [] })).resolves.toEqual({ changed: [] });
  });

  test('the log of the database stays short however much is written', async () => {
    const doc = 'x'.repeat(200_000);
    for (let time = 0; time < 100; time += 1)
      await writer.run('publish', { products: [publishedProduct('long', { doc: `${doc}${time}` })], now });
    expect(statSync(join(folder, 'farebox.db-wal')).size).toBeLessThan(10_000_000);
  });

  test('a full disk fails the jobs of its batch, leaves nothing of them, and is survived', async () => {
    const connection = openWritingConnection(join(folder, 'farebox.db'));
    const runner = new BatchRunner(connection);
    connection.pragma(`max_page_count = ${Number(connection.pragma('page_count', { simple: true })) + 8}`);
    const order = (number: number, slug: string, doc: string) => {
      return { number, verb: 'publish', payload: { products: [publishedProduct(slug, { doc })], now } };
    };
    // Both are of one batch, however slow the machine is: a batch looks at the clock.
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const { outcomes } = runner.run([order(1, 'small', 'x'), order(2, 'big', 'x'.repeat(1_000_000))]);
    expect(outcomes).toMatchObject([1, 2].map((number) => ({ number, ok: false, code: 'storage-failed' })));
    expect(reader.prepare("SELECT slug FROM Product WHERE slug IN ('small', 'big')").all()).toEqual([]);
    expect(runner.run([order(3, 'small', 'x')]).outcomes).toMatchObject([{ number: 3, ok: true }]);
    connection.close();
  });
});
