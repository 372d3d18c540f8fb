import { isJsonObject, type JsonObject, type JsonValue } from '../../json/json.ts';
import { essence } from '../../operation/media-type.ts';
import type { MediaType, Operation } from '../../operation/operation.ts';
import { chooseMediaType, documentExamples, collectionStyle, type RawParameter } from './parameter-style.ts';
import { parameterSchema } from './import-parameters.ts';
import type { OperationSite } from './operation-site.ts';
import { arrayMember, childPointer, member, objectMember, textMember } from '../document/pointer.ts';

interface ImportedBody {
  requestBody: NonNullable<Operation['requestBody']>;
  examples: JsonValue[];
  pointer: string;
}

/** Imports the request body in the one media type that is chosen. */
export function importBody(
  site: OperationSite,
  operation: JsonObject,
  pointer: string,
  parameters: RawParameter[],
): ImportedBody | undefined {
  const raw = member(operation, 'requestBody');
  if (raw !== undefined && raw !== null) return requestBody(site, raw, childPointer(pointer, 'requestBody'));
  const fields = parameters.filter((parameter) => parameter.in === 'formdata');
  const [body, ...more] = parameters.filter((parameter) => parameter.in === 'body');
  for (const other of more)
    site.lose(other.pointer, 'An operation has one body; this further one is left out.');
  const consumes = consumed(site, operation);
  if (body !== undefined) {
    for (const field of fields)
      site.lose(field.pointer, `An operation with a body has no form fields; "${field.name}" is left out.`);
    return swaggerBody(site, body, consumes, pointer);
  }
  return fields.length > 0 ? formBody(site, fields, consumes, pointer) : undefined;
}

function requestBody(site: OperationSite, raw: JsonValue, at: string): ImportedBody | undefined {
  const located = site.document.follow(raw, at);
  if (!located.ok || !isJsonObject(located.value)) {
    site.lose(at, `The request body is left out: ${located.ok ? 'it is not an object' : located.problem}.`);
    return undefined;
  }
  const { value, pointer } = located;
  const content = objectMember(value, 'content') ?? {};
  const offered = Object.keys(content);
  const chosen = chooseMediaType(offered);
  if (chosen === undefined) {
    site.lose(pointer, 'The request body has no media type; it is left out.');
    return undefined;
  }
  tellOthers(site, childPointer(pointer, 'content'), offered, chosen);
  const mediaType = concrete(chosen);
  const mediaPointer = childPointer(pointer, 'content', chosen);
  const located2 = site.document.follow(member(content, chosen), mediaPointer);
  const media = located2.ok && isJsonObject(located2.value) ? located2.value : {};
  if (!located2.ok) site.lose(mediaPointer, `Any value is allowed: ${located2.problem}.`);
  site.loseOthers(value, bodyWords, pointer, 'request body');
  site.loseOthers(media, mediaWords, mediaPointer, 'media type');
  const schema = member(media, 'schema');
  const imported: MediaType =
    schema === undefined
      ? {}
      : { schema: site.schema(schema, childPointer(mediaPointer, 'schema'), 'input') };
  const encoding = importEncoding(
    site,
    member(media, 'encoding'),
    childPointer(mediaPointer, 'encoding'),
    mediaType,
  );
  const description = site.document.markdown(value, 'description');
  return {
    requestBody: {
      ...(description === undefined ? {} : { description }),
      ...(member(value, 'required') === true ? { required: true } : {}),
      content: { [mediaType]: { ...imported, ...(encoding === undefined ? {} : { encoding }) } },
    },
    examples: documentExamples(site, media, mediaPointer),
    pointer: mediaPointer,
  };
}

const bodyWords = new Set(['$ref', 'description', 'required', 'content']);
const mediaWords = new Set(['schema', 'example', 'examples', 'x-example', 'x-examples', 'encoding']);

/** Replaces a range such as `*``/*`, which cannot be sent. */
function concrete(mediaType: string): string {
  const type = essence(mediaType);
  if (type === '' || type === '*/*' || type === 'application/*' || !type.includes('/'))
    return 'application/json';
  if (type === 'text/*') return 'text/plain';
  return type.endsWith('/*') ? 'application/octet-stream' : mediaType;
}

function consumed(site: OperationSite, operation: JsonObject): string[] {
  const own = arrayMember(operation, 'consumes');
  const all = own.length > 0 ? own : arrayMember(site.document.root, 'consumes');
  return all.filter((type) => typeof type === 'string');
}

function swaggerBody(
  site: OperationSite,
  body: RawParameter,
  consumes: string[],
  pointer: string,
): ImportedBody {
  const usable = consumes.filter((type) => !isForm(type));
  const offered = usable.length > 0 ? usable : consumes;
  const chosen = chooseMediaType(offered) ?? 'application/json';
  tellOthers(site, childPointer(pointer, 'consumes'), offered, chosen);
  const mediaType = concrete(chosen);
  const description = site.document.markdown(body.raw, 'description');
  const schema = member(body.raw, 'schema');
  if (schema === undefined) site.lose(body.pointer, 'The body has no schema; any value is allowed.');
  return {
    requestBody: {
      ...(description === undefined ? {} : { description }),
      ...(member(body.raw, 'required') === true ? { required: true } : {}),
      content: {
        [mediaType]: { schema: site.schema(schema ?? {}, childPointer(body.pointer, 'schema'), 'input') },
      },
    },
    examples: documentExamples(site, body.raw, body.pointer).flatMap((example) =>
      unwrapped(example, mediaType),
    ),
    pointer: body.pointer,
  };
}

/** OpenAPI 2.0 has `x-examples` by media type. */
function unwrapped(example: JsonValue, mediaType: string): JsonValue[] {
  const inner = member(example, mediaType);
  return [inner ?? example];
}

function isForm(mediaType: string): boolean {
  const type = essence(mediaType);
  return type === 'application/x-www-form-urlencoded' || type === 'multipart/form-data';
}

/** Form fields of OpenAPI 2.0 as one object. A file among them requires multipart. */
function formBody(
  site: OperationSite,
  fields: RawParameter[],
  consumes: string[],
  pointer: string,
): ImportedBody {
  const hasFile = fields.some((field) => member(field.raw, 'type') === 'file');
  const forms = consumes.filter(isForm);
  const multipart =
    hasFile || (forms.length > 0 && forms.every((type) => essence(type).startsWith('multipart/')));
  const mediaType = multipart ? 'multipart/form-data' : 'application/x-www-form-urlencoded';
  if (consumes.length > 0 && !forms.some((type) => essence(type) === mediaType)) {
    site.lose(
      childPointer(pointer, 'consumes'),
      `Form fields are sent as ${mediaType}, which "consumes" does not list.`,
    );
  }
  const properties: JsonObject = {};
  const required: string[] = [];
  const encoding: NonNullable<MediaType['encoding']> = {};
  const sample: JsonObject = {};
  for (const field of fields) {
    const schema = parameterSchema(site, field);
    const description = site.document.markdown(field.raw, 'description');
    properties[field.name] =
      isJsonObject(schema) && description !== undefined ? { description, ...schema } : schema;
    if (member(field.raw, 'required') === true) required.push(field.name);
    if (member(field.raw, 'type') === 'array') {
      const { style, explode } = collectionStyle(site, field, 'query');
      if (style === 'form' || style === 'spaceDelimited' || style === 'pipeDelimited') {
        encoding[field.name] = { style, ...(explode === undefined ? {} : { explode }) };
      }
    }
    const [example] = documentExamples(site, field.raw, field.pointer);
    if (example !== undefined) sample[field.name] = example;
  }
  const schema = { type: 'object', properties, ...(required.length > 0 ? { required } : {}) };
  const media: MediaType = { schema, ...(Object.keys(encoding).length > 0 ? { encoding } : {}) };
  return {
    requestBody: { ...(required.length > 0 ? { required: true } : {}), content: { [mediaType]: media } },
    examples: Object.keys(sample).length > 0 ? [sample] : [],
    pointer,
  };
}

function tellOthers(site: OperationSite, pointer: string, offered: string[], chosen: string): void {
  const others = offered.filter((type) => type !== chosen);
  if (others.length > 0)
    site.lose(pointer, `The body is sent as ${chosen}; it may also be ${others.join(', ')}.`);
}

const styles = ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'] as const;

/** Imports the Encoding Objects of a form or multipart body. */
function importEncoding(
  site: OperationSite,
  raw: JsonValue | undefined,
  pointer: string,
  mediaType: string,
): MediaType['encoding'] {
  if (!isJsonObject(raw)) return undefined;
  const type = essence(mediaType);
  if (!type.startsWith('multipart/') && type !== 'application/x-www-form-urlencoded') {
    site.lose(pointer, `${mediaType} has no encoding of its parts; it is left out.`);
    return undefined;
  }
  const result: NonNullable<MediaType['encoding']> = {};
  for (const [name, value] of Object.entries(raw)) {
    if (objectMember(value, 'headers') !== undefined) {
      site.lose(childPointer(pointer, name, 'headers'), 'Headers of a part are not sent.');
    }
    const contentType = textMember(value, 'contentType');
    const wanted = textMember(value, 'style');
    const style = styles.find((one) => one === wanted);
    const explode = member(value, 'explode');
    result[name] = {
      ...(contentType === undefined ? {} : { contentType }),
      ...(style === undefined ? {} : { style }),
      ...(typeof explode === 'boolean' ? { explode } : {}),
      ...(member(value, 'allowReserved') === true ? { allowReserved: true } : {}),
    };
  }
  return Object.keys(result).length > 0 ? result : undefined;
}
