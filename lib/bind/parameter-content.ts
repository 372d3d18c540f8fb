import type { JsonValue } from '../json/json.ts';
import { isJsonMediaType } from '../operation/media-type.ts';
import type { MediaType } from '../operation/operation.ts';
import { asciiJson, plainText } from './plain-text.ts';
import type { Refuse } from './refusal.ts';

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
