import { parse, stringify } from 'yaml';
import { isJsonObject, type JsonObject, type JsonValue } from '../../lib/json.ts';

/** What an operator decides about a drafted product; all else is the document's to say. */
const KEPT = [
  'slug', 'status', 'type', 'provider', 'capabilities', 'labels', 'fields', 'price', 'charges', 'limits',
]; // biome-ignore format: a list of words
const TAG_LISTS = ['types', 'providers', 'capabilities', 'labels'];

/**
 * A new draft over an earlier one of the same document: with what the operator decided there. Undefined where the file
 * is no draft of this document.
 */
export function updatedDraft(name: string, before: string, draft: string): string | undefined {
  const [old, next] = [objectIn(before), objectIn(draft)];
  if (old === undefined || next === undefined) return undefined;
  const comment = /^(?:#.*\n)*/.exec(draft)?.[0] ?? '';
  if (name === 'tags.yaml') return comment + stringify(mergedTags(old, next));
  if (old['source'] !== next['source']) return undefined;
  const kept = Object.fromEntries(KEPT.flatMap((key) => (old[key] === undefined ? [] : [[key, old[key]]])));
  return comment + stringify({ ...next, ...kept }, { aliasDuplicateObjects: false, lineWidth: 0 });
}

/** The operator's tags and synonyms as they are, and the tags that are new. */
function mergedTags(old: JsonObject, next: JsonObject): JsonObject {
  const lists = TAG_LISTS.map((list): [string, JsonValue] => {
    const known = listOf(old[list]);
    const slugs = new Set(known.map((tag) => isJsonObject(tag) && tag['slug']));
    const added = listOf(next[list]).filter((tag) => isJsonObject(tag) && !slugs.has(tag['slug'] ?? ''));
    return [list, [...known, ...added]];
  });
  return { ...old, ...Object.fromEntries(lists) };
}

function listOf(value: JsonValue | undefined): JsonValue[] {
  return Array.isArray(value) ? value : [];
}

/** undefined where the text is no YAML object. */
function objectIn(text: string): JsonObject | undefined {
  try {
    const value: unknown = parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    // A file that is not readable is none that can be updated.
    return undefined;
  }
}
