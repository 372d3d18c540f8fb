import { isJsonObject, type JsonObject, type JsonValue } from '../json/json.ts';

/** The slugs of the operations of a document, by those of its new drafts. */
export interface OperationSlugs {
  /** As the operator has them. */
  current: ReadonlyMap<string, string>;
  /** Of operations that have no earlier draft, as they are written. */
  added: ReadonlySet<string>;
}

export interface UpdatedApi {
  api: JsonObject;
  /** The parts that the document changed. */
  changed: string[];
}

/**
 * The API of a document over its earlier one: with the new version of the document, and its new operations in their
 * groups. All else stays as the operator has it.
 */
export function updatedApi(old: JsonObject | undefined, next: JsonObject, slugs: OperationSlugs): UpdatedApi {
  const drafted = groupsOf(next).map(({ group, operations }) => ({
    group,
    operations: operations.map((slug) => slugs.current.get(slug) ?? slug),
  }));
  if (old === undefined) return { api: { ...next, groups: drafted.map(withOperations) }, changed: [] };
  const finals = new Set(slugs.current.values());
  const groups = groupsOf(old).map(({ group, operations }) => ({
    group,
    // The operator may have renamed a product in its own file alone.
    operations: operations.map((slug) => (finals.has(slug) ? slug : (slugs.current.get(slug) ?? slug))),
  }));
  const known = new Set(groups.flatMap(({ operations }) => operations));
  for (const { group, operations } of drafted) {
    const added = operations.filter((slug) => slugs.added.has(slug) && !known.has(slug));
    if (added.length === 0) continue;
    const place = groups.find((one) => one.group['name'] === group['name']);
    if (place) place.operations.push(...added);
    else groups.push({ group, operations: added });
  }
  const version = next['version'] ?? old['version'];
  const api: JsonObject = {
    ...next,
    ...old,
    ...(version !== undefined && { version }),
    groups: groups.map(withOperations),
  };
  const parts = ['version', 'groups'] as const;
  return { api, changed: parts.filter((part) => JSON.stringify(api[part]) !== JSON.stringify(old[part])) };
}

interface Group {
  group: JsonObject;
  operations: string[];
}

function groupsOf({ groups }: JsonObject): Group[] {
  return listOf(groups).flatMap((group) =>
    isJsonObject(group) ? [{ group, operations: listOf(group['operations']).map(String) }] : [],
  );
}

function withOperations({ group, operations }: Group): JsonObject {
  return { ...group, operations };
}

function listOf(value: JsonValue | undefined): JsonValue[] {
  return Array.isArray(value) ? value : [];
}
