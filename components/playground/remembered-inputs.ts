import { z } from 'zod';
import type { JsonObject } from '../../lib/json.ts';

const key = 'farebox.inputs';
/** The products that somebody tries in a while, and inputs without files are short. */
const mostProducts = 30;
const longestInput = 20_000;

const remembered = z.array(z.tuple([z.string(), z.record(z.string(), z.json())]));

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
    return remembered.safeParse(JSON.parse(localStorage.getItem(key) ?? '[]')).data ?? [];
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof DOMException) return [];
    throw error;
  }
}
