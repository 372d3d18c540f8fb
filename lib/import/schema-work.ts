import type { JsonObject } from '../json/json.ts';

/** A schema during its conversion: the source, the result so far, and its place. */
export interface SchemaWork {
  raw: JsonObject;
  out: JsonObject;
  pointer: string;
  lose(pointer: string, what: string): void;
}
