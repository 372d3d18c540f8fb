import { parse } from 'yaml';
import { isJsonObject, type JsonObject, type JsonValue } from '../../json/json.ts';
import { distinctSlug } from '../document/document-identity.ts';
import { draftedComment } from './draft-api.ts';
import { apiFileName, type DraftFile } from './draft-catalogue.ts';
import { yamlText } from '../document/read-yaml.ts';
import { updatedDraft, updatedTags } from './updated-draft.ts';

export interface UpdatedFile extends DraftFile {
  changed: string[];
  /** The parts that stay although the document differs. */
  kept: string[];
  /** The changes that break programs of callers, in words. */
  breaking?: string[];
  /** The operation, if the document no longer has it, or has it again. */
  removed?: string;
  returned?: string;
}

/** The document of the new drafts. */
export interface DraftedDocument {
  /** Its name in the drafts. */
  source: string;
  version: string;
  /** Its operations that have no draft. */
  others: { method: string; path: string }[];
}

type DraftsUpdate =
  | { ok: true; files: UpdatedFile[] }
  /** A file with this name does not belong to the document. */
  | { ok: false; taken: string };

/** Limit of a catalogue file. */
const longestName = 300;

interface Draft extends DraftFile {
  entry: JsonObject;
}

/**
 * Merges new drafts of a document into the earlier ones. `folder` has the YAML files of their folder by name. The
 * earlier draft of an operation has the same method and path; otherwise it has the same file name, unless that file
 * belongs to another operation.
 */
export function updatedDrafts(
  drafts: DraftFile[],
  folder: ReadonlyMap<string, string>,
  document: DraftedDocument,
): DraftsUpdate {
  const present = new Map([...folder].map(([name, text]) => [name, objectIn(text)]));
  const slugs = new Set([...present.values()].map((entry) => entry?.['slug']));
  const all = drafts.map((draft): Draft => ({ ...draft, entry: objectIn(draft.text) ?? {} }));
  const entries = all.filter(({ name }) => name !== apiFileName);
  const byOperation = earlierDrafts(entries, present);
  const taken = new Set(byOperation.values());
  const files: UpdatedFile[] = [];
  const current = new Map<string, string>();
  const added = new Set<string>();
  for (const draft of entries) {
    const earlier = byOperation.get(draft) ?? (taken.has(draft.name) ? undefined : draft.name);
    const name = earlier ?? distinctName(draft);
    const isNew = !present.has(name);
    const updated = isNew
      ? { ...newFile(draft, slugs), name }
      : updatedFile({ ...draft, name }, present.get(name));
    if (updated === undefined) return { ok: false, taken: name };
    files.push(updated);
    const slug = slugIn(updated.text);
    current.set(String(draft.entry['slug']), slug);
    if (isNew) added.add(slug);
  }
  for (const draft of all.filter(({ name }) => name === apiFileName)) {
    const updated = updatedApiFile(draft, present, { current, added }, folder.get(draft.name) ?? '');
    if (updated === undefined) return { ok: false, taken: draft.name };
    files.push(updated);
  }
  const written = new Set(files.map(({ name }) => name));
  const absent = new Map([...folder].filter(([name]) => !written.has(name)));
  return { ok: true, files: [...files, ...removedFiles(absent, present, entries, document)] };
}

/** The earlier drafts of operations that the document no longer has, as offline. Each is told once. */
function removedFiles(
  folder: ReadonlyMap<string, string>,
  present: ReadonlyMap<string, JsonObject | undefined>,
  drafts: Draft[],
  { source, version, others }: DraftedDocument,
): UpdatedFile[] {
  const drafted = drafts.flatMap(({ entry }) => addressOf(entry) ?? []);
  const known = new Set([...drafted, ...others].map(addressText));
  const removedFrom = `${source} ${version}`.slice(0, longestName).trim();
  return [...folder].flatMap(([name, text]) => {
    const entry = present.get(name);
    const address = entry && addressOf(entry);
    if (!address || entry['source'] !== source || 'removedFrom' in entry) return [];
    const removed = addressText(address);
    if (known.has(removed)) return [];
    const marked = { ...entry, status: 'offline', removedFrom };
    return [{ name, text: fileText(text, marked), changed: [], kept: [], removed }];
  });
}

function addressText({ method, path }: { method: string; path: string }): string {
  return `${method.toUpperCase()} ${path}`;
}

/** The file names of earlier drafts of the same operations. */
function earlierDrafts(
  drafts: Draft[],
  present: ReadonlyMap<string, JsonObject | undefined>,
): Map<Draft, string> {
  const names = new Map<string, string>();
  for (const [name, entry] of present) {
    const key = entry && operationKey(entry);
    if (key !== undefined && !names.has(key)) names.set(key, name);
  }
  return new Map(
    drafts.flatMap((draft) => {
      const key = operationKey(draft.entry);
      const own = present.get(draft.name);
      const isOwn = own !== undefined && operationKey(own) === key;
      const name = key === undefined ? undefined : isOwn ? draft.name : names.get(key);
      return name === undefined ? [] : [[draft, name]];
    }),
  );
}

/** The document of an entry with the method and path of its operation. */
function operationKey(entry: JsonObject): string | undefined {
  const address = addressOf(entry);
  return address && JSON.stringify([entry['source'] ?? null, address.method, address.path]);
}

function addressOf({ operation }: JsonObject): { method: string; path: string } | undefined {
  const { method, path } = isJsonObject(operation) ? operation : {};
  return typeof method === 'string' && typeof path === 'string' ? { method, path } : undefined;
}

/** A draft without an earlier one gets a slug that no other entry of the folder has. */
function newFile({ name, text, entry }: Draft, slugs: ReadonlySet<unknown>): UpdatedFile {
  const { slug } = entry;
  const address = addressOf(entry);
  if (typeof slug !== 'string' || address === undefined || !slugs.has(slug))
    return { name, text, changed: [], kept: [] };
  return {
    name,
    text: fileText(text, { ...entry, slug: distinctSlug(slug, address) }),
    changed: [],
    kept: [],
  };
}

function distinctName({ name, entry }: Draft): string {
  const address = addressOf(entry);
  return address ? `${distinctSlug(name.replace(/\.yaml$/, ''), address)}.yaml` : name;
}

function updatedFile(
  { name, text, entry: next }: Draft,
  old: JsonObject | undefined,
): UpdatedFile | undefined {
  if (old === undefined) return undefined;
  if (name === 'tags.yaml')
    return { name, text: fileText(text, updatedTags(old, next)), changed: [], kept: [] };
  if (old['source'] !== next['source']) return undefined;
  const { entry, ...news } = updatedDraft(old, next);
  const address = 'removedFrom' in old ? addressOf(next) : undefined;
  return { name, text: fileText(text, entry), ...news, ...(address && { returned: addressText(address) }) };
}

function updatedApiFile(
  { name, text, entry }: Draft,
  present: ReadonlyMap<string, JsonObject | undefined>,
  slugs: OperationSlugs,
  earlier: string,
): UpdatedFile | undefined {
  const next = apiIn(entry);
  const old = apiIn(present.get(name));
  if (next === undefined) return undefined;
  if (present.has(name) && (old === undefined || old['source'] !== next['source'])) return undefined;
  const isDrafted = old !== undefined && earlier.includes(draftedComment(old));
  const { api, ...news } = updatedApi(old, next, slugs, isDrafted);
  return { name, text: fileText(text, { api }), ...news };
}

function apiIn(file: JsonObject | undefined): JsonObject | undefined {
  const api = file?.['api'];
  return isJsonObject(api) ? api : undefined;
}

function slugIn(text: string): string {
  return String(objectIn(text)?.['slug']);
}

/** The text of an updated file, with the header comment of its draft. */
function fileText(draft: string, value: JsonObject): string {
  const comment = /^(?:#.*\n)*/.exec(draft)?.[0] ?? '';
  return comment + yamlText(value);
}

function objectIn(text: string): JsonObject | undefined {
  try {
    const value: unknown = parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    // Unreadable files cannot be updated.
    return undefined;
  }
}

/** The slugs of a document's operations, by the slugs of its new drafts. */
interface OperationSlugs {
  /** As the operator named them. */
  current: ReadonlyMap<string, string>;
  /** The slugs of new operations. */
  added: ReadonlySet<string>;
}

interface UpdatedApi {
  api: JsonObject;
  changed: string[];
  /** The parts that stay although the document differs. */
  kept: string[];
}

/**
 * Updates the API file: the document version, new operations in their groups, and the texts if they are as drafted. The
 * operator's other changes stay.
 */
function updatedApi(
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
