import { setTimeout } from 'node:timers/promises';
import { type Health, isBroken, latelyHour, leastFailed, shareOf } from '../../lib/operator/health.ts';
import type { OutcomeRow } from '../store/operation/read-overview.ts';
import type { Store } from '../store/store.ts';

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
  const broken = (await brokenKeys(store, nowMs)).slice(0, most);
  const names = await store.overview.productNames(broken.map(({ key }) => key));
  return broken.flatMap(({ key, health }) => {
    const product = names.get(key);
    return product ? { product, ...health } : [];
  });
}

/** The same by `Product.key`. */
export async function brokenKeys(store: Store, nowMs: number): Promise<{ key: number; health: Health }[]> {
  const { overview } = store;
  const { lately } = healthHours(nowMs);
  const failing = await overview.failing(lately, leastFailed, mostConsidered);
  const keys = failing.map(({ productKey }) => productKey);
  const before = await readUsual(store, keys, nowMs);
  return failing
    .map((row) => ({ key: row.productKey, health: healthOf(row, before.get(row.productKey)) }))
    .filter(({ health }) => health.isBroken)
    .toSorted((one, other) => shareOf(other.health.lately) - shareOf(one.health.lately));
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

interface Kept<Value> {
  atMs: number;
  isBeingRead: boolean;
  value: Promise<Value>;
  /** Whether it replaced another, and took long. The first one takes longer than those after it. */
  isSlow: boolean;
  /** The value that this one replaces, until this one is read. */
  before?: Kept<Value>;
}

interface Times {
  /** After so long it is read again. */
  keptMs: number;
  /** Until it is so old, it is the answer if reading it again takes long or fails. */
  servedMs?: number;
}

/** A small portal is read in less. */
const patienceMs = 20;
/** If a read took longer, nobody waits for the next one. */
const longMs = 10;

/** Keeps what was read from a store for a while, by name. Requests in that time, and while it is read, share one read. */
export function keeping<Value>({ keptMs, servedMs = keptMs }: Times) {
  const all = new WeakMap<object, Map<string, Kept<Value>>>();
  return (store: object, name: string, nowMs: number, read: () => Promise<Value>): Promise<Value> => {
    const ageMs = ({ atMs }: Kept<Value>) => nowMs - atMs;
    const answer = ({ before, value }: Kept<Value>) => {
      if (before === undefined || ageMs(before) >= servedMs) return value;
      if (before.isSlow) return before.value;
      return Promise.race([value.catch(() => before.value), setTimeout(patienceMs, before.value)]);
    };
    const ofStore = all.get(store) ?? new Map<string, Kept<Value>>();
    all.set(store, ofStore);
    for (const [other, kept] of ofStore)
      if (ageMs(kept) >= servedMs && !kept.isBeingRead) ofStore.delete(other);
    const last = ofStore.get(name);
    if (last && (last.isBeingRead || ageMs(last) < keptMs)) return answer(last);
    const startedMs = performance.now();
    const kept: Kept<Value> = {
      atMs: nowMs,
      isBeingRead: true,
      isSlow: false,
      value: read(),
      ...(last && { before: last }),
    };
    ofStore.set(name, kept);
    kept.value.then(
      () => {
        kept.isBeingRead = false;
        kept.isSlow = kept.before !== undefined && performance.now() - startedMs > longMs;
        delete kept.before;
      },
      // The next request reads again.
      () => (last ? ofStore.set(name, last) : ofStore.delete(name)),
    );
    return answer(kept);
  };
}
