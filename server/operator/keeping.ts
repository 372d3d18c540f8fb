interface Kept<Value> {
  atMs: number;
  isBeingRead: boolean;
  value: Promise<Value>;
  /** What was kept before, for as long as this is being read. */
  before?: Kept<Value>;
}

interface Times {
  /** For how long it is kept. */
  keptMs: number;
  /** For how long it is still the answer while it is read again, so that nobody waits. */
  servedMs?: number;
}

/** Keeps what was read from a store for a while, by name. Requests in that time, and while it is read, share one read. */
export function keeping<Value>({ keptMs, servedMs = keptMs }: Times) {
  const all = new WeakMap<object, Map<string, Kept<Value>>>();
  return (store: object, name: string, nowMs: number, read: () => Promise<Value>): Promise<Value> => {
    const ageMs = ({ atMs }: Kept<Value>) => nowMs - atMs;
    const answer = ({ before, value }: Kept<Value>) =>
      before && ageMs(before) < servedMs ? before.value : value;
    const ofStore = all.get(store) ?? new Map<string, Kept<Value>>();
    all.set(store, ofStore);
    for (const [other, kept] of ofStore)
      if (ageMs(kept) >= servedMs && !kept.isBeingRead) ofStore.delete(other);
    const last = ofStore.get(name);
    if (last && (last.isBeingRead || ageMs(last) < keptMs)) return answer(last);
    const kept: Kept<Value> = {
      atMs: nowMs,
      isBeingRead: true,
      value: read(),
      ...(last && { before: last }),
    };
    ofStore.set(name, kept);
    kept.value.then(
      () => {
        kept.isBeingRead = false;
        delete kept.before;
      },
      () => ofStore.delete(name),
    );
    return answer(kept);
  };
}
