import type { JsonValue } from '../json/json.ts';
import type { Parameter } from '../operation/operation.ts';
import { contentText } from './parameter-content.ts';
import { type Style, styledPairs } from './parameter-style.ts';
import { isWellFormed, percentEncode, percentEncodeReserved } from './percent-encode.ts';
import { plainText } from './plain-text.ts';
import type { Refuse } from './refusal.ts';

export interface PairStyle {
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
