import SqliteDatabase from 'better-sqlite3';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { join } from 'node:path';
import { portalAuthor } from '../../../server/store/author.ts';
import type { HoldResult } from '../../../server/store/ledger.ts';
import { holdPayload } from '../../../server/store/sql/ledger-payloads.ts';
import { first, run, statement, timeOf } from '../../../server/store/sql/statement.ts';
import { hold as holdJob } from '../../../server/store/sqlite/jobs/hold.ts';
import { emptyForEach, engines, type EngineUnderTest } from '../../setup/engines-under-test.ts';
import { publishedProduct, publishedTags } from '../../setup/published-product.ts';

const setNext = statement('UPDATE Product SET nextVersionKey = ?, nextAt = ? WHERE key = ?');
const clock = statement<{ now: number | null }>(
  'SELECT NULL AS now',
  'SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS now',
);
let calls = 0;

const payloadOf = (productKey: number, versionKey: number, nowMs: number) =>
  holdPayload({
    ...{ callId: `call_${(calls += 1)}`, purse: { id: 'guest_a', allowance: 1_000_000, nowMs }, owner: null },
    ...{ apiKeyKey: null, memberKey: null, productKey, versionKey, credits: 1 },
    ...{ inputHash: '', input: null, idempotency: null },
  });

/** A product with two versions, of which it runs the first. */
async function publishTwice(on: EngineUnderTest) {
  const product = publishedProduct('called');
  const document = `${product.template.document} `;
  const later = { ...product, template: { ...product.template, hash: 'later', document } };
  await on.writer.run('publish-tags', { tags: publishedTags });
  const keys: number[] = [];
  for (const one of [product, later, product]) {
    await on.writer.run('publish', { products: [one], now: 1 });
    keys.push((await on.catalogue.findProduct('slug', 'called'))?.versionKey ?? 0);
  }
  const [before = 0, after = 0] = keys;
  const key = (await on.catalogue.findProduct('slug', 'called'))?.key ?? 0;
  const now = () =>
    on.change(function* () {
      return (yield* first(clock))?.now ?? Date.now();
    });
  const plan = (at: number) =>
    on.change(function* () {
      yield* run(setNext, after, timeOf(at), key);
    });
  return { key, before, after, now, plan };
}

describe.each(engines)('a hold in $engine', ({ open }) => {
  const on = emptyForEach(open);

  it('is by the version that is in force by the clock of the database, whatever the portal says', async () => {
    const { key, before, after, now, plan } = await publishTwice(on);
    const hold = (versionKey: number, nowMs: number) =>
      on.writer.run('hold', payloadOf(key, versionKey, nowMs));
    expect(await hold(before, Date.now())).toMatchObject({ outcome: 'held' });
    expect(await hold(after, Date.now())).toEqual({ outcome: 'other-version', versionKey: before });
    const at = Math.ceil(await now()) + 400;
    await plan(at);
    const found: { seen: number; from: number; to: number }[] = [];
    const seenBy = (versionKey: number, result: HoldResult) =>
      result.outcome === 'other-version' ? result.versionKey : result.outcome === 'held' ? versionKey : 0;
    // Until it is seen, by portals whose clocks are behind and ahead.
    for (let turn = 0; found.at(-1)?.seen !== after; turn += 1) {
      const versionKey = turn % 2 === 0 ? before : after;
      const from = await now();
      const result = await hold(versionKey, turn % 4 < 2 ? at - 1 : at + 1);
      found.push({ seen: seenBy(versionKey, result), from, to: await now() });
    }
    for (const { seen, from, to } of found) {
      if (seen === before) expect(from).toBeLessThan(at);
      else expect([seen, to >= at]).toEqual([after, true]);
    }
    expect(found.length).toBeGreaterThan(1);
    expect(await hold(before, at - 1)).toEqual({ outcome: 'other-version', versionKey: after });
    expect(await hold(after, at - 1)).toMatchObject({ outcome: 'held' });
  });
});

describe.runIf(engines.some(({ engine }) => engine === 'SQLite'))('in SQLite', () => {
  const on = emptyForEach(engines[0]?.open ?? (() => Promise.reject(new Error('There is no engine.'))));
  afterEach(() => void vi.useRealTimers());

  it('the version changes with the millisecond', async () => {
    const { key, before, after, plan } = await publishTwice(on);
    const at = Date.UTC(2031, 0, 1);
    await plan(at);
    const database = new SqliteDatabase(join(on.place.dataFolder, 'farebox.db'));
    const hold = holdJob.prepare(database);
    const tried = (nowMs: number) => {
      vi.setSystemTime(nowMs);
      return [before, after].map((versionKey) => hold(payloadOf(key, versionKey, 0), portalAuthor));
    };
    expect(tried(at - 1)).toMatchObject([
      { outcome: 'held' },
      { outcome: 'other-version', versionKey: before },
    ]);
    expect(tried(at)).toMatchObject([{ outcome: 'other-version', versionKey: after }, { outcome: 'held' }]);
    database.close();
  });
});
