import { isJsonObject, type JsonObject, type JsonValue } from '../json/json.ts';
import { arrayMember, member, objectMember, textMember } from './pointer.ts';

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
