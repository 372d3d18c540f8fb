import type { JsonObject } from '../../json/json.ts';

/** Why a text cannot be a key of the object; undefined if it can. `own` is the key to rename. */
export function keyFault(
  typed: string,
  object: JsonObject,
  members: Set<string>,
  own?: string,
): string | undefined {
  if (typed === own) return undefined;
  if (typed === '') return 'A key needs a name.';
  if (typed === '__proto__' || typed === 'constructor.prototype') return `“${typed}” cannot be a key.`;
  if (members.has(typed)) return `“${typed}” has its own field.`;
  return Object.hasOwn(object, typed) ? `“${typed}” already exists.` : undefined;
}
