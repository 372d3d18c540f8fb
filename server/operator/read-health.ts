import { type Health, isBroken, latelyHour, leastFailed, shareOf } from '../../lib/operator/health.ts';
import type { Context } from '../portal/context.ts';
import type { OutcomeRow } from '../store/overview.ts';
import type { Store } from '../store/store.ts';
import { keeping } from './keeping.ts';

const usualHours = 7 * 24;
/** Products that failed most are looked at, and the worst of them shown. */
const mostConsidered = 200;

/** Hours since 1970: this one and the one before, and seven days before them. */
export function healthHours(nowMs: number): { lately: number; usually: number } {
  const lately = latelyHour(nowMs);
  return { lately, usually: lately - usualHours };
}

/** By `Product.key`, undefined for one without calls. */
type OutcomesByProduct = Map<number, OutcomeRow | undefined>;

/** The sums of seven days take as long as all else of the overview. Hours that are over do not change. */
const usualRows = keeping<OutcomesByProduct>({ keptMs: 60 * 60_000 });

async function readUsual(store: Store, productKeys: number[], nowMs: number): Promise<OutcomesByProduct> {
  const { lately, usually } = healthHours(nowMs);
  const known = await usualRows(store, String(lately), nowMs, () => Promise.resolve(new Map()));
  const missing = productKeys.filter((key) => !known.has(key));
  if (missing.length === 0) return known;
  const found = byProduct(await store.overview.outcomes(missing, { from: usually, before: lately }));
  for (const key of missing) known.set(key, found.get(key));
  return known;
}

/** By `Product.key`. Products without calls have the health of nothing. */
export async function readHealth(
  store: Store,
  productKeys: number[],
  nowMs: number,
): Promise<(productKey: number) => Health> {
  const { lately } = healthHours(nowMs);
  const [now, before] = await Promise.all([
    store.overview.outcomes(productKeys, { from: lately }).then(byProduct),
    readUsual(store, productKeys, nowMs),
  ]);
  return (productKey) => healthOf(now.get(productKey), before.get(productKey));
}

function byProduct(rows: OutcomeRow[]): Map<number, OutcomeRow> {
  return new Map(rows.map((row) => [row.productKey, row]));
}

/** Products that are broken, the worst first. */
export async function readBroken(store: Store, nowMs: number, most: number) {
  const { overview } = store;
  const { lately } = healthHours(nowMs);
  const failing = await overview.failing(lately, leastFailed, mostConsidered);
  const keys = failing.map(({ productKey }) => productKey);
  const before = await readUsual(store, keys, nowMs);
  const broken = failing
    .map((row) => ({ key: row.productKey, health: healthOf(row, before.get(row.productKey)) }))
    .filter(({ health }) => health.isBroken)
    .toSorted((one, other) => shareOf(other.health.lately) - shareOf(one.health.lately))
    .slice(0, most);
  const names = await overview.productNames(broken.map(({ key }) => key));
  return broken.flatMap(({ key, health }) => {
    const product = names.get(key);
    return product ? { product, ...health } : [];
  });
}

/** Products of a list with their health. */
export async function withHealth<Listed extends { id: string }>(
  { store }: Pick<Context, 'store'>,
  products: Listed[],
): Promise<(Listed & { health: Health })[]> {
  const keys = await store.overview.productKeys(products.map(({ id }) => id));
  const healthOfKey = await readHealth(store, [...keys.values()], Date.now());
  return products.map((product) => ({ ...product, health: healthOfKey(keys.get(product.id) ?? 0) }));
}

function healthOf(now: OutcomeRow | undefined, before: OutcomeRow | undefined): Health {
  const lately = { calls: now?.calls ?? 0, failed: now?.failed ?? 0 };
  const usually = { calls: before?.calls ?? 0, failed: before?.failed ?? 0 };
  const answered = (now?.answered ?? 0) + (before?.answered ?? 0);
  const answeredMs = (now?.answeredMs ?? 0) + (before?.answeredMs ?? 0);
  const lastSuccessAt = now?.lastSuccessAt ?? before?.lastSuccessAt;
  return {
    lately,
    usually,
    isBroken: isBroken({ lately, usually }),
    meanMs: answered === 0 ? null : Math.round(answeredMs / answered),
    lastSuccessAt: lastSuccessAt?.toISOString() ?? null,
  };
}
