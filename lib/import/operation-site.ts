import type { JsonObject, JsonValue } from '../json/json.ts';
import type { Schema } from '../operation/operation.ts';
import type { ConvertedSchema } from './convert-schema.ts';
import type { Loss } from './loss.ts';
import { countValues, type SchemaBook } from './schema-book.ts';
import type { SourceDocument } from './source-document.ts';

/** The work on one operation: what it loses, and the schemas that it uses. */
export class OperationSite {
  readonly losses: Loss[] = [];
  readonly inputSchemas: ConvertedSchema[] = [];
  readonly replySchemas: ConvertedSchema[] = [];
  /** Of what is only read about: error replies, other media types, headers. */
  readonly referenceSchemas: ConvertedSchema[] = [];
  readonly document: SourceDocument;

  constructor(readonly book: SchemaBook) {
    this.document = book.document;
  }

  lose(pointer: string, what: string): void {
    this.losses.push({ pointer, what });
  }

  /** Tells of the members of an object of the document that nothing here reads. */
  loseOthers(raw: JsonObject, known: ReadonlySet<string>, pointer: string, owner: string): void {
    const others = Object.keys(raw).filter((key) => !known.has(key));
    if (others.length > 0) this.lose(pointer, `Not kept of the ${owner}: ${others.slice(0, 20).join(', ')}.`);
  }

  /** The schema at a pointer in the words of 2020-12; its definitions are gathered when the operation is whole. */
  schema(raw: JsonValue | undefined, pointer: string, use: 'input' | 'reply'): Schema {
    const converted = this.book.convert(raw, pointer);
    (use === 'input' ? this.inputSchemas : this.replySchemas).push(converted);
    return converted.schema;
  }

  /** The same of a schema that only the reference shows; undefined where it is too large for that. */
  referenceSchema(raw: JsonValue | undefined, pointer: string): Schema | undefined {
    const converted = this.book.convert(raw, pointer);
    if (countValues(converted.schema, mostReferenceValues) > mostReferenceValues) return undefined;
    this.referenceSchemas.push(converted);
    return converted.schema;
  }
}

/** More than this of one error or header is not read by anybody, and every version of a template carries it. */
const mostReferenceValues = 300;
