import { groupedNumber } from '../text/numbers.ts';
import { isJsonObject, type JsonObject, jsonText, type JsonValue } from '../json/json.ts';
import { Problem } from '../problem/problem.ts';
import { parseStrictJson } from '../json/strict-json.ts';
import { toBase64 } from '../text/media-type.ts';

/** The prefix that marks a fragment as an input, and names its encoding. */
const linkPrefix = 'input=1.';
/** Chats and mail programs cut longer addresses, which breaks the link. */
const maximumCharacters = 8_000;
/** A shorter data URL is probably typed text. */
const shortestFile = 1_000;

export type ShareLink =
  /** `leftOut` has JSON pointers to files that a link cannot carry. */
  { ok: true; fragment: string; leftOut: string[] } | { ok: false; detail: string };

/** An input as a URL fragment, which no server or log sees. */
export function writeShareLink(input: JsonObject): ShareLink {
  const leftOut: string[] = [];
  const kept = withoutFiles(input, '', leftOut) ?? {};
  const bytes = new TextEncoder().encode(jsonText(kept));
  const fragment = linkPrefix + toBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
  if (fragment.length <= maximumCharacters) return { ok: true, fragment, leftOut };
  const [length, most] = [fragment.length, maximumCharacters].map((count) => groupedNumber(count));
  return {
    ok: false,
    detail: `This input is too long for a link: it would take ${length} characters, and many programs cut links of more than ${most}. Copy it as JSON or cURL instead.`,
  };
}

export type SharedInput = { ok: true; input: JsonObject } | { ok: false; detail: string };

/** The input of a fragment, with or without `#`; null for another fragment, such as a heading. */
export function readShareLink(fragment: string): SharedInput | null {
  const text = fragment.startsWith('#') ? fragment.slice(1) : fragment;
  if (!text.startsWith('input=')) return null;
  if (!text.startsWith(linkPrefix))
    return {
      ok: false,
      detail: 'This link was made by a newer version of the portal, and cannot be read here.',
    };
  return inputOf(text.slice(linkPrefix.length)) ?? { ok: false, detail: broken };
}

const broken =
  'This link is broken, probably because it was cut off. Ask for it again, or for the input as JSON.';

function inputOf(encoded: string): SharedInput | undefined {
  if (encoded.length > maximumCharacters || !/^[\w-]+$/.test(encoded) || encoded.length % 4 === 1)
    return undefined;
  const binary = atob(encoded.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
  const text = new TextDecoder().decode(bytes);
  try {
    const input = parseStrictJson(text);
    return isJsonObject(input) ? { ok: true, input } : undefined;
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}

/** The value without files at any depth; undefined for a file. */
function withoutFiles<Value extends JsonValue>(
  value: Value,
  pointer: string,
  leftOut: string[],
): Value | JsonObject | JsonValue[] | undefined {
  if (typeof value === 'string') {
    if (!isFile(value)) return value;
    leftOut.push(pointer);
    return undefined;
  }
  if (Array.isArray(value))
    return value
      .map((item, index) => withoutFiles(item, `${pointer}/${index}`, leftOut))
      .filter((item) => item !== undefined);
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).flatMap(([name, item]) => {
    const kept = withoutFiles(item, `${pointer}/${pointerPart(name)}`, leftOut);
    return kept === undefined ? [] : [[name, kept] as const];
  });
  return Object.fromEntries(members);
}

function isFile(text: string): boolean {
  return text.length >= shortestFile && /^data:[^,]{0,1000},/i.test(text);
}

function pointerPart(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}
