import { isJsonObject, type JsonObject, type JsonValue } from '../json/json.ts';
import type { Operation } from '../operation/operation.ts';
import { chooseExample } from './operation/choose-example.ts';
import { type Fidelity, operationFidelity } from './fidelity.ts';
import { importOperation, type OperationPlace } from './operation/import-operation.ts';
import { type Loss, tidyLosses } from './loss.ts';
import { OperationIds, OperationSite } from './operation/operation-site.ts';
import {
  serverAddresses,
  arrayMember,
  childPointer,
  member,
  objectMember,
  pointerTokens,
  textMember,
} from './document/pointer.ts';
import { readDocument, decodeText, syntaxFault } from './document/read-document.ts';
import { resolved, openDocument, type SourceDocument } from './document/source-document.ts';
import { SchemaBook } from './schema/schema-book.ts';
import { withoutUpstream } from './document/without-upstream.ts';

export type { Loss } from './loss.ts';

export interface ImportedOperation {
  /** Unique in the document, and a valid slug. */
  id: string;
  method: string;
  path: string;
  imported: boolean;
  operation?: Operation;
  losses: Loss[];
  /** A valid input that can be sent; equal to `exampleInput` of the operation. */
  example?: JsonObject;
  tags: string[];
  /** Further documentation elsewhere. */
  documentation?: { url: string; description?: string };
  fidelity?: Fidelity;
}

export interface ImportedDocument {
  title: string;
  version: string;
  openapi: string;
  description?: string;
  contact?: { name?: string; url?: string };
  /** From the first server with a host. */
  host?: string;
  providerName?: string;
  /** Display names of tags, if the document has them. */
  tagTitles: Record<string, string>;
  /** The tags of the document, in its order. Descriptions are Markdown. */
  tags: { name: string; description?: string }[];
  summary?: string;
  documentation?: string;
  /** Losses outside operations, and losses from reading the text. */
  losses: Loss[];
}

export type ImportResult =
  | { ok: true; document: ImportedDocument; operations: ImportedOperation[] }
  | { ok: false; reason: string };

export interface ImportOptions {
  /** The address of the document, the base of its relative links. Nothing is fetched from it. */
  url?: string;
  /** Computes the fidelity, which takes about as long as the import. */
  counts?: boolean;
  /** Hears of each operation that is read. */
  onProgress?(read: number, all: number): void;
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const;
/** The largest public documents have some thousands. */
const maxOperations = 20_000;
/** Servers refuse far shorter paths, and every loss of a path names it. */
const maxPathCharacters = 4000;

/** Imports every operation of an OpenAPI document. Reads only the given text: no files, no network. */
export function importDocument(
  source: string | Uint8Array,
  { url, counts = false, onProgress }: ImportOptions = {},
): ImportResult {
  const reading = readDocument(source);
  if (!reading.ok) return reading;
  const document = openDocument(withoutUpstream(reading.root), url);
  if (typeof document === 'string') return { ok: false, reason: syntaxFault(decodeText(source)) ?? document };
  const book = new SchemaBook(document);
  const ids = new OperationIds();
  const operations: ImportedOperation[] = [];
  const { entries, losses: unresolved } = documentEntries(document);
  for (const { operationId, ...entry } of entries.slice(0, maxOperations)) {
    const { method, path, tags } = entry;
    const imported = importOne(book, entry.place, entry.elsewhere);
    const read = reading.losses.filter((loss) => concerns(loss, method, path));
    const losses = tidyLosses([...read, ...imported.losses]);
    const documentation = externalDocs(document, entry.place.raw);
    operations.push({
      id: ids.next(operationId, method, path),
      method,
      path,
      tags,
      ...imported,
      losses,
      ...(documentation && { documentation }),
      ...(counts && { fidelity: operationFidelity(document, entry.place, imported.operation) }),
    });
    onProgress?.(operations.length, Math.min(entries.length, maxOperations));
  }
  const rest = entries.length - operations.length;
  const cut = {
    pointer: '/paths',
    what: `Only ${maxOperations} operations are imported; ${rest} more ${rest === 1 ? 'is' : 'are'} left out.`,
  };
  const losses = [...reading.losses, ...unresolved, ...(rest > 0 ? [cut] : []), ...documentLosses(document)];
  return { ok: true, document: describe(document, tidyLosses(losses)), operations };
}

function externalDocs(document: SourceDocument, raw: JsonObject): ImportedOperation['documentation'] {
  const given = objectMember(raw, 'externalDocs');
  const url = resolved(textMember(given, 'url')?.trim() ?? '', document.address);
  const description = document.markdown(given, 'description');
  if (url === undefined || !/^https?:/i.test(url)) return undefined;
  return { url, ...(description && { description }) };
}

/** Whether a loss from reading the text affects this operation. */
function concerns({ pointer }: Loss, method: string, path: string): boolean {
  const [home, owner, member] = pointerTokens(pointer);
  if (home !== 'paths' || owner === undefined) return true;
  const other = methods.find((known) => known === member?.toLowerCase());
  return owner === path && (other === undefined || other === method);
}

/** The operation of a catalogue entry, by the document's operationId or the id that the import created. */
export function findImported(operations: ImportedOperation[], id: string): ImportedOperation | undefined {
  return (
    operations.find((one) => one.operation?.operationId === id) ?? operations.find((one) => one.id === id)
  );
}

type Outcome = Pick<ImportedOperation, 'imported' | 'operation' | 'losses' | 'example'>;

function importOne(book: SchemaBook, place: OperationPlace, elsewhere?: string): Outcome {
  if (place.path.length > maxPathCharacters) {
    const what = `It is not imported: its path has ${place.path.length} characters; the limit is ${maxPathCharacters}.`;
    return { imported: false, losses: [{ pointer: place.pointer, what }] };
  }
  const site = new OperationSite(book);
  if (elsewhere !== undefined) site.lose(place.pointer, elsewhere);
  try {
    const draft = importOperation(site, place);
    const chosen = chooseExample(draft, place.pointer);
    const losses = [...site.losses, ...chosen.losses];
    if (!chosen.ok) return { imported: false, losses };
    return { imported: true, operation: chosen.operation, losses, example: chosen.example };
  } catch (error) {
    // An error in one operation must not lose the others. It is reported with the losses.
    const what = error instanceof Error ? error.message : String(error);
    return {
      imported: false,
      losses: [...site.losses, { pointer: place.pointer, what: `It is not imported: ${what}` }],
    };
  }
}

interface Entry {
  method: OperationPlace['method'];
  path: string;
  operationId?: string;
  tags: string[];
  place: OperationPlace;
  /** Why nothing else is known about it. */
  elsewhere?: string;
}

/** The operations of a document, and the losses for entries that are none or cannot be found. */
function documentEntries(document: SourceDocument): { entries: Entry[]; losses: Loss[] } {
  const found: { entries: Entry[]; losses: Loss[] } = { entries: [], losses: [] };
  const paths = objectMember(document.root, 'paths');
  if (paths === undefined && isGiven(member(document.root, 'paths')))
    found.losses.push({ pointer: '/paths', what: 'It is not an object, so it has no operations.' });
  for (const [path, value] of Object.entries(paths ?? {})) {
    if (path.startsWith('x-')) continue;
    const at = childPointer('/paths', path);
    const located = document.follow(value, at);
    if (!located.ok || !isJsonObject(located.value)) {
      const problem = located.ok ? 'it is not an object' : located.problem;
      found.losses.push({ pointer: at, what: `The path is not imported: ${problem}.` });
    }
    const own = isJsonObject(value) ? value : {};
    const target = located.ok && isJsonObject(located.value) ? located.value : {};
    const { $ref: _reference, ...beside } = own;
    const pathItem = target === value ? target : { ...target, ...beside };
    const pathPointer = located.ok && target !== value ? located.pointer : at;
    gatherEntries(document, path, pathItem, pathPointer, found);
  }
  return found;
}

function gatherEntries(
  document: SourceDocument,
  path: string,
  pathItem: JsonObject,
  pathPointer: string,
  found: { entries: Entry[]; losses: Loss[] },
): void {
  for (const [key, value] of Object.entries(pathItem)) {
    const method = methods.find((known) => known === key.toLowerCase());
    const pointer = childPointer(pathPointer, key);
    if (method === undefined) {
      if (!pathItemWords.has(key) && !key.startsWith('x-'))
        found.losses.push({
          pointer,
          what: `"${key.slice(0, 60)}" is not imported: it is not an HTTP method.`,
        });
      continue;
    }
    const located = document.follow(value, pointer);
    const isFound = located.ok && isJsonObject(located.value);
    const problem = located.ok ? 'it is not an object' : located.problem;
    // YAML reads an empty operation as null. It is still an operation.
    if (!isFound && value !== null && !isJsonObject(value)) {
      found.losses.push({ pointer, what: `It is not imported: ${problem}.` });
      continue;
    }
    const raw = located.ok && isJsonObject(located.value) ? located.value : besideReference(value);
    const operationId = textMember(raw, 'operationId');
    found.entries.push({
      method,
      path,
      tags: arrayMember(raw, 'tags').filter((tag) => typeof tag === 'string'),
      ...(operationId === undefined ? {} : { operationId }),
      place: { method, path, pathPointer, pathItem, pointer: located.ok ? located.pointer : pointer, raw },
      ...(isFound ? {} : { elsewhere: `Only its method and path are known: ${problem}.` }),
    });
  }
}

/** Other members of a path item. Further methods of OpenAPI 3.2 are reported as not imported. */
const pathItemWords = new Set(['$ref', 'summary', 'description', 'servers', 'parameters']);

/** The part of an operation that stands beside its reference to another file. */
function besideReference(value: JsonValue): JsonObject {
  const { $ref: _reference, ...beside } = isJsonObject(value) ? value : {};
  return beside;
}

const rootWords = new Set([
  'openapi', 'swagger', 'swaggerVersion', 'info', 'paths', 'components', 'servers', 'security', 'definitions', 'parameters',
  'responses', 'securityDefinitions', 'host', 'basePath', 'schemes', 'consumes', 'produces', 'webhooks', 'tags',
  'externalDocs',
]); // biome-ignore format: a list of words

const tagWords = new Set(['name', 'description', 'x-displayName']);
const infoWords = new Set(['title', 'version', 'summary', 'description', 'contact', 'x-providerName']);

/** OpenAPI 2.0, 3.0 and 3.1 in full or short form. */
const knownVersion = /^(?:2(?:\.0){0,2}|3(?:\.[01](?:\.\d+)?)?)$/;

/** Members of the document that no operation draft can hold. */
function documentLosses(document: SourceDocument): Loss[] {
  const losses: Loss[] = [];
  const { root, version, dialect } = document;
  if (!knownVersion.test(version)) {
    const pointer = ['openapi', 'swagger'].find((key) => member(root, key) !== undefined) ?? 'swaggerVersion';
    losses.push({ pointer: `/${pointer}`, what: `Version "${version.slice(0, 60)}" is read as ${dialect}.` });
  }
  const webhooks = Object.keys(objectMember(root, 'webhooks') ?? {}).length;
  if (webhooks > 0)
    losses.push({
      pointer: '/webhooks',
      what: `Its ${webhooks} webhooks are not operations that can be called.`,
    });
  const others = Object.keys(root).filter((key) => !rootWords.has(key));
  if (others.length > 0)
    losses.push({ pointer: '', what: `Not kept of the document: ${others.slice(0, 20).join(', ')}.` });
  const info = Object.keys(objectMember(root, 'info') ?? {}).filter((key) => !infoWords.has(key));
  if (info.length > 0)
    losses.push({ pointer: '/info', what: `Not kept of its description: ${info.slice(0, 20).join(', ')}.` });
  if (
    arrayMember(root, 'tags').some((tag) =>
      Object.keys(isJsonObject(tag) ? tag : {}).some((key) => !tagWords.has(key)),
    )
  )
    losses.push({ pointer: '/tags', what: 'Of its tags only names and descriptions are kept.' });
  return losses;
}

function tagTitles(root: JsonObject): Record<string, string> {
  const titles = arrayMember(root, 'tags').map((tag): [string, string] => [
    textMember(tag, 'name') ?? '',
    textMember(tag, 'x-displayName') ?? '',
  ]);
  return Object.fromEntries(titles.filter(([name, title]) => name !== '' && title !== ''));
}

function listedTags(document: SourceDocument): ImportedDocument['tags'] {
  return arrayMember(document.root, 'tags').flatMap((tag) => {
    const name = textMember(tag, 'name');
    const description = document.markdown(tag, 'description')?.trim();
    return name === undefined ? [] : [{ name, ...(description && { description }) }];
  });
}

function isGiven(value: JsonValue | undefined): boolean {
  return value !== undefined && value !== null;
}

function describe(document: SourceDocument, losses: Loss[]): ImportedDocument {
  const info = objectMember(document.root, 'info');
  const description = document.markdown(info, 'description');
  const summary = textMember(info, 'summary');
  const documentation = externalDocs(document, document.root)?.url;
  const [server] = serverAddresses(document.root).filter((address) => URL.canParse(address));
  const providerName = textMember(info, 'x-providerName') ?? textMember(document.root, 'x-providerName');
  const contact: JsonValue | undefined = member(info, 'contact');
  const [name, url] = [textMember(contact, 'name'), textMember(contact, 'url')];
  return {
    title: textMember(info, 'title') ?? '',
    version: textMember(info, 'version') ?? '',
    openapi: document.version,
    ...(description === undefined ? {} : { description }),
    ...(server === undefined ? {} : { host: new URL(server).host }),
    ...(providerName === undefined ? {} : { providerName }),
    ...(summary === undefined ? {} : { summary }),
    ...(documentation === undefined ? {} : { documentation }),
    tagTitles: tagTitles(document.root),
    tags: listedTags(document),
    contact: { ...(name === undefined ? {} : { name }), ...(url === undefined ? {} : { url }) },
    losses,
  };
}
