import type { JsonValue } from '../../lib/json.ts';
import type { Schema } from '../../lib/operation.ts';
import type { ConvertedSchema } from './convert-schema.ts';
import type { Loss } from './loss.ts';
import type { SchemaBook } from './schema-book.ts';
import type { SourceDocument } from './source-document.ts';

/** The work on one operation: what it loses, and the schemas that it uses. */
export class OperationSite {
  readonly losses: Loss[] = [];
  readonly inputSchemas: ConvertedSchema[] = [];
  readonly replySchemas: ConvertedSchema[] = [];
  readonly document: SourceDocument;

  constructor(readonly book: SchemaBook) {
    this.document = book.document;
  }

  lose(pointer: string, what: string): void {
    this.losses.push({ pointer, what });
  }

  /** The schema at a pointer in the words of 2020-12; its definitions are gathered when the operation is whole. */
  schema(raw: JsonValue | undefined, pointer: string, use: 'input' | 'reply'): Schema {
    const converted = this.book.convert(raw, pointer);
    (use === 'input' ? this.inputSchemas : this.replySchemas).push(converted);
    return converted.schema;
  }
}
