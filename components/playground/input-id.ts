import type { JsonObject } from '../../lib/json/json.ts';

const ids = new WeakMap<JsonObject, string>();
let made = 0;

/** The example that every playground opens with: the server has asked for its price already. */
export const exampleId = 'example';

export function markExample(input: JsonObject): void {
  ids.set(input, exampleId);
}

/** A name for an input as it is at this moment: inputs are replaced, never changed. */
export function inputId(input: JsonObject): string {
  const known = ids.get(input);
  if (known !== undefined) return known;
  made += 1;
  ids.set(input, `input ${made}`);
  return `input ${made}`;
}
