import { isJsonObject, type JsonObject, type JsonValue } from '../json/json.ts';

/** The slugs of a document's operations, by the slugs of its new drafts. */
export interface OperationSlugs {
  /** As the operator named them. */
  current: ReadonlyMap<string, string>;
  /** The slugs of new operations. */
  added: ReadonlySet<string>;
}

export interface UpdatedApi {
  api: JsonObject;
  changed: string[];
}

/**
 * Updates the API file: the document version, and new operations in their groups. The operator's other changes stay.
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
    // The operator may have renamed the product only in its own file.
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
