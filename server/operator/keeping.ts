interface Kept<Value> {
  atMs: number;
  isBeingRead: boolean;
  value: Promise<Value>;
}

/** Keeps what was read from a store for a while, by name. Requests in that time, and while it is read, share one read. */
export function keeping<Value>(keptMs: number) {
  const all = new WeakMap<object, Map<string, Kept<Value>>>();
  return (store: object, name: string, nowMs: number, read: () => Promise<Value>): Promise<Value> => {
    const ofStore = all.get(store) ?? new Map<string, Kept<Value>>();
    all.set(store, ofStore);
    for (const [other, { atMs, isBeingRead }] of ofStore)
      if (nowMs - atMs >= keptMs && !isBeingRead) ofStore.delete(other);
    const known = ofStore.get(name);
    if (known) return known.value;
    const kept = { atMs: nowMs, isBeingRead: true, value: read() };
    ofStore.set(name, kept);
    kept.value.then(
      () => (kept.isBeingRead = false),
      () => ofStore.delete(name),
    );
    return kept.value;
  };
}
