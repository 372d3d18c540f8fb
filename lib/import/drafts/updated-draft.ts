import { isJsonObject, type JsonObject, type JsonValue } from '../../json/json.ts';
import { breakingChanges } from '../../operation/breaking-changes.ts';
import { exampleInput, inputShape } from '../../operation/input-shape.ts';
import { type Operation, operationSchema } from '../../operation/operation.ts';
import { draftTexts } from './draft-catalogue.ts';
import { unknownOrigin } from '../operation/import-server.ts';

const tagLists = ['types', 'providers', 'capabilities', 'labels'];

export interface UpdatedDraft {
  entry: JsonObject;
  changed: string[];
  /** The parts that stay although the document differs. */
  kept: string[];
  /** The changes that break programs of callers, in words. */
  breaking: string[];
}

/** Updates the name, the operation and its drafted texts. The operator's other changes stay. */
export function updatedDraft({ removedFrom: _absent, ...old }: JsonObject, next: JsonObject): UpdatedDraft {
  const operation = updatedOperation(old['operation'], next['operation'] ?? null);
  const isSame = (part: string) => JSON.stringify(old[part]) === JSON.stringify(next[part]);
  const isUnchanged = ['operation', 'introduction', 'doc'].every(isSame);
  const [before, after] = isUnchanged
    ? []
    : [old['operation'], operation].map((one) => operationSchema.safeParse(one).data);
  const texts = before ? draftedTexts(old, before, next) : {};
  const merged = { ...next, ...old, ...texts, name: next['name'] ?? '', operation };
  // Without a status in the file, `farebox online` and `offline` control it.
  const entries = Object.entries<JsonValue>(merged).filter(([part]) => part !== 'status' || 'status' in old);
  const entry = Object.fromEntries(entries);
  const [was, drafted, is] = [old, next, entry].map(partsOf);
  const parts = Object.keys({ ...was, ...drafted, ...is });
  return {
    entry,
    changed: parts.filter((part) => was?.[part] !== is?.[part]),
    kept: parts.filter((part) => was?.[part] === is?.[part] && drafted?.[part] !== is?.[part]),
    breaking: before && after ? breakingChanges(before, after) : [],
  };
}

/** The new texts for those that nobody edited since they were drafted from the earlier operation. */
function draftedTexts(old: JsonObject, operation: Operation, next: JsonObject): JsonObject {
  const example = exampleInput(inputShape(operation));
  const { method, path } = operation;
  const one = { id: '', method, path, imported: true, operation, losses: [], example, tags: [] };
  const drafted = draftTexts(one, String(old['name']));
  const { introduction, doc } = old;
  return {
    ...(next['introduction'] !== undefined &&
      JSON.stringify(introduction) === JSON.stringify(drafted.introduction) && {
        introduction: next['introduction'],
      }),
    ...(next['doc'] !== undefined &&
      typeof doc === 'string' &&
      [drafted.doc, withEmptyReply(drafted.doc)].includes(withoutFurther(doc)) && { doc: next['doc'] }),
  };
}

/** Without what a draft has of the rest of its document, and what earlier drafts had: the address of the request. */
function withoutFurther(doc: string): string {
  return doc
    .replace(/\n\n## Further reading\n\n\[[^\]\n]*\]\([^\n]*\)\n$/, '\n')
    .replace(
      /^(## Example call\n\n(?:```|~~~~)json\n[^]*?\n(?:```|~~~~)\n\n)It is sent as `[A-Z]+ [^`\n]*`\.(?:\n\n|\n$)/m,
      '$1',
    )
    .replace(/\n\n$/, '\n');
}

/** As earlier drafts had it where all members of the reply may be missing. */
function withEmptyReply(doc: string): string {
  return doc.replace(/^(## Example reply\n\n)(```|~~~~)json\n[^]*?\n\2\n/m, '$1```json\n{}\n```\n');
}

/** The operator's tags and synonyms, plus the new tags. */
export function updatedTags(old: JsonObject, next: JsonObject): JsonObject {
  const lists = tagLists.map((list): [string, JsonValue] => {
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
  return isJsonObject(server) && String(server['url']).startsWith(unknownOrigin);
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
