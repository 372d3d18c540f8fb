import { isJsonObject, type JsonValue } from '../json/json.ts';
import type { Parameter } from '../operation/operation.ts';
import { contentText } from './parameter-content.ts';
import { flat, membersOf, styledPairs } from './parameter-style.ts';
import { isWellFormed, percentEncode } from './percent-encode.ts';
import { plainText } from './plain-text.ts';
import type { Refuse } from './refusal.ts';

/** A header value. It is not percent-encoded, because HTTP does not decode it. */
export function headerText(parameter: Parameter, value: JsonValue, refuse: Refuse): string | undefined {
  if (!/^[!#$%&'*+.^_`|~\w-]+$/.test(parameter.name))
    return refuse('cannot be sent: its name is not a valid header name');
  const text = parameter.content ? contentText(parameter.content, value, refuse) : simple(parameter, value);
  if (text === undefined) return undefined;
  if (/[^\t\u0020-\u007e\u0080-\u00ff]/.test(text)) {
    return refuse(
      'must not contain line breaks, control characters or characters beyond Latin-1: it is a header',
    );
  }
  if (/^[\t ]|[\t ]$/.test(text)) return refuse('must not begin or end with a space: it is a header');
  return text;
}

/** One cookie parameter as `name=value` pairs, percent-encoded because a cookie cannot contain `;` or a space. */
export function cookiePairs(parameter: Parameter, value: JsonValue, refuse: Refuse): string[] {
  const text = parameter.content ? contentText(parameter.content, value, refuse) : undefined;
  if (parameter.content && text === undefined) return [];
  const { pairs } = styledPairs(parameter.name, 'form', parameter.explode ?? true, text ?? value);
  return pairs.flatMap(({ name, texts }) => {
    if (/[\u0000-\u001f\u007f]/.test(name + texts.join(''))) {
      refuse('must not contain line breaks or control characters: it is a cookie');
      return [];
    }
    if (!isWellFormed(name + texts.join(','))) {
      refuse('must be well-formed text');
      return [];
    }
    return [`${percentEncode(name)}=${texts.map(percentEncode).join(',')}`];
  });
}

function simple(parameter: Parameter, value: JsonValue): string | undefined {
  if (!Array.isArray(value) && !isJsonObject(value)) return plainText(value);
  const members = membersOf(value);
  if (members.length === 0) return undefined;
  if (!parameter.explode) return flat(members).join(',');
  return members.map(([key, text]) => (key === undefined ? text : `${key}=${text}`)).join(',');
}
