import { setTimeout } from 'node:timers/promises';

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
