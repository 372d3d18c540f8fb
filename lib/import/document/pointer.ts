import { isJsonObject, type JsonObject, type JsonValue } from '../../json/json.ts';

export function childPointer(pointer: string, ...keys: (string | number)[]): string {
  let result = pointer;
  for (const key of keys) result += `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`;
  return result;
}

export function pointerTokens(pointer: string): string[] {
  return pointer.split('/').slice(1).map(unescapeToken);
}

export function unescapeToken(token: string): string {
  return token.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** A member of an object or an item of an array. Never an inherited one, such as `constructor`. */
export function member(value: JsonValue | undefined, key: string): JsonValue | undefined {
  if (Array.isArray(value)) return /^\d{1,9}$/.test(key) ? value[Number(key)] : undefined;
  return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

export function objectMember(value: JsonValue | undefined, key: string): JsonObject | undefined {
  const found = member(value, key);
  return isJsonObject(found) ? found : undefined;
}

export function arrayMember(value: JsonValue | undefined, key: string): JsonValue[] {
  const found = member(value, key);
  return Array.isArray(found) ? found : [];
}

/** A member as text. YAML reads unquoted versions and names as numbers and booleans. */
export function textMember(value: JsonValue | undefined, key: string): string | undefined {
  const found = member(value, key);
  if (typeof found === 'string') return found;
  return typeof found === 'number' || typeof found === 'boolean' ? String(found) : undefined;
}

/** The base of a document's relative links. */
export interface DocumentAddress {
  url: URL;
  /** Whether the document itself was found there. */
  isOwn: boolean;
}

/** The address of the document, else its documentation. Its server is no public address. */
export function documentAddress(root: JsonObject, url?: string): DocumentAddress | undefined {
  const documentation = textMember(member(root, 'externalDocs'), 'url');
  for (const candidate of [url, documentation]) {
    const text = candidate?.trim() ?? '';
    if (/^https?:\/\/[^/{}]+/i.test(text) && URL.canParse(text))
      return { url: new URL(text), isOwn: candidate === url };
  }
  return undefined;
}

/** The absolute server addresses of a document, including OpenAPI 2.0. */
export function serverAddresses(root: JsonObject): string[] {
  const host = textMember(root, 'host')?.trim() ?? '';
  const schemes = arrayMember(root, 'schemes');
  const scheme = schemes.includes('https') || !schemes.includes('http') ? 'https' : 'http';
  const basePath = textMember(root, 'basePath') ?? '';
  const swagger = host === '' ? [] : [`${scheme}://${host.replace(/^\w+:\/\//, '')}${basePath}`];
  const listed = arrayMember(root, 'servers').flatMap((server) => {
    const url = textMember(server, 'url')?.trim() ?? '';
    const whole = url.startsWith('//') ? `https:${url}` : url;
    return /^https?:\/\//i.test(whole) ? [withVariables(whole, server)] : [];
  });
  return [...swagger, ...listed];
}

function withVariables(url: string, server: JsonValue): string {
  const variables = isJsonObject(server) ? objectMember(server, 'variables') : undefined;
  return url.replace(
    /\{([^{}]+)\}/g,
    (whole, name: string) => textMember(objectMember(variables, name), 'default') ?? whole,
  );
}
