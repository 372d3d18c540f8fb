import type { JsonObject, JsonValue } from '../json/json.ts';
import { isJsonMediaType } from '../operation/media-type.ts';
import type { MediaType } from '../operation/operation.ts';
import type { SchemaNode } from '../schema/schema-node.ts';
import { encodedPairs } from './parameters.ts';
import { formEncode, isWellFormed, plainText, type Refuse } from './plain-text.ts';

type Encoding = NonNullable<MediaType['encoding']>[string];

/**
 * A form body. A property whose encoding names a style is serialised like a query parameter. For others the media type
 * decides: scalars as text, objects as JSON, arrays as one pair for each item.
 */
export function formBody(media: MediaType, value: JsonObject, refuse: Refuse): string {
  return Object.entries(value)
    .flatMap(([name, inner]) => propertyPairs(name, encodingOf(media, name), inner, refuse))
    .join('&');
}

export function encodingOf(media: MediaType, name: string): Encoding | undefined {
  return media.encoding && Object.hasOwn(media.encoding, name) ? media.encoding[name] : undefined;
}

/** The encoding, if it has a field that calls for the style rules. */
export function styledEncoding(encoding: Encoding | undefined): Encoding | undefined {
  const { style, explode, allowReserved } = encoding ?? {};
  const isStyled = style !== undefined || explode !== undefined || allowReserved !== undefined;
  return isStyled ? encoding : undefined;
}

function propertyPairs(
  name: string,
  encoding: Encoding | undefined,
  value: JsonValue,
  refuse: Refuse,
): string[] {
  const styled = styledEncoding(encoding);
  if (styled) return encodedPairs(name, styled, value, (detail) => refuse(detail, name));
  const asJson = isJsonMediaType(encoding?.contentType ?? '');
  const texts = asJson ? [JSON.stringify(value)] : [value].flat().map(plainText);
  return texts.flatMap((text) => {
    if (text === undefined) return [];
    if (!isWellFormed(name + text)) return refuse('must be well-formed text', name) ?? [];
    return [`${formEncode(name)}=${formEncode(text)}`];
  });
}

/** The body as its operation describes it. */
export interface DescribedBody {
  mediaType: string;
  media: MediaType;
  schema: SchemaNode;
}

/** The body as it is sent. */
export interface RequestBody {
  contentType: string;
  body: string | Uint8Array;
}
