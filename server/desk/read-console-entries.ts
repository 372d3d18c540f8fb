import { consoleOwner } from '../store/catalogue/audience.ts';
import { yamlText } from '../../lib/import/document/read-yaml.ts';
import { flatPrice } from '../../lib/import/drafts/draft-catalogue.ts';
import { updatedDraft } from '../../lib/import/drafts/updated-draft.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../lib/json/json.ts';
import { inputShape } from '../../lib/operation/input-shape.ts';
import { operationSchema } from '../../lib/operation/operation.ts';
import { CatalogueFile } from '../catalogue/catalogue-file.ts';
import { entryOf } from '../catalogue/export-catalogue.ts';
import { type KnownTags } from '../catalogue/product-row.ts';
import { type CatalogueApi, readApi } from '../catalogue/read-api.ts';
import { ImportedDocuments, noFiles } from '../catalogue/read-doc.ts';
import { type CatalogueProduct, readEntry } from '../catalogue/read-entry.ts';
import type { StoredProduct } from '../store/catalogue/read-publications.ts';

/** An entry that an operator publishes. */
export interface EntryToRead {
  entry: JsonObject;
  slug: string;
  name: string;
  /** Credits for a call; null keeps those of the published product. */
  price: number | null;
  /** The product that the operation is already. */
  before: StoredProduct | null;
}

export interface EntriesRequest {
  entries: EntryToRead[];
  /** Slugs by kind, from 1. */
  tags: string[][];
  /** Servers of the document, and where calls go instead. */
  servers: Record<string, string>;
}

export interface ApiRequest extends Pick<EntriesRequest, 'tags'> {
  api: JsonObject;
}

export type ReadConsoleApi = { ok: true; api: CatalogueApi } | { ok: false; mistakes: string[] };
export type ReadConsoleEntry = { ok: true; product: CatalogueProduct } | { ok: false; mistakes: string[] };

/** Makes entries of the catalogue of what operators chose, and reads them as those of files are read. */
export function readConsoleEntries({ entries, tags, servers }: EntriesRequest): ReadConsoleEntry[] {
  return entries.map((one) => {
    const entry = chosenEntry(one, servers);
    const file = new CatalogueFile(one.slug, yamlText(entry));
    const product = file.mistakes.length > 0 ? undefined : readEntry(file, placeInConsole(one.slug, tags));
    if (product) return { ok: true, product };
    return { ok: false, mistakes: file.mistakes.map(({ expected }) => expected) };
  });
}

/** The API of what is published; its places are said apart, because it may have any number of them. */
export function readConsoleApi({ api, tags }: ApiRequest): ReadConsoleApi {
  const file = new CatalogueFile(String(api['slug']), yamlText({ api }));
  const read =
    file.mistakes.length > 0 ? undefined : readApi(file, placeInConsole(String(api['slug']), tags));
  return read
    ? { ok: true, api: read }
    : { ok: false, mistakes: file.mistakes.map(({ expected }) => expected) };
}

export function placeInConsole(name: string, tags: string[][]) {
  const known: KnownTags = { slugs: (kind) => tags[kind - 1] ?? [], source: 'the console' };
  return {
    name,
    path: name,
    owner: consoleOwner,
    tags: known,
    documents: new ImportedDocuments(noFiles),
    // Whether it can be online is said apart: until then it is a draft.
    egressAllow: null,
  };
}

/** Without its status, which is set when everything is known that may keep it offline. */
export function publishedEntry(product: StoredProduct): JsonObject {
  const { status: _status, ...entry } = entryOf(product);
  return entry;
}

/** The draft with what was chosen; of a published product stays what an update of its files would keep. */
export function chosenEntry(
  { entry, slug, name, price, before }: EntryToRead,
  servers: Record<string, string>,
): JsonObject {
  const { status: _offline, ...draft } = withServer(entry, servers);
  const base = before ? withKnownFields(updatedDraft(publishedEntry(before), draft).entry) : draft;
  return { ...base, slug, name, ...((price !== null || !before) && { price: flatPrice(price ?? 1) }) };
}

export function withServer(entry: JsonObject, servers: Record<string, string>): JsonObject {
  const { operation } = entry;
  if (!isJsonObject(operation) || !isJsonObject(operation['server'])) return entry;
  const from = String(operation['server']['url']);
  const to = Object.hasOwn(servers, from) ? servers[from] : undefined;
  return to === undefined || to === from
    ? entry
    : { ...entry, operation: { ...operation, server: { url: to } } };
}

/** Without the texts of fields that the operation has no more. */
function withKnownFields(entry: JsonObject): JsonObject {
  const { fields } = entry;
  const operation = operationSchema.safeParse(entry['operation']).data;
  if (!isJsonObject(fields) || !operation) return entry;
  const names = new Set(inputShape(operation).fields.map(({ name }) => name));
  const kept = Object.entries(fields).map(([part, value]): [string, JsonValue] => {
    if (Array.isArray(value)) return [part, value.filter((name) => names.has(String(name)))];
    const of = isJsonObject(value) ? Object.entries(value).filter(([name]) => names.has(name)) : [];
    return [part, Object.fromEntries(of)];
  });
  return { ...entry, fields: Object.fromEntries(kept) };
}
