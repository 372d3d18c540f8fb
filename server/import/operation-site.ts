import type { JsonObject, JsonValue } from '../../lib/json.ts';
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
}
