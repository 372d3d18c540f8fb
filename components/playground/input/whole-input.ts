import { type JsonObject, canonicalJson } from '../../../lib/json/json.ts';
import type { RequestField } from '../../../lib/operation/request-fields.ts';
import { storableInput } from '../../../lib/view/playground/storable-input.ts';

/** Null for an input with files or secrets. */
export function wholeInput(fields: readonly RequestField[], input: JsonObject): JsonObject | null {
  const storable = storableInput(fields, input);
  return canonicalJson(storable) === canonicalJson(input) ? storable : null;
}
