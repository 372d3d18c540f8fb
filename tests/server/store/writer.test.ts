import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import SqliteDatabase, { type Database } from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { BatchRunner } from '../../../server/store/sqlite/writer/batch-runner.ts';
import { openWritingConnection } from '../../../server/store/sqlite/writer/open-writing-connection.ts';
import { startWriter, writerOn } from '../../../server/store/sqlite/writer/start-writer.ts';
import { queueLimit, type Writer, WriterError } from '../../../server/store/writer.ts';
import { makeDatabase } from '../../setup/make-database.ts';
import { publishedProduct, publishedTags } from '../../setup/published-product.ts';

let folder: string;
let reader: Database;
let writer: Writer;
const now = Date.UTC(2026, 0, 1);

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'farebox-writer-'));
  const file = join(folder, 'farebox.db');
  await makeDatabase(file);
  reader = new SqliteDatabase(file);
  writer = await startWriter(file);
});
afterEach(async () => {
  await writer.close();
  reader.close();
  await rm(folder, { recursive: true, force: true });
});

describe('the verbs', () => {
  test('publish writes a product whole, and says whether it is new', async () => {
    await writer.run('publish-tags', { tags: publishedTags });
    const first = await writer.run('publish', { products: [publishedProduct('resize-image')], now });
    expect(first).toEqual({ products: [{ slug: 'resize-image', created: true, version: 1 }] });
    const again = await writer.run('publish', {
      products: [publishedProduct('resize-image', { name: 'B' })],
      now,
    });
    expect(again).toEqual({ products: [{ slug: 'resize-image', created: false, version: 1 }] });
    expect(reader.prepare('SELECT slug, name, status, versionKey FROM Product').all()).toEqual([
      { slug: 'resize-image', name: 'B', status: 1, versionKey: 1 },
    ]);
    expect(reader.prepare('SELECT kind FROM ProductTag ORDER BY position').pluck().all()).toEqual([1, 2, 3]);
  });

  test('publish adds a template version for a new document, and takes up an old one for an old document', async () => {
    await writer.run('publish-tags', { tags: publishedTags });
    const versionOf = async (hash: string) => {
      const template = { id: 'tpl_a', hash, document: `{"hash":"${hash}"}` };
      const { products } = await writer.run('publish', {
        products: [publishedProduct('a', { template })],
        now,
      });
      return products[0]?.version;
    };
    expect([await versionOf('h1'), await versionOf('h2'), await versionOf('h1')]).toEqual([1, 2, 1]);
    expect(reader.prepare('SELECT number, hash FROM TemplateVersion').all()).toEqual([
      { number: 1, hash: 'h1' },
      { number: 2, hash: 'h2' },
    ]);
  });

  test('publish leaves the status alone where none is given; a new product is offline', async () => {
    await writer.run('publish-tags', { tags: publishedTags });
    const status = () => reader.prepare('SELECT status FROM Product').pluck().get();
    await writer.run('publish', { products: [publishedProduct('a', { status: null })], now });
    expect(status()).toBe(0);
    await writer.run('set-status', { slugs: ['a'], status: 1, now });
    await writer.run('publish', { products: [publishedProduct('a', { status: null })], now });
    expect(status()).toBe(1);
  });

  test('set-status says what it changed and what it does not know', async () => {
    await writer.run('publish-tags', { tags: publishedTags });
    await writer.run('publish', {
      products: [publishedProduct('a'), publishedProduct('b', { status: 0 })],
      now,
    });
    const result = await writer.run('set-status', { slugs: ['a', 'b', 'c'], status: 0, now });
    expect(result).toEqual({ changed: ['a'], unknown: ['c'] });
  });

  test('a product is found by its texts and its tags, also after a tag got another name', async () => {
    const find = (words: string) =>
      reader
        .prepare(
          'SELECT slug FROM product_search s JOIN Product p ON p.key = s.rowid WHERE product_search MATCH ?',
        )
        .pluck()
        .all(words);
    await writer.run('publish-tags', { tags: publishedTags });
    await writer.run('publish', { products: [publishedProduct('crop', { doc: 'Cuts edges.' })], now });
    expect([find('cutting'), find('tags:images'), find('pictures')]).toEqual([['crop'], ['crop'], []]);
    const renamed = publishedTags.map((tag) => (tag.kind === 1 ? { ...tag, name: 'Pictures' } : tag));
    const { changed: keys } = await writer.run('publish-tags', { tags: renamed });
    expect(await writer.run('refresh-products', { tagKey: keys[0] ?? 0, afterKey: 0 })).toEqual({
      lastKey: 1,
    });
    expect(await writer.run('refresh-products', { tagKey: keys[0] ?? 0, afterKey: 1 })).toEqual({
      lastKey: null,
    });
    expect(find('pictures')).toEqual(['crop']);
  });

  test('the card of a product says what its rows say, also after its status and the look of a tag changed', async () => {
    const card = () => JSON.parse(String(reader.prepare('SELECT card FROM Product').pluck().get()));
    await writer.run('publish-tags', { tags: publishedTags });
    await writer.run('publish', { products: [publishedProduct('crop', { doc: 'Cuts edges.' })], now });
    expect(card()).toEqual({
      abilities: [{ id: 'tag_3_resize', slug: 'resize', name: 'Resize' }],
      apiTemplateID: 'tpl_crop',
      description: [{ title: 'What it does', text: 'About crop' }],
      id: 'prd_crop',
      labels: [],
      name: 'crop',
      price: { from: 1, to: 10 },
      provider: { id: 'tag_2_sharp', slug: 'sharp', name: 'sharp' },
      slug: 'crop',
      status: 1,
      type: { id: 'tag_1_images', slug: 'images', name: 'Images' },
    });
    await writer.run('set-status', { slugs: ['crop'], status: 0, now });
    expect(card()).toMatchObject({ status: 0 });
    const linked = publishedTags.map((tag) =>
      tag.kind === 2 ? { ...tag, url: 'https://sharp.example' } : tag,
    );
    const { changed } = await writer.run('publish-tags', { tags: linked });
    expect(changed).toHaveLength(1);
    await writer.run('refresh-products', { tagKey: changed[0] ?? 0, afterKey: 0 });
    expect(card()).toMatchObject({ provider: { url: 'https://sharp.example' } });
  });
});

describe('the writer', () => {
  test('a job that fails undoes itself alone, among those committed with it', async () => {
    await writer.run('publish-tags', { tags: publishedTags });
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
    const slugs = reader.prepare('SELECT slug FROM Product ORDER BY slug').pluck().all();
    expect(slugs).toEqual(['a-1', 'a-2', 'c-1', 'c-2', 'd-1', 'd-2']);
  });

  test('jobs run and are answered in the order in which they came', async () => {
    await writer.run('publish-tags', { tags: publishedTags });
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

  test('says that something was published, before the job that did so is answered', async () => {
    const seen: string[] = [];
    const end = writer.onPublish((what) => seen.push(what));
    await writer.run('publish-tags', { tags: publishedTags }).then(() => seen.push('answered'));
    end();
    await writer.run('publish-tags', { tags: publishedTags });
    expect(seen).toEqual(['catalogue', 'answered']);
  });

  test('a job that follows another is not kept waiting', async () => {
    const taken: number[] = [];
    for (let job = 0; job < 51; job += 1) {
      const sentAt = performance.now();
      await writer.run('publish-tags', { tags: [] });
      taken.push(performance.now() - sentAt);
    }
    // The median, so that a disk that hesitates now and then says nothing. Unheard, each would take 20 ms.
    expect(taken.sort((a, b) => a - b)[25]).toBeLessThan(15);
  });

  test('closing finishes what it has, and takes no more', async () => {
    const last = writer.run('publish-tags', { tags: publishedTags });
    await writer.close();
    await expect(last).resolves.toEqual({ changed: [] });
    await expect(writer.run('publish-tags', { tags: [] })).rejects.toMatchObject({ code: 'writer-stopped' });
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

  test('a full disk fails the jobs of its batch, leaves nothing of them, and is survived', async () => {
    await writer.run('publish-tags', { tags: publishedTags });
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
    expect(reader.prepare('SELECT count(*) FROM Product').pluck().get()).toBe(0);
    expect(runner.run([order(3, 'small', 'x')]).outcomes).toMatchObject([{ number: 3, ok: true }]);
    connection.close();
  });
});
