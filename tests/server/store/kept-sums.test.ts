import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Caller } from '../../../server/callers/caller.ts';
import { readOverview } from '../../../server/operator/overview.ts';
import { openPortalUnderTest, type PortalUnderTest } from '../../setup/portal-under-test.ts';
import { publishedProduct, publishedTags } from '../../setup/published-product.ts';

const day = '2026-03-04';
const minuteMs = 60_000;
const midnight = Date.parse(day) + 24 * 60 * minuteMs;

const operator: Caller = {
  ...{ kind: 'account', purse: 'acc_a', allowance: null, owner: 'acc_a', idempotencyScope: 'acc_a' },
  ...{ apiKey: null, person: null, member: null, operator: true },
};

let on: PortalUnderTest;
let keys: { purseKey: number; productKey: number };

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: midnight - 60 * minuteMs });
  on = await openPortalUnderTest({});
  await on.writer.run('create-account', { id: 'acc_a', name: 'a', now: Date.now(), credits: 1_000 });
  const { key: purseKey } = await on.database.purse.findUniqueOrThrow({ where: { id: 'acc_a' } });
  await on.writer.run('publish-tags', { tags: publishedTags });
  await on.writer.run('publish', { products: [publishedProduct('poster')], now: Date.now() });
  const { key: productKey } = await on.database.product.findFirstOrThrow();
  keys = { purseKey, productKey };
});

afterEach(async () => {
  vi.useRealTimers();
  await on.close();
});

/** As calls do that end late. */
async function spend(credits: number): Promise<void> {
  const row = { ...keys, day, apiKeyKey: 0, memberKey: 0 };
  await on.database.dailyUse.upsert({
    where: { purseKey_day_productKey_apiKeyKey_memberKey: row },
    create: { ...row, calls: 1, credits },
    update: { calls: { increment: 1 }, credits: { increment: credits } },
  });
}

/** The sums of `day` in the overview. */
async function seenAt(minutesAfterMidnight: number) {
  vi.setSystemTime(midnight + minutesAfterMidnight * minuteMs);
  const { use, runningOut } = await readOverview(on.context, operator);
  return { credits: use.yesterday.credits, perDay: runningOut?.[0]?.perDay };
}

test('calls that end after midnight are in the sums of their day ten minutes later, then an hour later', async () => {
  await spend(200);
  expect(await seenAt(1)).toEqual({ credits: 200, perDay: 200 });
  await spend(30);
  expect(await seenAt(9)).toEqual({ credits: 200, perDay: 200 });
  expect(await seenAt(10)).toEqual({ credits: 230, perDay: 230 });
  await spend(1);
  expect(await seenAt(61)).toEqual({ credits: 231, perDay: 231 });
  await spend(1);
  expect(await seenAt(120)).toEqual({ credits: 231, perDay: 231 });
  expect(await seenAt(121)).toEqual({ credits: 232, perDay: 232 });
});
