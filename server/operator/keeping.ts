interface Kept<Value> {
  atMs: number;
  value: Promise<Value>;
}

/** Keeps what was read from a store for a while, by name. Requests in that time share one read. */
export function keeping<Value>(keptMs: number) {
  const all = new WeakMap<object, Map<string, Kept<Value>>>();
  return (store: object, name: string, nowMs: number, read: () => Promise<Value>): Promise<Value> => {
    const ofStore = all.get(store) ?? new Map<string, Kept<Value>>();
    all.set(store, ofStore);
    for (const [other, { atMs }] of ofStore) if (nowMs - atMs >= keptMs) ofStore.delete(other);
    const known = ofStore.get(name);
    if (known) return known.value;
    const value = read();
    ofStore.set(name, { atMs: nowMs, value });
    value.catch(() => ofStore.delete(name));
    return value;
  };
}
