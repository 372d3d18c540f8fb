import { isJsonObject, type JsonValue } from '../json/json.ts';
import { plainText } from './plain-text.ts';

export type Style =
  | 'matrix'
  | 'label'
  | 'simple'
  | 'form'
  | 'spaceDelimited'
  | 'pipeDelimited'
  | 'deepObject';

/** A value in a style, before encoding. */
export interface StyledValue {
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
