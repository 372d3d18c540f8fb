import { canonicalJson, type JsonObject } from '../../lib/json.ts';
import { rememberable } from '../../lib/playground/rememberable.ts';
import type { RequestField } from '../../lib/request-fields.ts';

/** Null where it has files or secrets, which are not kept. */
export function wholeInput(fields: readonly RequestField[], input: JsonObject): JsonObject | null {
  const kept = rememberable(fields, input);
  return canonicalJson(kept) === canonicalJson(input) ? kept : null;
}
