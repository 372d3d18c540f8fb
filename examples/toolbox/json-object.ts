export type JsonObject = Record<string, unknown>;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object at a name; an empty one if there is none. */
export function member(holder: unknown, name: string): JsonObject {
  const value = isJsonObject(holder) ? holder[name] : undefined;
  return isJsonObject(value) ? value : {};
}
