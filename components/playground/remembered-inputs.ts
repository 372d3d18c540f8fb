import { isJsonObject, type JsonObject } from '../../lib/json/json.ts';

const key = 'farebox.inputs';
/** The products that somebody tries in a while, and inputs without files are short. */
const mostProducts = 30;
const longestInput = 20_000;

/** The last input of a product in this browser. */
export function rememberedInput(slug: string): JsonObject | undefined {
  return readAll().find(([known]) => known === slug)?.[1];
}

/** Undefined forgets. */
export function rememberInput(slug: string, input: JsonObject | undefined): void {
  const others = readAll().filter(([known]) => known !== slug);
  const isKept = input !== undefined && JSON.stringify(input).length <= longestInput;
  const all = isKept ? [[slug, input], ...others.slice(0, mostProducts - 1)] : others;
  try {
    localStorage.setItem(key, JSON.stringify(all));
  } catch (error) {
    // Storage may be full, or turned off by the person: then nothing is remembered.
    if (!(error instanceof DOMException)) throw error;
  }
}

/** Another version, or the person, may have written whatever is there: what cannot be read is not there. */
function readAll(): [string, JsonObject][] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isRemembered) : [];
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof DOMException) return [];
    throw error;
  }
}

/** By hand: a schema library is more than the rest of the page. What was JSON holds nothing but values of JSON. */
function isRemembered(value: unknown): value is [string, JsonObject] {
  return Array.isArray(value) && value.length === 2 && typeof value[0] === 'string' && isJsonObject(value[1]);
}
