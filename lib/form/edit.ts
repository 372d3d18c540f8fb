import type { JsonObject, JsonValue } from '../json/json.ts';

/** A copy with the member set, or removed if the value is undefined. The order of members stays. */
export function withMember(object: JsonObject, key: string, value: JsonValue | undefined): JsonObject {
  if (value === undefined) return Object.fromEntries(Object.entries(object).filter(([name]) => name !== key));
  return Object.fromEntries([...Object.entries(object), [key, value]]);
}

/** A copy with a member renamed in place. */
export function withRenamedKey(object: JsonObject, from: string, to: string): JsonObject {
  return Object.fromEntries(
    Object.entries(object).map(([name, value]) => [name === from ? to : name, value]),
  );
}

export function withItem(list: JsonValue[], index: number, value: JsonValue): JsonValue[] {
  return list.map((item, at) => (at === index ? value : item));
}

export function withoutItem<T>(list: T[], index: number): T[] {
  return list.filter((_, at) => at !== index);
}

/** A copy with the item moved. Moves beyond the ends do nothing. */
export function withMovedItem<T>(list: T[], from: number, to: number): T[] {
  const moved = list[from];
  if (moved === undefined || to < 0 || to >= list.length) return list;
  return withoutItem(list, from).toSpliced(to, 0, moved);
}
