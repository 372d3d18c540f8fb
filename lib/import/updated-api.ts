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
  /** The parts that stay although the document differs. */
  kept: string[];
}

/**
 * Updates the API file: the document version, new operations in their groups, and the texts if they are as drafted. The
 * operator's other changes stay.
 */
export function updatedApi(
  old: JsonObject | undefined,
  next: JsonObject,
  slugs: OperationSlugs,
  isDrafted: boolean,
): UpdatedApi {
  const drafted = groupsOf(next).map(({ group, operations }) => ({
    group,
    operations: operations.map((slug) => slugs.current.get(slug) ?? slug),
  }));
  if (old === undefined)
    return { api: { ...next, groups: drafted.map(withOperations) }, changed: [], kept: [] };
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
  const { summary: _summary, doc: _doc, ...others } = old;
  const api: JsonObject = {
    ...next,
    ...(isDrafted ? others : old),
    ...(version !== undefined && { version }),
    groups: groups.map(withOperations),
  };
  const same = (part: string, a: JsonObject, b: JsonObject) =>
    JSON.stringify(a[part]) === JSON.stringify(b[part]);
  const texts = ['summary', 'doc'];
  return {
    api,
    changed: ['version', 'groups', ...texts].filter((part) => !same(part, api, old)),
    kept: texts.filter((part) => same(part, api, old) && !same(part, api, next)),
  };
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
