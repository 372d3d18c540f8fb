import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../lib/json/json.ts';
import { answerSteps } from '../../../lib/operator/answer-times.ts';
import { items } from '../../../lib/operator/overview.ts';
import type { Hours } from '../../../server/store/operation/read-overview.ts';
import { holdPayload } from '../../../server/store/sql/ledger-payloads.ts';
import { all, run, statement, timeOf } from '../../../server/store/sql/statement.ts';
import { type EngineUnderTest, engines } from '../../setup/engines-under-test.ts';
import { publishedProduct, publishedTags } from '../../setup/published-product.ts';

const hourMs = 3_600_000;
const hour = Math.floor(Date.now() / hourMs);
const now = hour * hourMs + 60_000;
const everything = Number.MAX_SAFE_INTEGER;

const rows = statement<Record<string, unknown>>(
  `SELECT hour, productKey AS product, calls, failed, denied, answered, answeredMs AS ms, lastSuccessAt AS success
     FROM HourlyOutcome WHERE productKey BETWEEN ? AND ? ORDER BY hour, productKey`,
);
const sumsOf = statement<Record<string, unknown>>(
  `SELECT span, kind, since, subject, reason, calls, failed, credits FROM UsageSum
    WHERE kind = ? ORDER BY span, since, subject, reason`,
);
const dropSums = statement('DELETE FROM UsageSum');
const open = statement<{ callKey: number }>('SELECT callKey FROM UncountedCall');
const setHour = statement('UPDATE HourlyOutcome SET hour = ? WHERE hour = ? AND productKey BETWEEN ? AND ?');
const addDelivery = statement(
  `INSERT INTO WebhookDelivery (id, webhookKey, event, payload, createdAt, attempts, deliveredAt)
   VALUES (?, (SELECT key FROM Webhook WHERE id = ?), 'key.created', '{}', ?, 1, ?)`,
);

const upstream = (status: number | null, totalMs = 20): JsonObject => ({ status, firstByteMs: 1, totalMs });

describe.each(engines)('outcomes on $engine', ({ open: openEngine }) => {
  let on: EngineUnderTest;
  let made = 0;
  /** The first of ten products of the test. */
  let product = 1_000;
  beforeAll(async () => {
    on = await openEngine();
    await on.writer.run('create-account', { id: 'acc_a', name: 'a', now, credits: 10_000 });
  });
  beforeEach(() => void (product += 10));
  afterAll(() => on.close());

  const hold = async (productKey = product): Promise<number> => {
    const held = await on.writer.run(
      'hold',
      holdPayload({
        ...{ callId: `call_${++made}`, purse: { id: 'acc_a', allowance: null, nowMs: now }, owner: 'acc_a' },
        ...{ apiKeyKey: null, memberKey: null, productKey, versionKey: 1, credits: 1 },
        ...{ inputHash: 'h', input: null, idempotency: null },
      }),
    );
    if (held.outcome !== 'held') throw new Error(held.outcome);
    return held.callKey;
  };
  const settle = (callKey: number, ending: JsonObject, nowMs = now) =>
    on.writer.run('settle', [callKey, 2, 0, nowMs, JSON.stringify(ending), null, null, false]);
  const call = async (ending: JsonObject, nowMs = now, productKey = product) =>
    settle(await hold(productKey), ending, nowMs);
  const count = (most = 500, upTo = everything) => on.writer.run('count-outcomes', { upTo, most, now });
  const counted = async () => {
    const found = await on.change(() => all(rows, product, product + 9));
    return found.map(({ success, product: of, ...row }) => ({
      product: Number(of) - product,
      ...Object.fromEntries(Object.entries(row).map(([name, value]) => [name, Number(value)])),
      success:
        success === null ? null : new Date(success instanceof Date ? success : Number(success)).getTime(),
    }));
  };

  test('are counted by hour and product: what the API did, and neither the caller nor the portal', async () => {
    await call({ outcome: 'success', upstream: upstream(200, 30) });
    await call({ outcome: 'success', upstream: upstream(200, 50) }, now + 5);
    await call({ outcome: 'upstream5xx', problem: 'upstream-failed', upstream: upstream(503) });
    await call({ outcome: 'timeout', problem: 'upstream-timeout', upstream: upstream(null) });
    await call({ outcome: 'refused', problem: 'upstream-auth', upstream: upstream(401) });
    await call({ outcome: 'refused', problem: 'client-gone', upstream: null });
    await call({ outcome: 'refused', problem: 'portal-stopped', upstream: upstream(null) });
    await call({ outcome: 'refused', problem: 'upstream-busy', upstream: null });
    await call({ outcome: 'clientGone', problem: 'client-gone', upstream: upstream(null) });
    await call({ outcome: 'upstream4xx', problem: 'upstream-rejected', upstream: upstream(422) });
    await call({ outcome: 'success', upstream: upstream(200, 7) }, now + hourMs);
    await call({ outcome: 'upstream5xx', upstream: upstream(500, 9) }, now, product + 1);
    expect(await count()).toEqual({ counted: 12, isDone: true });
    expect(await counted()).toEqual([
      { hour, product: 0, calls: 10, failed: 3, denied: 1, answered: 5, ms: 140, success: now + 5 },
      { hour, product: 1, calls: 1, failed: 1, denied: 0, answered: 1, ms: 9, success: null },
      {
        hour: hour + 1,
        product: 0,
        calls: 1,
        failed: 0,
        denied: 0,
        answered: 1,
        ms: 7,
        success: now + hourMs,
      },
    ]);
  });

  test('are counted once each, however the counting is divided, and whenever calls end', async () => {
    const success = { outcome: 'success', upstream: upstream(200, 1) };
    const left = [await hold(), await hold()];
    for (let index = 0; index < 5; index += 1) await call(success);
    expect(await count(3)).toEqual({ counted: 1, isDone: false });
    expect(await on.change(() => all(open))).toHaveLength(2);
    await settle(left[0] ?? 0, success);
    for (let isDone = false; !isDone; ) ({ isDone } = await count(3));
    expect(await counted()).toMatchObject([{ calls: 6 }]);
    await settle(left[1] ?? 0, { outcome: 'timeout', upstream: null }, now + 9);
    await Promise.all(Array.from({ length: 8 }, () => count()));
    expect(await counted()).toMatchObject([{ calls: 7, failed: 1, success: now }]);
    expect(await on.change(() => all(open))).toEqual([]);
    expect(await count()).toEqual({ counted: 0, isDone: true });
  });

  test('are counted whatever text an ending has', async () => {
    const texts = [
      '\0', '\\u0000', '\\\0', '\ud800', '\udc00\ud800', '"upstream":{"status":500}', '\\', '$1?',
    ]; // biome-ignore format: a list
    for (const text of texts)
      await call({
        outcome: 'success',
        upstream: upstream(200, 3),
        usage: { [text]: [text, { outcome: text }] },
      });
    expect(await count()).toEqual({ counted: texts.length, isDone: true });
    const [first] = await counted();
    expect(first).toMatchObject({
      calls: texts.length,
      answered: texts.length,
      ms: 3 * texts.length,
      success: now,
    });
  });

  test('are summed up for the charts: by hour, day and month, product, purse, reason and answer time', async () => {
    await count();
    await on.change(() => run(dropSums));
    const charge = async (ending: JsonObject, nowMs = now) =>
      on.writer.run('settle', [await hold(), 1, 1, nowMs, JSON.stringify(ending), null, null, false]);
    await charge({ outcome: 'success', upstream: upstream(200, 30) });
    await charge({ outcome: 'success', upstream: upstream(200, 31) });
    await call({ outcome: 'upstream5xx', problem: 'upstream-failed', upstream: upstream(503, 900_000) });
    await call({ outcome: 'timeout', problem: 'upstream-timeout', upstream: upstream(null) });
    await call(
      { outcome: 'refused', problem: 'upstream-auth', upstream: upstream(401, 7) },
      now + 24 * hourMs,
    );
    await call({ outcome: 'clientGone', problem: 'client-gone', upstream: null });
    const late = await hold();
    for (let isDone = false; !isDone; ) ({ isDone } = await count(2));
    await settle(late, { outcome: 'partialStream', upstream: upstream(200, 8) });
    await Promise.all([count(), count(), count()]);

    const summed = async (kind: number) =>
      (await on.change(() => all(sumsOf, kind))).map(({ since, subject, ...row }) => ({
        ...{
          at: Number(since),
          of: Number(subject),
          reason: String(row['reason']),
          span: Number(row['span']),
        },
        sum: ['calls', 'failed', 'credits'].map((name) => Number(row[name])),
      }));
    const day = Math.floor(hour / 24) * 24;
    expect((await summed(0)).filter(({ span }) => span === 0)).toEqual([
      { span: 0, at: hour, of: 0, reason: '', sum: [6, 3, 2] },
      { span: 0, at: hour + 24, of: 0, reason: '', sum: [1, 1, 0] },
    ]);
    const inMonths = (rows: { span: number; sum: number[] }[]) =>
      rows
        .filter(({ span }) => span === 2)
        .reduce(([calls = 0, ...rest], { sum }) => [calls + (sum[0] ?? 0), ...rest], [0]);
    for (const kind of [0, 1, 2]) expect(inMonths(await summed(kind))).toEqual([7]);
    for (const kind of [1, 2])
      expect((await summed(kind)).filter(({ span }) => span === 1)).toMatchObject([
        { at: day, sum: kind === 1 ? [6, 3, 2] : [6, 0, 2] },
        { at: day + 24, sum: kind === 1 ? [1, 1, 0] : [1, 0, 0] },
      ]);
    expect(
      (await summed(3)).filter(({ span }) => span === 1).map(({ reason, sum }) => [reason, sum[0]]),
    ).toEqual([
      ['503', 1],
      ['stream', 1],
      ['timeout', 1],
      ['credential', 1],
    ]);
    expect(
      (await summed(4)).filter(({ span }) => span === 0).map(({ of, sum }) => [answerSteps[of], sum[0]]),
    ).toEqual([
      [10, 1],
      [30, 1],
      [40, 1],
      [undefined, 1],
      [10, 1],
    ]);
    expect(await on.usage.top('account', 'day', { from: day, before: day + 24 }, 5)).toMatchObject([
      { calls: 6, failed: 0, credits: 2 },
    ]);
  });

  test('of later calls than the horizon wait for it', async () => {
    const first = await hold();
    const later = await hold();
    for (const key of [first, later]) await settle(key, { outcome: 'success', upstream: null });
    expect(await count(500, first)).toEqual({ counted: 1, isDone: true });
    expect(await count(500, later)).toEqual({ counted: 1, isDone: true });
  });

  test('say which products are broken, against their usual', async () => {
    for (let index = 0; index < 10; index += 1) {
      await call({ outcome: 'success', upstream: upstream(200, 10) }, now);
      await call({ outcome: 'timeout', upstream: upstream(null) }, now, product + 1);
    }
    await count();
    await on.change(() => run(setHour, hour - 24, hour, product, product + 9));
    for (let index = 0; index < 4; index += 1) await call({ outcome: 'timeout', upstream: upstream(null) });
    await call({ outcome: 'refused', problem: 'upstream-auth', upstream: upstream(403, 2) });
    await call({ outcome: 'timeout', upstream: upstream(null) }, now, product + 1);
    await count();
    const hours = { lately: hour - 1, usually: hour - 1 - 168 };
    const failing = await on.overview.failing(hours.lately, 3, 99);
    expect(failing.filter(({ productKey }) => productKey >= product)).toEqual(
      await on.overview.outcomes([product], { from: hours.lately }),
    );
    const rowsOf = async (hours: Hours) =>
      (await on.overview.outcomes([product, product + 1, product + 2], hours)).toSorted(
        (one, other) => one.productKey - other.productKey,
      );
    expect(await rowsOf({ from: hours.usually, before: hours.lately })).toEqual([
      {
        ...{ productKey: product, calls: 10, failed: 0, answered: 10, answeredMs: 100 },
        lastSuccessAt: new Date(now),
      },
      { productKey: product + 1, calls: 10, failed: 10, answered: 0, answeredMs: 0, lastSuccessAt: null },
    ]);
    expect(await rowsOf({ from: hours.lately })).toEqual([
      { productKey: product, calls: 5, failed: 5, answered: 1, answeredMs: 2, lastSuccessAt: null },
      { productKey: product + 1, calls: 1, failed: 1, answered: 0, answeredMs: 0, lastSuccessAt: null },
    ]);
  });

  test('webhooks that accept nothing any more are found', async () => {
    for (const id of ['dead', 'late', 'mended'])
      await on.writer.run('create-webhook', {
        ...{ id: `whk_${id}`, accountId: 'acc_a', url: 'https://hooks.example/', secret: 'x' },
        ...{ events: ['key.created'], now, most: 10 },
      });
    const deliver = (id: string, ago: number, deliveredAgo: number | null) =>
      on.change(() =>
        run(
          addDelivery,
          ...[`msg_${id}${ago}`, `whk_${id}`, timeOf(now - ago)],
          timeOf(deliveredAgo === null ? null : now - deliveredAgo),
        ),
      );
    await deliver('dead', 3 * hourMs, 3 * hourMs);
    await deliver('dead', 2 * hourMs, null);
    await deliver('late', hourMs / 2, null);
    await deliver('mended', 3 * hourMs, null);
    await deliver('mended', 2 * hourMs, hourMs);
    expect(await on.overview.failingWebhooks(new Date(now - hourMs), 9)).toEqual([
      { webhookId: 'whk_dead', account: { id: 'acc_a', name: 'a' }, since: new Date(now - 2 * hourMs) },
    ]);
    await on.writer.run('dismiss-item', { item: items.webhook('whk_dead'), now: now - 90 * 60_000 });
    expect(await on.overview.failingWebhooks(new Date(now - hourMs), 9)).toEqual([]);
    await deliver('dead', 1.2 * hourMs, null);
    expect(await on.overview.failingWebhooks(new Date(now - hourMs), 9)).toHaveLength(1);
  });

  describe('products whose credentials failed', () => {
    beforeEach(async () => {
      const slug = `poster-${product}`;
      await on.writer.run('publish-tags', { tags: publishedTags });
      await on.writer.run('publish', { products: [publishedProduct(slug)], now });
      product = (await on.catalogue.findProduct('slug', slug))?.key ?? 0;
    });
    const fail = (nowMs: number, status: number | null = 401) =>
      call({ outcome: 'refused', problem: 'upstream-auth', upstream: status && upstream(status) }, nowMs);
    const denied = async () => {
      await count();
      return (await on.overview.denied(hour, 99)).filter(({ productKey }) => productKey === product);
    };

    test('are told from those that had none', async () => {
      await fail(now, null);
      expect(await denied()).toEqual([{ productKey: product, calls: 1, isRefused: false }]);
      await fail(now + 1, 403);
      expect(await denied()).toEqual([{ productKey: product, calls: 2, isRefused: true }]);
    });
  });
});
