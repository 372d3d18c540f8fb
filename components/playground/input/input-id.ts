import type { JsonObject } from '../../../lib/json/json.ts';

const ids = new WeakMap<JsonObject, string>();

let made = 0;

/** The example that every playground starts with; the server sends its price with the page. */
export const exampleId = 'example';

export function markExample(input: JsonObject): void {
  ids.set(input, exampleId);
}

/** A number for an input. Inputs are immutable. */
export function inputId(input: JsonObject): string {
  const known = ids.get(input);
  if (known !== undefined) return known;
  made += 1;
  ids.set(input, `input ${made}`);
  return `input ${made}`;
}
