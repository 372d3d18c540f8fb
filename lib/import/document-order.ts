import type { JsonObject } from '../json/json.ts';

/**
 * Sorts the keywords of a converted schema as in the document, because some are converted late. New keywords come last.
 * In place, because other schemas refer to the object.
 */
export function restoreDocumentOrder(raw: JsonObject, out: JsonObject): void {
  const converted = Object.entries(out);
  const places = new Map(Object.keys(raw).map((keyword, place) => [keyword, place]));
  const placeOf = ([keyword]: [string, unknown]) => places.get(keyword) ?? places.size;
  const ordered = converted.toSorted((one, other) => placeOf(one) - placeOf(other));
  if (ordered.every((entry, index) => entry === converted[index])) return;
  for (const [keyword] of converted) delete out[keyword];
  Object.assign(out, Object.fromEntries(ordered));
}
