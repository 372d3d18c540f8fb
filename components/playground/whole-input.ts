import { canonicalJson, type JsonObject } from '../../lib/json/json.ts';
import { rememberable } from '../../lib/view/playground/rememberable.ts';
import type { RequestField } from '../../lib/operation/request-fields.ts';

/** Null where it has files or secrets, which are not kept. */
export function wholeInput(fields: readonly RequestField[], input: JsonObject): JsonObject | null {
  const kept = rememberable(fields, input);
  return canonicalJson(kept) === canonicalJson(input) ? kept : null;
}
