import { isCutShortJson } from './cut-short-json.ts';

/** The largest public documents have nearly 40 MB of JSON. YAML takes twenty times longer to read. */
export const maxDocumentBytes = 64 * 1024 * 1024;
export const endsTooEarly = 'it is JSON that ends too early, with brackets that are never closed';
const maxYamlCharacters = 24 * 1024 * 1024;
const maxAliases = 20_000;

/** Why a text cannot be an OpenAPI document, found without parsing it; undefined if it may be one. */
export function refusedEarly(text: string): string | undefined {
  if (!/(openapi|swagger)["']?\s*:/i.test(text)) return 'nothing in it says "openapi" or "swagger"';
  if (text.includes('\0')) return 'it is a binary file';
  if (!/(paths|components|webhooks|definitions)["']?\s*:/.test(text))
    return isCutShortJson(text) ? endsTooEarly : 'it has no paths';
  if (/^\s*[{/]/.test(text)) return undefined;
  if (text.length > maxYamlCharacters) return 'it is YAML of more than 24 MiB; convert it to JSON first';
  return hasTooManyAliases(text) ? `it is YAML with more than ${maxAliases} aliases` : undefined;
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
    if (count > maxAliases) return true;
  }
  return false;
}
