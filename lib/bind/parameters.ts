import { isJsonObject, type JsonValue } from '../json/json.ts';
import { decodeFileText } from '../operation/file-text.ts';
import { isJsonMediaType } from '../operation/media-type.ts';
import type { MediaType, Parameter } from '../operation/operation.ts';
import { base64Alphabet, itemSchema, propertySchema, schemaFacets } from '../schema/schema-parts.ts';
import { anySchema } from '../schema/schema-graph.ts';
import type { SchemaNode } from '../schema/schema-node.ts';
import { toBase64 } from '../text/media-type.ts';
import {
  isWellFormed,
  percentEncode,
  percentEncodePath,
  percentEncodeReserved,
  plainText,
  asciiJson,
  type Refuse,
} from './plain-text.ts';

type Style = 'matrix' | 'label' | 'simple' | 'form' | 'spaceDelimited' | 'pipeDelimited' | 'deepObject';

/** A value in a style, before encoding. */
interface StyledValue {
  /** `name=value` pairs for query strings, forms and cookies. The delimiter joins several texts in one pair. */
  pairs: { name: string; texts: string[] }[];
  delimiter: string;
}

/** Serialises a value as `name=value` pairs. There are none if the value is undefined as in RFC 6570. */
export function styledPairs(name: string, style: Style, explode: boolean, value: JsonValue): StyledValue {
  if (style === 'deepObject') return { pairs: deepPairs(name, value), delimiter: '' };
  const delimiter = delimiterOf(style);
  if (typeof value !== 'object' || value === null) {
    const text = plainText(value);
    return { pairs: text === undefined ? [] : [{ name, texts: [text] }], delimiter };
  }
  const members = membersOf(value);
  if (members.length === 0) return { pairs: [], delimiter };
  if (!explode) return { pairs: [{ name, texts: flat(members) }], delimiter };
  return { pairs: members.map(([key, text]) => ({ name: key ?? name, texts: [text] })), delimiter };
}

function delimiterOf(style: Style): string {
  if (style === 'spaceDelimited') return ' ';
  return style === 'pipeDelimited' ? '|' : ',';
}

/** The members of an array (without keys) or an object that can be written as text. */
export function membersOf(value: JsonValue): [string | undefined, string][] {
  const entries: [string | undefined, JsonValue][] = Array.isArray(value)
    ? value.map((item) => [undefined, item])
    : isJsonObject(value)
      ? Object.entries(value)
      : [];
  return entries.flatMap(([key, inner]): [string | undefined, string][] => {
    const text = plainText(inner);
    return text === undefined ? [] : [[key, text]];
  });
}

/** `R,100,G,200`: alternating keys and values. */
export function flat(members: [string | undefined, string][]): string[] {
  return members.flatMap(([key, text]) => (key === undefined ? [text] : [key, text]));
}

/** OpenAPI defines one level. Deeper ones are written as most servers read them: `a[b][c]=1`, `a[list][0]=1`. */
function deepPairs(name: string, value: JsonValue): StyledValue['pairs'] {
  if (Array.isArray(value)) return value.flatMap((item, index) => deepPairs(`${name}[${index}]`, item));
  if (isJsonObject(value))
    return Object.entries(value).flatMap(([key, inner]) => deepPairs(`${name}[${key}]`, inner));
  const text = plainText(value);
  return text === undefined ? [] : [{ name, texts: [text] }];
}

/** The value as the upstream expects it: where the schema says base64, a data URL becomes its base64. */
export function wireValue(value: JsonValue, schema = anySchema): JsonValue {
  return holdsDataUrl(value) ? withoutDataUrls(value, schema) : value;
}

function withoutDataUrls(value: JsonValue, schema: SchemaNode = anySchema): JsonValue {
  const facets = schemaFacets(schema);
  if (typeof value === 'string') {
    const alphabet = base64Alphabet(facets);
    const file = alphabet && value.startsWith('data:') ? decodeFileText(value) : undefined;
    if (!file) return value;
    const text = toBase64(file.bytes);
    return alphabet === 'base64url' ? text.replaceAll('+', '-').replaceAll('/', '_') : text;
  }
  if (Array.isArray(value)) {
    return value.map((item, index) => withoutDataUrls(item, itemSchema(facets, index)));
  }
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).map(([name, inner]): [string, JsonValue] => [
    name,
    withoutDataUrls(inner, propertySchema(facets, name)),
  ]);
  return Object.fromEntries(entries);
}

function holdsDataUrl(value: JsonValue): boolean {
  if (typeof value === 'string') return value.startsWith('data:');
  if (Array.isArray(value)) return value.some(holdsDataUrl);
  return isJsonObject(value) && Object.values(value).some(holdsDataUrl);
}

/** A parameter that is serialised as a document, most often JSON. */
export function contentText(
  content: Record<string, MediaType>,
  value: JsonValue,
  refuse: Refuse,
): string | undefined {
  const mediaType = Object.keys(content)[0] ?? 'text/plain';
  if (isJsonMediaType(mediaType)) return asciiJson(value);
  return plainText(value) ?? refuse('must not be null');
}

/** A path parameter, encoded; undefined after a refusal. */
export function pathPiece(parameter: Parameter, value: JsonValue, refuse: Refuse): string | undefined {
  const style: Style = parameter.style ?? 'simple';
  const isScalar = parameter.content !== undefined || typeof value !== 'object' || value === null;
  const text = parameter.content ? contentText(parameter.content, value, refuse) : plainText(value);
  // Fast path for nearly every path parameter.
  if (isScalar && style === 'simple' && text && plainPattern.test(text)) return text;
  const members = isScalar ? (text === undefined ? [] : scalar(text)) : membersOf(value);
  if (members.length === 0 || members.every(([key, member]) => key === undefined && member === '')) {
    return refuse('must not be empty: it is part of the path');
  }
  for (const piece of flat(members)) {
    const fault = pathFault(piece, parameter.allowReserved === true);
    if (fault !== undefined) return refuse(fault);
  }
  const encode = parameter.allowReserved ? percentEncodePath : percentEncode;
  const encoded = members.map(([key, member]): [string | undefined, string] => [
    key === undefined ? undefined : encode(key),
    encode(member),
  ]);
  return laidOut(percentEncode(parameter.name), style, parameter.explode ?? false, encoded);
}

/** Explains why a text cannot be part of a path: a server, proxy or URL parser would read it as structure. */
function pathFault(text: string, allowsSlash: boolean): string | undefined {
  if (plainPattern.test(text)) return undefined;
  if (!isWellFormed(text)) return 'must be well-formed text';
  let decoded = text;
  for (let round = 0; round < maxDecodings; round += 1) {
    if (hasControlCharacter(decoded)) return 'must not contain control characters: it is part of the path';
    if (decoded.includes('\\')) return 'must not contain a backslash: it is part of the path';
    if (decoded.includes('/') && !allowsSlash) return 'must not contain a slash: it is part of the path';
    if (decoded.split(/[/;]/).some((segment) => segment === '.' || segment === '..')) {
      return 'must not be . or .. : it is part of the path';
    }
    const next = decoded.replace(/%(2e|2f|5c|3b|25|0[0-9a-f]|1[0-9a-f]|7f)/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
    if (next === decoded) return undefined;
    decoded = next;
  }
  return 'must not be percent-encoded several times: it is part of the path';
}

/** Texts without structure or anything that could be decoded. */
const plainPattern = /^[A-Za-z0-9_~-]*$/;

/** Servers decode once, and careless chains of servers two or three times. */
const maxDecodings = 5;

function scalar(text: string): [undefined, string][] {
  return [[undefined, text]];
}

function laidOut(
  name: string,
  style: Style,
  explode: boolean,
  members: [string | undefined, string][],
): string {
  const exploded = members.map(([key, text]) => (key === undefined ? text : `${key}=${text}`));
  if (style === 'label') return explode ? `.${exploded.join('.')}` : `.${flat(members).join(',')}`;
  if (style !== 'matrix') return (explode ? exploded : flat(members)).join(',');
  if (!explode) return `;${name}=${flat(members).join(',')}`;
  return members.map(([key, text]) => `;${key ?? name}=${text}`).join('');
}

function hasControlCharacter(text: string): boolean {
  return /[\u0000-\u001f\u007f]/.test(text);
}

interface PairStyle {
  style?: Style | undefined;
  explode?: boolean | undefined;
  allowReserved?: boolean | undefined;
}

export function queryPairs(parameter: Parameter, value: JsonValue, refuse: Refuse): string[] {
  if (!parameter.content) return encodedPairs(parameter.name, parameter, value, refuse);
  const text = contentText(parameter.content, value, refuse);
  if (text === undefined) return [];
  return [`${percentEncode(parameter.name)}=${percentEncode(text)}`];
}

/** A value in the query styles, which forms share. */
export function encodedPairs(name: string, how: PairStyle, value: JsonValue, refuse: Refuse): string[] {
  if (typeof value !== 'object' && !how.allowReserved) {
    // Fast path for most parameters: a scalar is one pair in every style.
    const text = plainText(value);
    if (text !== undefined && isWellFormed(name) && isWellFormed(text))
      return [`${percentEncode(name)}=${percentEncode(text)}`];
  }
  const style = how.style ?? 'form';
  const { pairs, delimiter } = styledPairs(name, style, how.explode ?? style === 'form', value);
  const encode = (text: string) =>
    how.allowReserved ? percentEncodeReserved(text, delimiter) : percentEncode(text);
  return pairs.flatMap(({ name: key, texts }) => {
    const fault = pairFault([key, ...texts], delimiter);
    if (fault !== undefined) {
      refuse(fault);
      return [];
    }
    const joiner = delimiter === ',' ? ',' : percentEncode(delimiter);
    return [`${percentEncode(key)}=${texts.map(encode).join(joiner)}`];
  });
}

/** `spaceDelimited` and `pipeDelimited` cannot escape a delimiter inside a value. */
function pairFault([key = '', ...texts]: string[], delimiter: string): string | undefined {
  if (![key, ...texts].every(isWellFormed)) return 'must be well-formed text';
  if (texts.length < 2 || (delimiter !== ' ' && delimiter !== '|')) return undefined;
  const name = delimiter === ' ' ? 'a space' : 'a vertical bar';
  return texts.some((text) => text.includes(delimiter))
    ? `must not contain ${name}: it separates the items`
    : undefined;
}
