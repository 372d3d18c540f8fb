import type { JsonObject, JsonValue } from '../json/json.ts';
import type { Schema } from '../operation/operation.ts';
import type { ConvertedSchema } from './convert-schema.ts';
import type { Loss } from './loss.ts';
import { countValues, type SchemaBook } from './schema-book.ts';
import type { SourceDocument } from './source-document.ts';

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
