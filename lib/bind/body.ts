import { decodeFileText } from '../operation/file-text.ts';
import { isJsonObject, type JsonValue } from '../json/json.ts';
import { essence, isBinaryMediaType, isJsonMediaType, isXmlMediaType } from '../operation/media-type.ts';
import { base64Alphabet, isBytes } from '../schema/schema-facets.ts';
import { schemaFacets } from '../schema/schema-parts.ts';
import { formBody } from './form-body.ts';
import { multipartBody } from './multipart-body.ts';
import { isWellFormed } from './percent-encode.ts';
import { plainText } from './plain-text.ts';
import type { Refuse } from './refusal.ts';
import { wireValue } from './wire-value.ts';
import { xmlDocument } from './xml-document.ts';
import type { DescribedBody, RequestBody } from './described-body.ts';

/** Serialises a body in its media type. Returns undefined after a refusal. */
export function requestBody(
  described: DescribedBody,
  value: JsonValue,
  refuse: Refuse,
): RequestBody | undefined {
  const { mediaType, media, schema } = described;
  const type = essence(mediaType);
  const wire = wireValue(value, schema);
  if (isJsonMediaType(type)) return { contentType: mediaType, body: JSON.stringify(wire) };
  if (type.startsWith('multipart/')) {
    return isJsonObject(value)
      ? multipartBody(described, value, refuse)
      : refuse('must be an object: its members are the parts of the body');
  }
  if (type === 'application/x-www-form-urlencoded' && isJsonObject(wire)) {
    return { contentType: mediaType, body: formBody(media, wire, refuse) };
  }
  if (typeof wire === 'string') return textOrBytes(described, wire, refuse);
  if (isXmlMediaType(type)) {
    const xml = xmlDocument(wire, schema, refuse);
    return xml === undefined ? undefined : { contentType: mediaType, body: xml };
  }
  return { contentType: concreteType(mediaType, 'application/json'), body: plainText(wire) ?? 'null' };
}

/** A string is the whole body: text or a file. */
function textOrBytes(
  { mediaType, schema }: DescribedBody,
  value: string,
  refuse: Refuse,
): RequestBody | undefined {
  const facets = schemaFacets(schema);
  const isText = base64Alphabet(facets) !== undefined || !(isBytes(facets) || isBinaryMediaType(mediaType));
  if (isText) {
    if (!isWellFormed(value)) return refuse('must be well-formed text');
    return { contentType: concreteType(mediaType, 'text/plain'), body: value };
  }
  const file = decodeFileText(value);
  if (!file) return refuse('must be a file, as a data URL or base64');
  return {
    contentType: concreteType(mediaType, file.mediaType ?? 'application/octet-stream'),
    body: file.bytes,
  };
}

/** A range such as `image/*` cannot be sent. */
function concreteType(mediaType: string, otherwise: string): string {
  const type = essence(mediaType);
  if (!type.includes('*')) return mediaType;
  const group = type.slice(0, type.indexOf('*'));
  if (group === '*/' || type === '*/*' || otherwise.startsWith(group)) return otherwise;
  return group === 'text/' ? 'text/plain' : 'application/octet-stream';
}
