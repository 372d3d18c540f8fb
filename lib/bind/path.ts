import type { JsonValue } from '../json/json.ts';
import type { Parameter } from '../operation/operation.ts';
import { contentText } from './parameter-content.ts';
import { flat, membersOf, type Style } from './parameter-style.ts';
import { isWellFormed, percentEncode, percentEncodePath } from './percent-encode.ts';
import { plainText } from './plain-text.ts';
import type { Refuse } from './refusal.ts';

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
export function pathFault(text: string, allowsSlash: boolean): string | undefined {
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
