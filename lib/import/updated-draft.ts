import { isJsonObject, type JsonObject, type JsonValue } from '../json/json.ts';
import { UNKNOWN_ORIGIN } from './import-server.ts';

const TAG_LISTS = ['types', 'providers', 'capabilities', 'labels'];

export interface UpdatedDraft {
  entry: JsonObject;
  changed: string[];
  /** The parts that stay although the document differs. */
  kept: string[];
}

/** Updates the name and the operation of a draft. The operator's other changes stay. */
export function updatedDraft(old: JsonObject, next: JsonObject): UpdatedDraft {
  const operation = updatedOperation(old['operation'], next['operation'] ?? null);
  const merged = { ...next, ...old, name: next['name'] ?? '', operation };
  // Without a status in the file, `farebox online` and `offline` control it.
  const entries = Object.entries<JsonValue>(merged).filter(([part]) => part !== 'status' || 'status' in old);
  const entry = Object.fromEntries(entries);
  const [before, drafted, after] = [old, next, entry].map(partsOf);
  const parts = Object.keys({ ...before, ...drafted, ...after });
  return {
    entry,
    changed: parts.filter((part) => before?.[part] !== after?.[part]),
    kept: parts.filter((part) => before?.[part] === after?.[part] && drafted?.[part] !== after?.[part]),
  };
}

/** The operator's tags and synonyms, plus the new tags. */
export function updatedTags(old: JsonObject, next: JsonObject): JsonObject {
  const lists = TAG_LISTS.map((list): [string, JsonValue] => {
    const known = listOf(old[list]);
    const slugs = new Set(known.map((tag) => isJsonObject(tag) && tag['slug']));
    const added = listOf(next[list]).filter((tag) => isJsonObject(tag) && !slugs.has(tag['slug'] ?? ''));
    return [list, [...known, ...added]];
  });
  return { ...next, ...old, ...Object.fromEntries(lists) };
}

/** The new operation, with the operator's server and secrets if the document has none. */
function updatedOperation(old: JsonValue | undefined, next: JsonValue): JsonValue {
  if (!isJsonObject(old) || !isJsonObject(next)) return next;
  // The operation is in a document, which every apply reads.
  if ('document' in old) return old;
  const { server } = old;
  const { secrets } = extensionOf(old);
  const extension = { ...(secrets !== undefined && { secrets }), ...extensionOf(next) };
  return {
    ...next,
    ...(server !== undefined && isUnknown(next['server']) && { server }),
    ...(Object.keys(extension).length > 0 && { 'x-farebox': extension }),
  };
}

function extensionOf({ 'x-farebox': extension }: JsonObject): JsonObject {
  return isJsonObject(extension) ? extension : {};
}

function isUnknown(server: JsonValue | undefined): boolean {
  return isJsonObject(server) && String(server['url']).startsWith(UNKNOWN_ORIGIN);
}

/** The texts of the parts that come from a document. */
function partsOf({ name, introduction, doc, operation }: JsonObject): Record<string, string> {
  const values = { name, introduction, doc, ...(isJsonObject(operation) && operationParts(operation)) };
  return Object.fromEntries(
    Object.entries(values).flatMap(([part, value]) =>
      value === undefined ? [] : [[part, JSON.stringify(value)]],
    ),
  );
}

function operationParts(operation: JsonObject): JsonObject {
  if ('document' in operation) return {};
  const { 'x-farebox': _extension, ...parts } = operation;
  return { ...prefixed('operation.', parts), ...prefixed('operation.x-farebox.', extensionOf(operation)) };
}

function prefixed(prefix: string, parts: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(parts).map(([part, value]) => [prefix + part, value]));
}

function listOf(value: JsonValue | undefined): JsonValue[] {
  return Array.isArray(value) ? value : [];
}
