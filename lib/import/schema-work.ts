import type { JsonObject } from '../json/json.ts';

/** One schema on its way: as the document has it, as it has become so far, and where it stands. */
export interface SchemaWork {
  raw: JsonObject;
  out: JsonObject;
  pointer: string;
  lose(pointer: string, what: string): void;
}
