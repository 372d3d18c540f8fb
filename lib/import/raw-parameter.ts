import type { JsonObject } from '../json/json.ts';

/** A Parameter Object of the document, references followed, and where it stands. */
export interface RawParameter {
  raw: JsonObject;
  pointer: string;
  name: string;
  in: string;
}
