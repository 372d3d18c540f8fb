import { type Health, isBroken, leastFailed, shareOf } from '../../lib/operator/health.ts';
import type { Context } from '../portal/context.ts';
import type { Store } from '../store/store.ts';
import type { HealthHours, HealthRow } from '../store/overview.ts';

const hourMs = 60 * 60_000;
const usualHours = 7 * 24;
/** Products that failed most are looked at, and the worst of them shown. */
const mostConsidered = 200;

type Reads = Pick<Store, 'overview'>;

/** The hours of now: this one and the one before, and seven days before them. */
export function healthHours(nowMs: number): HealthHours {
  const lately = Math.floor(nowMs / hourMs) - 1;
  return { lately, usually: lately - usualHours };
}

/** By `Product.key`. Products without calls have the health of nothing. */
export async function readHealth(
  { overview }: Reads,
  productKeys: number[],
  nowMs: number,
): Promise<(productKey: number) => Health> {
  const rows = await overview.health(productKeys, healthHours(nowMs));
  const known = new Map(rows.map((row) => [row.productKey, healthOf(row)]));
  return (productKey) => known.get(productKey) ?? nothing;
}

/** Products that are broken, the worst first. */
export async function readBroken({ overview }: Reads, nowMs: number, most: number) {
  const keys = await overview.failing(healthHours(nowMs).lately, leastFailed, mostConsidered);
  const healthOfKey = await readHealth({ overview }, keys, nowMs);
  const broken = keys
    .map((key) => ({ key, health: healthOfKey(key) }))
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

function healthOf({ lately, usually, answered, answeredMs, lastSuccessAt }: HealthRow): Health {
  return {
    ...{ lately, usually, isBroken: isBroken({ lately, usually }) },
    meanMs: answered === 0 ? null : Math.round(answeredMs / answered),
    lastSuccessAt: lastSuccessAt?.toISOString() ?? null,
  };
}

const none = { calls: 0, failed: 0 };
const nothing: Health = { lately: none, usually: none, meanMs: null, lastSuccessAt: null, isBroken: false };
