import { isJsonObject, type JsonValue, type JsonObject } from '../json/json.ts';
import { decodeFileText } from '../operation/file-text.ts';
import { essence, isBinaryMediaType, isJsonMediaType, isXmlMediaType } from '../operation/media-type.ts';
import type { MediaType } from '../operation/operation.ts';
import { anySchema } from '../schema/schema-graph.ts';
import type { SchemaNode } from '../schema/schema-node.ts';
import {
  base64Alphabet,
  isBytes,
  schemaFacets,
  contentMediaType,
  itemSchema,
  propertySchema,
} from '../schema/schema-parts.ts';
import { type DescribedBody, type RequestBody, formBody, encodingOf, styledEncoding } from './form-body.ts';
import { wireValue, styledPairs } from './parameters.ts';
import { isWellFormed, plainText, type Refuse } from './plain-text.ts';
import { xmlDocument } from './xml-document.ts';

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

interface Part {
  name: string;
  fileName?: string;
  contentType?: string;
  content: string | Uint8Array;
}

/** One part for each property and each array item. Objects are JSON, files are bytes. */
function multipartBody(
  { mediaType, media, schema }: DescribedBody,
  value: JsonObject,
  refuse: Refuse,
): RequestBody {
  const facets = schemaFacets(schema);
  const parts = Object.entries(value).flatMap(([name, inner]) =>
    propertyParts(name, inner, media, propertySchema(facets, name), refuse),
  );
  const boundary = boundaryFor(parts.map((part) => part.content));
  const type = essence(mediaType).includes('*') ? 'multipart/form-data' : essence(mediaType);
  return { contentType: `${type}; boundary=${boundary}`, body: joined(parts, boundary) };
}

function propertyParts(
  name: string,
  value: JsonValue,
  media: MediaType,
  schema: SchemaNode | undefined,
  refuse: Refuse,
): Part[] {
  const encoding = encodingOf(media, name);
  const styled = styledEncoding(encoding);
  if (styled) {
    const style = styled.style ?? 'form';
    const { pairs, delimiter } = styledPairs(name, style, styled.explode ?? style === 'form', value);
    return pairs.map((pair) => ({ name: pair.name, content: pair.texts.join(delimiter) }));
  }
  const items = Array.isArray(value) ? value : [value];
  return items.flatMap((item, index): Part[] => {
    const itself = Array.isArray(value) ? itemSchema(schemaFacets(schema ?? anySchema), index) : schema;
    if (item === null) return [];
    const part = onePart(name, item, encoding?.contentType, itself, refuse);
    if (part && typeof part.content === 'string' && !isWellFormed(part.content))
      refuse('must be well-formed text', name);
    return part ? [part] : [];
  });
}

function onePart(
  name: string,
  value: JsonValue,
  contentTypes: string | undefined,
  schema: SchemaNode | undefined,
  refuse: Refuse,
): Part | undefined {
  const facets = schemaFacets(schema ?? anySchema);
  const isUntyped = facets.every(({ typeNames }) => typeNames.length === 0);
  const isFile = isBytes(facets) || (isUntyped && typeof value === 'string' && value.startsWith('data:'));
  if (typeof value === 'string' && isFile) {
    const file = decodeFileText(value);
    if (!file) return refuse('must be a file, as a data URL or base64', name);
    const contentType = fileType(file.mediaType ?? contentMediaType(facets), contentTypes);
    return {
      name,
      fileName: file.fileName ?? defaultFileName(name, contentType),
      contentType,
      content: file.bytes,
    };
  }
  const wire = wireValue(value, schema);
  const declared = contentTypes?.split(',')[0]?.trim();
  if (declared !== undefined && isXmlMediaType(declared) && typeof wire === 'object') {
    const xml = xmlDocument(wire, schema, (detail) => refuse(detail, name));
    return xml === undefined ? undefined : { name, contentType: declared, content: xml };
  }
  const asJson = declared === undefined ? typeof wire === 'object' : isJsonMediaType(declared);
  const contentType = declared?.includes('*')
    ? undefined
    : (declared ?? (asJson ? 'application/json' : undefined));
  return {
    name,
    ...(contentType === undefined ? {} : { contentType }),
    content: asJson ? JSON.stringify(wire) : (plainText(wire) ?? ''),
  };
}

/** The type of the file if the encoding allows it, else the first type that the encoding names. */
function fileType(own: string | undefined, contentTypes: string | undefined): string {
  const allowed = (contentTypes ?? '*/*').split(',').map((type) => type.trim());
  const fits = allowed.some(
    (type) => type === '*/*' || (type.endsWith('/*') && own?.startsWith(type.slice(0, -1))),
  );
  if (own !== undefined && (fits || allowed.includes(own))) return own;
  return allowed.find((type) => !type.includes('*')) ?? own ?? 'application/octet-stream';
}

/** Servers look at the extension of a file name. */
const endings: Record<string, string> = {
  'application/json': '.json',
  'application/pdf': '.pdf',
  'application/zip': '.zip',
  'audio/mpeg': '.mp3',
  'audio/wav': '.wav',
  'image/gif': '.gif',
  'image/jpeg': '.jpg',
  'image/png': '.png',
  'image/svg+xml': '.svg',
  'image/webp': '.webp',
  'text/csv': '.csv',
  'text/html': '.html',
  'text/markdown': '.md',
  'text/plain': '.txt',
  'video/mp4': '.mp4',
};

function defaultFileName(name: string, contentType: string): string {
  return `${name}${endings[essence(contentType)] ?? ''}`;
}

function joined(parts: Part[], boundary: string): string | Uint8Array {
  const pieces: (string | Uint8Array)[] = parts.flatMap((part) => [
    `--${boundary}\r\n${partHeaders(part)}\r\n`,
    part.content,
    '\r\n',
  ]);
  pieces.push(`--${boundary}--\r\n`);
  if (pieces.every((piece) => typeof piece === 'string')) return pieces.join('');
  const encoder = new TextEncoder();
  const chunks = pieces.map((piece) => (typeof piece === 'string' ? encoder.encode(piece) : piece));
  const bytes = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes;
}

function partHeaders(part: Part): string {
  const fileName = part.fileName === undefined ? '' : `; filename="${quotable(part.fileName)}"`;
  const disposition = `Content-Disposition: form-data; name="${quotable(part.name)}"${fileName}\r\n`;
  return part.contentType === undefined ? disposition : `${disposition}Content-Type: ${part.contentType}\r\n`;
}

/** Percent-encodes quotes and line breaks in names, as browsers do. */
function quotable(name: string): string {
  return name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

/** A multipart boundary that occurs in none of the contents. The same contents give the same boundary. */
function boundaryFor(contents: (string | Uint8Array)[]): string {
  for (let attempt = 0; ; attempt += 1) {
    const boundary = `farebox-${hash(contents, attempt)}`;
    if (!contents.some((content) => holds(content, boundary))) return boundary;
  }
}

/** 64 bits from two multiplicative hashes. The boundary is no secret; it only has to be unlikely in the content. */
function hash(contents: (string | Uint8Array)[], seed: number): string {
  let one = 0x811c9dc5 ^ seed;
  let two = 0x41c6ce57 ^ seed;
  const add = (unit: number) => {
    one = Math.imul(one ^ unit, 0x01000193);
    two = Math.imul(two ^ unit, 0x5f356495);
    two ^= two >>> 15;
  };
  for (const content of contents) {
    if (typeof content === 'string')
      for (let at = 0; at < content.length; at += 1) add(content.charCodeAt(at));
    else for (const byte of content) add(byte);
    add(0x1ffff);
  }
  return [one, two].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('');
}

function holds(content: string | Uint8Array, boundary: string): boolean {
  if (typeof content === 'string') return content.includes(boundary);
  const wanted = new TextEncoder().encode(boundary);
  for (let at = content.indexOf(0x66); at >= 0; at = content.indexOf(0x66, at + 1)) {
    if (wanted.every((byte, index) => content[at + index] === byte)) return true;
  }
  return false;
}
