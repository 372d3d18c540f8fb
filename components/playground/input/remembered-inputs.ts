import { jsonOrUndefined, isJsonObject, type JsonObject } from '../../../lib/json/json.ts';
import { withStorage } from '../../browser.ts';

export const inputsKey = 'farebox.inputs';

/** Inputs of a person whose session ended elsewhere. */
export const asideKey = 'farebox.inputs.aside';

/** Of this tab: the text of an editor with a syntax error. */
export const brokenKey = 'farebox.broken-text';

const mostProducts = 30;

/** Inputs without files are short, or as long as what somebody has pasted. Browsers keep five million characters. */
const mostCharacters = 1_500_000;

/** The last input of a product in this browser. */
export function rememberedInput(slug: string): JsonObject | undefined {
  return readAll().find(([known]) => known === slug)?.[1];
}

/** Undefined deletes it. */
export function rememberInput(slug: string, input: JsonObject | undefined): void {
  withStorage('localStorage', (storage) =>
    storage.setItem(inputsKey, changedInputs(storage.getItem(inputsKey), slug, input)),
  );
}

/** The stored text of all inputs with another one of a product. */
export function changedInputs(text: unknown, slug: string, input: JsonObject | undefined): string {
  const others = parsed(text).filter(([known]) => known !== slug);
  const all = input === undefined ? others : [[slug, input] as const, ...others];
  let left = mostCharacters;
  // The newest first: what has no room any more is given up.
  return JSON.stringify(
    all.slice(0, mostProducts).filter((one) => {
      left -= JSON.stringify(one).length;
      return left >= 0;
    }),
  );
}

/** What was typed since then stays. */
export function returnInputs(text: unknown): void {
  const newer = new Set(readAll().map(([slug]) => slug));
  for (const [slug, input] of parsed(text).toReversed()) if (!newer.has(slug)) rememberInput(slug, input);
}

function readAll(): [string, JsonObject][] {
  return parsed(withStorage('localStorage', (storage) => storage.getItem(inputsKey)));
}

function parsed(text: unknown): [string, JsonObject][] {
  const stored = typeof text === 'string' ? jsonOrUndefined(text) : undefined;
  return Array.isArray(stored) ? stored.filter(isRemembered) : [];
}

/** Written by hand: a schema library is larger than the rest of the page. Parsed JSON contains only JSON values. */
function isRemembered(value: unknown): value is [string, JsonObject] {
  return Array.isArray(value) && value.length === 2 && typeof value[0] === 'string' && isJsonObject(value[1]);
}
