import { isJsonObject, type JsonObject, type JsonValue } from '../../lib/json.ts';
import type { Operation } from '../../lib/operation.ts';
import { chooseExample } from './choose-example.ts';
import { importOperation, type OperationPlace } from './import-operation.ts';
import { type Loss, tidyLosses } from './loss.ts';
import { OperationIds } from './operation-id.ts';
import { OperationSite } from './operation-site.ts';
import { arrayMember, childPointer, member, objectMember, textMember } from './pointer.ts';
import { readDocument } from './read-document.ts';
import { SchemaBook } from './schema-book.ts';
import { openDocument, type SourceDocument } from './source-document.ts';

export type { Loss } from './loss.ts';

export interface ImportedOperation {
  /** Unique in the document, and fit to be a slug. */
  id: string;
  method: string;
  path: string;
  imported: boolean;
  operation?: Operation;
  losses: Loss[];
  /** An input object that is valid and binds: what `exampleInput` gives for the operation. */
  example?: JsonObject;
  tags: string[];
}

export interface ImportedDocument {
  title: string;
  version: string;
  openapi: string;
  description?: string;
  contact?: { name?: string; url?: string };
}

export type ImportResult =
  | { ok: true; document: ImportedDocument; operations: ImportedOperation[] }
  | { ok: false; reason: string };

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const;
/** The largest public documents have some thousands. */
const MAX_OPERATIONS = 20_000;

/** Every operation of an OpenAPI document by itself. Opens nothing but the text that it is given. */
export function importDocument(source: string | Uint8Array): ImportResult {
  const reading = readDocument(source);
  if (!reading.ok) return reading;
  const document = openDocument(reading.root);
  if (typeof document === 'string') return { ok: false, reason: document };
  const book = new SchemaBook(document);
  const ids = new OperationIds();
  const operations: ImportedOperation[] = [];
  for (const entry of operationEntries(document)) {
    if (operations.length >= MAX_OPERATIONS) break;
    const id = ids.next(entry.operationId, entry.method, entry.path);
    const imported =
      'place' in entry
        ? importOne(book, entry.place, entry.elsewhere)
        : notImported(entry.pointer, entry.why);
    const losses = tidyLosses([...reading.losses, ...imported.losses]);
    operations.push({ id, method: entry.method, path: entry.path, tags: entry.tags, ...imported, losses });
  }
  return { ok: true, document: describe(document), operations };
}

/** The operation that a catalogue entry names, by the document's own operationId or by the id that import gave it. */
export function findImported(operations: ImportedOperation[], id: string): ImportedOperation | undefined {
  return (
    operations.find((one) => one.operation?.operationId === id) ?? operations.find((one) => one.id === id)
  );
}

type Outcome = Pick<ImportedOperation, 'imported' | 'operation' | 'losses' | 'example'>;

function importOne(book: SchemaBook, place: OperationPlace, elsewhere?: string): Outcome {
  const site = new OperationSite(book);
  if (elsewhere !== undefined) site.lose(place.pointer, elsewhere);
  try {
    const draft = importOperation(site, place);
    const chosen = chooseExample(draft, place.pointer);
    const losses = [...site.losses, ...chosen.losses];
    if (!chosen.ok) return { imported: false, losses };
    return { imported: true, operation: chosen.operation, losses, example: chosen.example };
  } catch (error) {
    // One operation's oddity must not cost the others theirs; what it was is said where the operator looks.
    const what = error instanceof Error ? error.message : String(error);
    return {
      imported: false,
      losses: [...site.losses, { pointer: place.pointer, what: `It is not imported: ${what}` }],
    };
  }
}

function notImported(pointer: string, why: string): Outcome {
  return { imported: false, losses: [{ pointer, what: why }] };
}

type Entry = { method: string; path: string; operationId?: string; tags: string[] } & (
  | { place: OperationPlace; elsewhere?: string }
  | { pointer: string; why: string }
);

function* operationEntries(document: SourceDocument): Generator<Entry> {
  const paths = objectMember(document.root, 'paths') ?? {};
  for (const [path, value] of Object.entries(paths)) {
    if (path.startsWith('x-')) continue;
    const at = childPointer('/paths', path);
    const located = document.follow(value, at);
    if (!located.ok) {
      yield { method: '', path, tags: [], pointer: at, why: `The path is not imported: ${located.problem}.` };
      continue;
    }
    const own = isJsonObject(value) ? value : {};
    const target = isJsonObject(located.value) ? located.value : {};
    const { $ref: _reference, ...beside } = own;
    const pathItem = target === value ? target : { ...target, ...beside };
    yield* entriesOf(document, path, pathItem, target === value ? at : located.pointer);
  }
}

function* entriesOf(
  document: SourceDocument,
  path: string,
  pathItem: JsonObject,
  pathPointer: string,
): Generator<Entry> {
  for (const [key, value] of Object.entries(pathItem)) {
    const method = METHODS.find((known) => known === key.toLowerCase());
    const pointer = childPointer(pathPointer, key);
    if (method === undefined) {
      if (key === 'query' || key === 'additionalOperations') {
        yield { method: key, path, tags: [], pointer, why: `"${key}" of OpenAPI 3.2 is not imported.` };
      }
      continue;
    }
    const located = document.follow(value, pointer);
    const isElsewhere = !located.ok && isJsonObject(value);
    if (!isElsewhere && (!located.ok || !isJsonObject(located.value))) {
      const why = `It is not imported: ${located.ok ? 'it is no object' : located.problem}.`;
      yield { method, path, tags: [], pointer, why };
      continue;
    }
    const raw = located.ok && isJsonObject(located.value) ? located.value : besideReference(value);
    const operationId = textMember(raw, 'operationId');
    yield {
      method,
      path,
      tags: arrayMember(raw, 'tags').filter((tag) => typeof tag === 'string'),
      ...(operationId === undefined ? {} : { operationId }),
      place: { method, path, pathPointer, pathItem, pointer: located.ok ? located.pointer : pointer, raw },
      ...(located.ok ? {} : { elsewhere: `Only its method and path are known: ${located.problem}.` }),
    };
  }
}

/** An operation that stands in another file, as far as this one tells of it. */
function besideReference(value: JsonValue): JsonObject {
  const { $ref: _reference, ...beside } = isJsonObject(value) ? value : {};
  return beside;
}

function describe(document: SourceDocument): ImportedDocument {
  const info = objectMember(document.root, 'info');
  const description = textMember(info, 'description');
  const contact: JsonValue | undefined = member(info, 'contact');
  const [name, url] = [textMember(contact, 'name'), textMember(contact, 'url')];
  return {
    title: textMember(info, 'title') ?? '',
    version: textMember(info, 'version') ?? '',
    openapi: document.version,
    ...(description === undefined ? {} : { description }),
    contact: { ...(name === undefined ? {} : { name }), ...(url === undefined ? {} : { url }) },
  };
}
