import { jsonOrUndefined } from '../../lib/json/json-or-undefined.ts';
import { withStorage } from '../with-storage.ts';
import { isJsonObject, type JsonObject } from '../../lib/json/json.ts';

const key = 'farebox.inputs';
/** Inputs without files are short. */
const mostProducts = 30;
const longestInput = 20_000;

/** The last input of a product in this browser. */
export function rememberedInput(slug: string): JsonObject | undefined {
  return readAll().find(([known]) => known === slug)?.[1];
}

/** Undefined deletes it. */
export function rememberInput(slug: string, input: JsonObject | undefined): void {
  const others = readAll().filter(([known]) => known !== slug);
  const isKept = input !== undefined && JSON.stringify(input).length <= longestInput;
  const all = isKept ? [[slug, input], ...others.slice(0, mostProducts - 1)] : others;
  withStorage('localStorage', (storage) => storage.setItem(key, JSON.stringify(all)));
}

function readAll(): [string, JsonObject][] {
  const stored = jsonOrUndefined(withStorage('localStorage', (storage) => storage.getItem(key)));
  return Array.isArray(stored) ? stored.filter(isRemembered) : [];
}

/** Written by hand: a schema library is larger than the rest of the page. Parsed JSON contains only JSON values. */
function isRemembered(value: unknown): value is [string, JsonObject] {
  return Array.isArray(value) && value.length === 2 && typeof value[0] === 'string' && isJsonObject(value[1]);
}
