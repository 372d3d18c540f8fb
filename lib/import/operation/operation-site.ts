import type { JsonObject, JsonValue } from '../../json/json.ts';
import type { Schema } from '../../operation/operation.ts';
import type { ConvertedSchema } from '../schema/convert-schema.ts';
import type { Loss } from '../loss.ts';
import { countValues, type SchemaBook } from '../schema/schema-book.ts';
import type { SourceDocument } from '../document/source-document.ts';

/** The work on one operation: its losses and the schemas that it uses. */
export class OperationSite {
  readonly losses: Loss[] = [];
  readonly inputSchemas: ConvertedSchema[] = [];
  readonly replySchemas: ConvertedSchema[] = [];
  /** Schemas for the reference only: error responses, other media types, headers. */
  readonly referenceSchemas: ConvertedSchema[] = [];
  readonly document: SourceDocument;

  constructor(readonly book: SchemaBook) {
    this.document = book.document;
  }

  lose(pointer: string, what: string): void {
    this.losses.push({ pointer, what });
  }

  /** Reports the members of an object that the import does not read. */
  loseOthers(raw: JsonObject, known: ReadonlySet<string>, pointer: string, owner: string): void {
    const others = Object.keys(raw).filter((key) => !known.has(key));
    if (others.length > 0) this.lose(pointer, `Not kept of the ${owner}: ${others.slice(0, 20).join(', ')}.`);
  }

  /** The schema at a pointer, converted to 2020-12. Its definitions are collected at the end. */
  schema(raw: JsonValue | undefined, pointer: string, use: 'input' | 'reply'): Schema {
    const converted = this.book.convert(raw, pointer);
    (use === 'input' ? this.inputSchemas : this.replySchemas).push(converted);
    return converted.schema;
  }

  /** The same for a schema that only the reference shows; undefined if it is too large. */
  referenceSchema(raw: JsonValue | undefined, pointer: string): Schema | undefined {
    const converted = this.book.convert(raw, pointer);
    if (countValues(converted.schema, mostReferenceValues) > mostReferenceValues) return undefined;
    this.referenceSchemas.push(converted);
    return converted.schema;
  }
}

/** Nobody reads more of one error or header, and every version of a template carries it. */
const mostReferenceValues = 300;

/** The limit of a slug, minus space for a number. */
const maxLength = 58;

/** Gives each operation a unique name that is a valid slug and a file name on any disk. */
export class OperationIds {
  readonly #taken = new Set<string>();

  next(operationId: string | undefined, method: string, path: string): string {
    const wanted = operationSlug(operationId, method, path);
    let id = wanted;
    for (let number = 2; this.#taken.has(id); number += 1) id = `${wanted}-${number}`;
    this.#taken.add(id);
    return id;
  }
}

/** A name for an operation; others in its document may have the same. */
export function operationSlug(operationId: string | undefined, method: string, path: string): string {
  return slug(operationId ?? '') || slug(`${method} ${path}`) || slug(method) || 'operation';
}

/** `createQRCode` and `Create QR code` → create-qr-code. */
export function slug(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1-$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, maxLength)
    .replace(/^-+|-+$/g, '');
}
