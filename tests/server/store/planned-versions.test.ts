import { describe, expect, it } from 'vitest';
import { planStateAt, versionInForce } from '../../../lib/product/planned-version.ts';
import { run, statement, timeOf } from '../../../server/store/sql/statement.ts';
import { everyone } from '../../../server/store/catalogue/audience.ts';
import { emptyForEach, engines } from '../../setup/engines-under-test.ts';
import { publishedProduct, publishedTags } from '../../setup/published-product.ts';

const now = new Date('2026-12-01T12:00:00Z');
const after = (ms: number) => now.getTime() + ms;

const add = statement(
  `INSERT INTO PlannedVersion (productKey, versionKey, beforeKey, priceFrom, priceTo, beforeFrom, beforeTo, state, effectiveAt,
                               mayCostMore, createdAt, announcedAt, authorKind, changedAt)
   VALUES (?, ?, ?, 4, 4, 3, 3, ?, ?, 1, ?, ?, 'portal', ?)`,
);
const repeat = statement('UPDATE Product SET nextVersionKey = ?, nextAt = ? WHERE key = ?');

describe.each(engines)('planned versions in $engine', ({ open }) => {
  const on = emptyForEach(open);

  async function publish(...slugs: string[]): Promise<number[]> {
    await on.writer.run('publish-tags', { tags: publishedTags });
    await on.writer.run('publish', { products: slugs.map((slug) => publishedProduct(slug)), now: 1 });
    return Promise.all(slugs.map(async (slug) => (await on.catalogue.findProduct('slug', slug))?.key ?? 0));
  }

  /** `at`: when it is in force; `changedAt`: when it became what it is. */
  const plan = (productKey: number, state: number, at: number, changedAt: number) =>
    on.change(function* () {
      const announced = state === 0 ? null : timeOf(changedAt);
      const times = [timeOf(at), timeOf(changedAt), announced, timeOf(changedAt)];
      yield* run(add, productKey, productKey, productKey, state, ...times);
      if (state === 1) yield* run(repeat, productKey, timeOf(at), productKey);
    });

  it('are coming while they are announced and not in force', async () => {
    const [a = 0, b = 0, c = 0] = await publish('a', 'b', 'c');
    expect(await on.plannedVersions.msUntilNext()).toBeUndefined();
    await plan(a, 1, after(1), after(-10));
    await plan(b, 1, after(0), after(-10));
    await plan(c, 0, after(1), after(-10));
    const coming = await on.plannedVersions.coming([a, b, c], now);
    expect([...coming.keys()]).toEqual([a]);
    expect(coming.get(a)).toEqual({
      slug: 'a',
      ...{ versionKey: a, beforeKey: a, price: { from: 4, to: 4 }, before: { from: 3, to: 3 }, reason: null },
      ...{ effectiveAt: new Date(after(1)), announcedAt: new Date(after(-10)), mayCostMore: true },
    });
    const untilB = after(0) - Date.now();
    expect(Math.abs(((await on.plannedVersions.msUntilNext()) ?? 0) - untilB)).toBeLessThan(60_000);
    on.catalogue.forget();
    expect(await on.catalogue.findProduct('slug', 'a')).toMatchObject({
      nextVersionKey: a,
      nextAt: after(1),
    });
    expect(await on.catalogue.findProduct('slug', 'c')).toMatchObject({ nextVersionKey: null, nextAt: null });
  });

  it('are listed as they change, by pages, and by product for operators', async () => {
    const [a = 0, b = 0] = await publish('a', 'b');
    await plan(a, 3, after(5), after(-30));
    await plan(a, 1, after(5), after(-20));
    await plan(b, 4, after(5), after(-10));
    await plan(b, 0, after(5), after(0));
    const first = await on.plannedVersions.announced(everyone, { before: undefined, most: 2 }, now);
    expect(first.rows).toMatchObject([
      { state: 'replaced', product: { slug: 'b' } },
      { state: 'announced', product: { slug: 'a' }, announcedAt: new Date(after(-20)) },
    ]);
    const second = await on.plannedVersions.announced(
      everyone,
      { before: first.next ?? undefined, most: 2 },
      now,
    );
    expect(second).toMatchObject({ rows: [{ state: 'withdrawn', product: { slug: 'a' } }], next: null });
    const wish = { before: undefined, most: 9 };
    const states = async (of: { slug?: string; pending?: boolean }) =>
      (await on.plannedVersions.list(of, wish, now)).rows.map(({ state }) => state);
    expect(await states({ slug: 'b' })).toEqual(['waiting', 'replaced']);
    expect(await states({ pending: true })).toEqual(['waiting', 'announced']);
    // Nobody has written down yet that it is in force.
    const { rows } = await on.plannedVersions.announced(everyone, wish, new Date(after(5)));
    expect(rows.find(({ product, endedAt }) => product.slug === 'a' && !endedAt)).toMatchObject({
      ...{ state: 'in-force', changedAt: new Date(after(5)) },
    });
  });
});

it('are in force from their millisecond on', () => {
  const product = { versionKey: 1, nextVersionKey: 2, nextAt: 10 };
  expect([9, 10, 11].map((ms) => versionInForce(product, ms))).toEqual([1, 2, 2]);
  expect(versionInForce({ ...product, nextVersionKey: null, nextAt: null }, 11)).toBe(1);
  expect([9, 10].map((ms) => planStateAt(1, 10, ms))).toEqual(['announced', 'in-force']);
  expect([0, 3].map((state) => planStateAt(state, 10, 10))).toEqual(['waiting', 'withdrawn']);
  expect(() => planStateAt(5, 10, 10)).toThrow('does not exist');
});
