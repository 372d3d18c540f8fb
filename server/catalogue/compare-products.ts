import { canonicalJson, isJsonObject, type JsonObject, type JsonValue } from '../../lib/json/json.ts';
import { breakingChanges } from '../../lib/operation/breaking-changes.ts';
import { templateSchema } from '../../lib/operation/operation.ts';
import { mayCostMore } from '../../lib/product/priced-template.ts';
import { tagKinds } from '../../lib/product/tag-kinds.ts';

/** What a product is, as it is stored. */
export interface ComparedProduct {
  name: string;
  introduction: string;
  /** JSON. Left out: none. */
  searchWords?: string | undefined;
  doc: string;
  tags: { kind: number; slug: string }[];
  /** The text of its template. */
  document: string;
}

/** The differences between two states of a product, in terms of its file. */
export interface Difference {
  /** Without the price. */
  parts: string[];
  /** The changes that break programs of callers, in words. */
  breaking: string[];
  /** Null if the price stays. */
  price: { mayCostMore: boolean } | null;
}

export function differenceOf(before: ComparedProduct, after: ComparedProduct): Difference {
  const parts: string[] = [];
  if (before.name !== after.name) parts.push('name');
  for (const { kind, list, one } of tagKinds) {
    if (slugsOf(before.tags, kind) !== slugsOf(after.tags, kind)) parts.push(kind <= 2 ? one : list);
  }
  if ((before.searchWords ?? '[]') !== (after.searchWords ?? '[]')) parts.push('search words');
  if (before.introduction !== after.introduction) parts.push('introduction');
  if (before.doc !== after.doc) parts.push('doc');
  const template = changedTemplate(before.document, after.document);
  return {
    parts: [...parts, ...template.filter((part) => part !== 'price')],
    breaking: template.includes('operation') ? changesOfCalls(before.document, after.document) : [],
    price: template.includes('price') ? { mayCostMore: mayCostMore(before.document, after.document) } : null,
  };
}

/** A template that an older version of Farebox stored may have another form. */
function changesOfCalls(before: string, after: string): string[] {
  const [old, next] = [before, after].map((document) => templateSchema.safeParse(JSON.parse(document)).data);
  return old && next ? breakingChanges(old, next) : [];
}

export function isSameOperation(before: string, after: string): boolean {
  if (before === after) return true;
  const [from, to] = [objectOf(before), objectOf(after)];
  return from['method'] === to['method'] && from['path'] === to['path'];
}

function slugsOf(tags: { kind: number; slug: string }[], kind: number): string {
  return tags
    .filter((tag) => tag.kind === kind)
    .map(({ slug }) => slug)
    .join(' ');
}

function changedTemplate(before: string, after: string): string[] {
  if (before === after) return [];
  const from = split(before);
  const to = split(after);
  const names = [...new Set([...Object.keys(from), ...Object.keys(to)])];
  return names.filter((name) => textOf(name, from[name]) !== textOf(name, to[name]));
}

/** The order of fields is that of the form, so it counts. The order within a price does not. */
function textOf(name: string, part: JsonValue = null): string {
  return name === 'price' ? canonicalJson(part) : JSON.stringify(part);
}

/** The parts of a template by the keys of a catalogue entry. */
function split(document: string): Record<string, JsonValue> {
  const { 'x-farebox': extension, ...operation } = objectOf(document);
  const { price, charges, limits, secrets, ...fields } = isJsonObject(extension) ? extension : {};
  return {
    operation: { ...operation, secrets: secrets ?? null },
    fields,
    price: price ?? null,
    charges: charges ?? null,
    limits: limits ?? null,
  };
}

/** Only the writer stores templates, always as JSON objects. */
function objectOf(document: string): JsonObject {
  const template: unknown = JSON.parse(document);
  return isJsonObject(template) ? template : {};
}
