import { dirname, resolve } from 'node:path';
import {
  type CatalogueEntry,
  catalogueEntry,
  operationReference,
  templateOfEntry,
} from '../../lib/product/catalogue-entry.ts';
import { tagKinds } from '../../lib/product/tag-kinds.ts';
import { didYouMean } from '../../lib/text/names.ts';
import { type InputShape, inputShape } from '../../lib/operation/input-shape.ts';
import type { JsonValue } from '../../lib/json/json.ts';
import {
  type Operation,
  operationSchema,
  serverAddress,
  serverProblem,
} from '../../lib/operation/operation.ts';
import { type PriceBounds, priceBounds } from '../../lib/price/bounds.ts';
import { checkPrice } from '../../lib/price/check-price.ts';
import { compilePrice } from '../../lib/price/compile-price.ts';
import { mayStream } from '../../lib/operation/media-type.ts';
import { compileInput } from '../../lib/validation/validate.ts';
import { type EgressAllow, templateEgressProblem } from '../gateway/egress-allow.ts';
import { secretNames } from '../products/online-hindrance.ts';
import type { Loss } from '../../lib/import/loss.ts';
import { visibilityNumber } from '../store/catalogue/audience.ts';
import type { PublishedProduct, TagKind } from '../store/catalogue/published-product.ts';
import type { CatalogueFile } from './catalogue-file.ts';
import { type ImportedDocuments, checkDescriptions, checkMarkdown, readDoc } from './read-doc.ts';
import { checkTag, type KnownTags, productRow } from './product-row.ts';

export interface CatalogueProduct {
  /** The file name in messages. */
  file: string;
  row: PublishedProduct;
  /** Advice about the price for the author, in sentences. */
  notes: string[];
  /** Risks for the author's money and calls that must fail, in sentences, repeated at each apply until they are fixed. */
  warnings: string[];
  /** The names of the upstream credentials that its calls need. */
  secrets: string[];
  /** The document that no longer has its operation. */
  removedFrom?: string;
  /** The number of losses in the import of its operation. `farebox import` lists them. */
  losses: number;
}

/** What an entry is read with: that of its folder, or that of the console, which has no files. */
export interface EntryPlace {
  /** The file name in messages. */
  name: string;
  /** From which its paths start. */
  path: string;
  /** Of the product: a whole path, or `console`. */
  owner: string;
  tags: KnownTags;
  documents: ImportedDocuments;
  /** Null where it is said apart whether the product can be online. */
  egressAllow: EgressAllow | null;
}

/** Parses an entry. Undefined if it has mistakes, which the file collects. */
export function readEntry(
  file: CatalogueFile,
  { name, path, owner, tags, documents, egressAllow }: EntryPlace,
): CatalogueProduct | undefined {
  const entry = file.parse(catalogueEntry, file.value);
  if (!entry) return undefined;
  checkTags(file, entry, tags);
  const doc = readDoc(file, ['doc'], path, entry.doc, documents.files);
  entry.introduction.forEach(({ text }, index) => checkMarkdown(file, ['introduction', index, 'text'], text));
  if (!('document' in entry.operation)) checkDescriptions(file, ['operation'], entry.operation);
  const imported = readOperation(file, path, entry.operation, documents);
  if (!imported) return undefined;
  const template = templateOfEntry(imported.operation, entry);
  const shape = inputShape(template);
  checkFields(file, entry, shape);
  const price = readPrice(file, entry, shape);
  if (egressAllow) checkServer(file, entry, imported.operation, egressAllow);
  if (file.mistakes.length > 0 || doc === undefined || !price) return undefined;
  const status = entry.status === undefined ? null : entry.status === 'online' ? 1 : 0;
  const visibility = entry.visibility && visibilityNumber(entry.visibility);
  const approval = entry.approval && (entry.approval === 'required' ? 1 : 0);
  const row = productRow({
    ...{ ...entry, status, visibility, approval, doc, template },
    tags: tagsOf(entry),
    price: price.bounds,
  });
  return {
    file: name,
    row: { ...row, owner: { file: owner, source: entry.source ?? null } },
    notes: price.notes,
    warnings: [...chargeWarnings(entry, imported.operation), ...serverWarnings(entry, imported.operation)],
    secrets: secretNames(template),
    ...(entry.removedFrom !== undefined && { removedFrom: entry.removedFrom }),
    losses: imported.losses.length,
  };
}

function tagsOf(entry: CatalogueEntry): PublishedProduct['tags'] {
  return tagKinds.flatMap(({ kind }) => slugsOf(entry, kind).map((slug) => ({ kind, slug })));
}

function slugsOf({ type, provider, capabilities, labels }: CatalogueEntry, kind: TagKind): string[] {
  return { 1: [type], 2: [provider], 3: capabilities, 4: labels }[kind];
}

function checkTags(file: CatalogueFile, entry: CatalogueEntry, tags: KnownTags): void {
  for (const { kind, list, one } of tagKinds) {
    slugsOf(entry, kind).forEach((slug, index) => {
      checkTag(file, kind <= 2 ? [one] : [list, index], { kind, slug }, tags);
    });
  }
}

function readOperation(
  file: CatalogueFile,
  path: string,
  value: CatalogueEntry['operation'],
  documents: ImportedDocuments,
): { operation: Operation; losses: Loss[] } | undefined {
  if (!('document' in value)) {
    const operation = file.parse(operationSchema, value, ['operation']);
    return operation && { operation, losses: [] };
  }
  const reference = file.parse(operationReference, value, ['operation']);
  if (!reference) return undefined;
  const found = documents.find(resolve(dirname(path), reference.document), reference.id);
  if (found.ok) return found;
  file.add(['operation', found.at], found.expected);
  return undefined;
}

/** The field texts of an entry must be for existing fields, with values of their types. */
function checkFields(file: CatalogueFile, { fields }: CatalogueEntry, shape: InputShape): void {
  if (!fields) return;
  const names = shape.fields.map(({ name }) => name);
  const isField = (name: string, path: (string | number)[]) => {
    if (names.includes(name)) return true;
    const remedy = didYouMean(name, names) || ` It has ${names.join(', ') || 'none'}.`;
    file.addAtKey(path, `Expected a field of the operation's input; "${name}" is not one.${remedy}`);
    return false;
  };
  fields.order?.forEach((name, index) => isField(name, ['fields', 'order', index]));
  for (const name of Object.keys(fields.labels ?? {})) isField(name, ['fields', 'labels', name]);
  const examples = Object.entries(fields.examples ?? {}).filter(([name]) =>
    isField(name, ['fields', 'examples', name]),
  );
  if (examples.length > 0) checkExamples(file, examples, shape);
}

function checkExamples(file: CatalogueFile, examples: [string, JsonValue][], shape: InputShape): void {
  const { fields } = compileInput(shape);
  for (const [name, example] of examples) {
    for (const { pointer, detail } of fields.get(name)?.(example) ?? []) {
      file.add(
        ['fields', 'examples', name, ...pathOf(pointer)],
        `Expected an example that is valid for the field: ${detail}`,
      );
    }
  }
}

function readPrice(
  file: CatalogueFile,
  { price }: CatalogueEntry,
  { schema }: InputShape,
): { bounds: PriceBounds; notes: string[] } | undefined {
  const compiled = compilePrice(price, schema);
  const check = compiled.ok ? checkPrice(compiled.program, schema) : { errors: compiled.errors, notes: [] };
  for (const { pointer, detail } of check.errors) file.add(['price', ...pathOf(pointer)], detail);
  if (!compiled.ok || check.errors.length > 0) return undefined;
  return { bounds: priceBounds(compiled.program, schema), notes: check.notes };
}

/** Callers who disconnect pay nothing by default, but they may have received a whole stream by then. */
function chargeWarnings({ charges }: CatalogueEntry, operation: Operation): string[] {
  if (charges?.clientGone !== undefined || !mayStream(operation)) return [];
  return [
    'The response may be a stream, and a caller who disconnects before its end pays nothing. Under charges, set clientGone to settled or quoted, or to nothing if that is intended.',
  ];
}

/** RFC 2606 keeps these names for texts and tests: no public DNS has them. */
const reservedName = /(?:^|\.)(?:example|invalid|test)\.?$/;

function serverWarnings({ status }: CatalogueEntry, operation: Operation): string[] {
  if (status !== 'online') return [];
  const { hostname } = new URL(serverAddress(operation));
  if (!reservedName.test(hostname)) return [];
  return [
    `Its calls fail: operation.server.url has the host ${hostname}, a reserved name that public DNS never has. Set the address of the upstream.`,
  ];
}

function checkServer(
  file: CatalogueFile,
  { status }: CatalogueEntry,
  operation: Operation,
  egressAllow: EgressAllow,
): void {
  if (status !== 'online') return;
  const problem = serverProblem(operation) ?? templateEgressProblem(operation, egressAllow);
  if (problem !== undefined) file.add(['operation', 'server', 'url'], problem);
}

function pathOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((segment) => segment.replace(/~1/g, '/').replace(/~0/g, '~'));
}
