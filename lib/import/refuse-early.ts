import { isCutShortJson } from './cut-short-json.ts';

/** The largest public documents have nearly 40 MB of JSON. YAML takes twenty times longer to read. */
export const MAX_DOCUMENT_BYTES = 64 * 1024 * 1024;
export const ENDS_TOO_EARLY = 'it is JSON that ends too early, with brackets that are never closed';
const MAX_YAML_CHARACTERS = 24 * 1024 * 1024;
const MAX_ALIASES = 20_000;

/** Why a text cannot be an OpenAPI document, found without parsing it; undefined if it may be one. */
export function refusedEarly(text: string): string | undefined {
  if (!/(openapi|swagger)["']?\s*:/i.test(text)) return 'nothing in it says "openapi" or "swagger"';
  if (text.includes('\0')) return 'it is a binary file';
  if (!/(paths|components|webhooks|definitions)["']?\s*:/.test(text))
    return isCutShortJson(text) ? ENDS_TOO_EARLY : 'it has no paths';
  if (/^\s*[{/]/.test(text)) return undefined;
  if (text.length > MAX_YAML_CHARACTERS) return 'it is YAML of more than 24 MiB; convert it to JSON first';
  return hasTooManyAliases(text) ? `it is YAML with more than ${MAX_ALIASES} aliases` : undefined;
}

export function decodeText(source: string | Uint8Array): string {
  if (typeof source === 'string') return source.replace(/^\uFEFF/, '');
  const [first, second] = source;
  const utf16 =
    first === 0xff && second === 0xfe
      ? 'utf-16le'
      : first === 0xfe && second === 0xff
        ? 'utf-16be'
        : undefined;
  return new TextDecoder(utf16 ?? 'utf-8').decode(source);
}

function hasTooManyAliases(text: string): boolean {
  let count = 0;
  for (const _ of text.matchAll(/(?:^|[\s,[{])\*[^\s,[\]{}*]+/g)) {
    count += 1;
    if (count > MAX_ALIASES) return true;
  }
  return false;
}
