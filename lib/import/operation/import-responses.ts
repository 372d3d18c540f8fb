import { isJsonObject, type JsonObject, type JsonValue } from '../../json/json.ts';
import { essence } from '../../operation/media-type.ts';
import type { MediaType, Operation, Schema } from '../../operation/operation.ts';
import { chooseMediaType, documentExamples } from './parameter-style.ts';
import type { OperationSite } from './operation-site.ts';
import { arrayMember, childPointer, member, objectMember } from '../document/pointer.ts';

type Responses = NonNullable<Operation['responses']>;
type Headers = NonNullable<Responses[string]['headers']>;

/** The most responses, media types or headers that are read. */
const mostResponses = 24;
const mostMediaTypes = 8;
const mostHeaders = 24;
/** Longer texts and examples only for the reference are dropped, because every version carries them. */
const longestExample = 2_000;
const longestDescription = 2_000;

/** Imports all responses: the first success completely, the others as the reference shows them. */
export function importResponses(
  site: OperationSite,
  operation: JsonObject,
  operationPointer: string,
): Responses | undefined {
  const pointer = childPointer(operationPointer, 'responses');
  const all = objectMember(operation, 'responses');
  if (all === undefined) {
    site.lose(pointer, 'The operation describes no reply.');
    return undefined;
  }
  const codes = Object.keys(all).filter((code) => !code.startsWith('x-'));
  const success = codes.filter((code) => /^2(?:\d\d|XX)$/i.test(code)).sort()[0];
  const whole = [success, codes.find((code) => code === 'default')].filter((code) => code !== undefined);
  const ordered = [...whole, ...codes.filter((code) => !whole.includes(code))];
  const kept = ordered.slice(0, mostResponses);
  if (ordered.length > kept.length)
    site.lose(pointer, `The replies ${ordered.slice(mostResponses).join(', ')} are not kept.`);
  const result: Responses = {};
  for (const code of kept) {
    const at = childPointer(pointer, code);
    const located = site.document.follow(all[code], at);
    if (located.ok && isJsonObject(located.value)) {
      const isWhole = whole.includes(code);
      result[code] = importResponse(site, located.value, { pointer: located.pointer, operation, isWhole });
    } else site.lose(at, `The reply is left out: ${located.ok ? 'it is not an object' : located.problem}.`);
  }
  return Object.keys(result).length > 0 ? result : undefined;
}

interface ResponsePlace {
  pointer: string;
  operation: JsonObject;
  /** Whether the playground describes it. Otherwise only the reference does. */
  isWhole: boolean;
}

function importResponse(site: OperationSite, raw: JsonObject, place: ResponsePlace): Responses[string] {
  const { pointer, isWhole } = place;
  const description = site.document.markdown(raw, 'description');
  if (Object.keys(objectMember(raw, 'links') ?? {}).length > 0)
    site.lose(childPointer(pointer, 'links'), 'The links of the reply are not kept.');
  const headers = importHeaders(site, raw, childPointer(pointer, 'headers'));
  const content =
    site.document.dialect === '2.0' ? swaggerContent(site, raw, place) : mediaTypes(site, raw, place);
  return {
    ...(description === undefined
      ? {}
      : { description: isWhole ? description : description.slice(0, longestDescription) }),
    ...(headers === undefined ? {} : { headers }),
    ...(content === undefined ? {} : { content }),
  };
}

/** A header of OpenAPI 2.0 is a schema with a description. */
function importHeaders(site: OperationSite, raw: JsonObject, pointer: string): Headers | undefined {
  const all = Object.entries(objectMember(raw, 'headers') ?? {});
  const kept = all.slice(0, mostHeaders).flatMap(([name, value]): [string, Headers[string]][] => {
    const located = site.document.follow(value, childPointer(pointer, name));
    if (!located.ok || !isJsonObject(located.value)) return [];
    const header = located.value;
    const description = site.document.markdown(header, 'description')?.slice(0, longestDescription);
    const { description: _told, ...rest } = header;
    const given = site.document.dialect === '2.0' ? rest : member(header, 'schema');
    const schema = given === undefined ? undefined : site.referenceSchema(given, located.pointer);
    return [
      [
        name,
        {
          ...(description === undefined ? {} : { description }),
          ...(schema === undefined ? {} : { schema }),
        },
      ],
    ];
  });
  if (kept.length < all.length)
    site.lose(pointer, `${all.length - kept.length} of the ${all.length} headers of the reply are not kept.`);
  return kept.length > 0 ? Object.fromEntries(kept) : undefined;
}

function mediaTypes(
  site: OperationSite,
  raw: JsonObject,
  { pointer, isWhole }: ResponsePlace,
): Record<string, MediaType> | undefined {
  const content = objectMember(raw, 'content') ?? {};
  const at = childPointer(pointer, 'content');
  const [kept, whole] = keptTypes(site, Object.keys(content), at);
  const result: Record<string, MediaType> = {};
  for (const type of kept) {
    const located = site.document.follow(content[type], childPointer(at, type));
    const media = located.ok && isJsonObject(located.value) ? located.value : {};
    const [example] = documentExamples(site, media, childPointer(at, type));
    const schema = member(media, 'schema') ?? member(media, 'itemSchema');
    const schemaPointer = childPointer(at, type, 'schema');
    result[type] = importMedia(site, { schema, schemaPointer, example, isWhole: isWhole && whole.has(type) });
  }
  return kept.length > 0 ? result : undefined;
}

interface Media {
  schema: JsonValue | undefined;
  schemaPointer: string;
  example: JsonValue | undefined;
  isWhole: boolean;
}

function importMedia(site: OperationSite, { schema, schemaPointer, example, isWhole }: Media): MediaType {
  const converted = schema === undefined ? undefined : convert(site, schema, schemaPointer, isWhole);
  const isKept = example !== undefined && (isWhole || JSON.stringify(example).length <= longestExample);
  return {
    ...(converted === undefined ? {} : { schema: converted }),
    ...(isKept ? { example } : {}),
  };
}

function convert(
  site: OperationSite,
  schema: JsonValue,
  pointer: string,
  isWhole: boolean,
): Schema | undefined {
  if (isWhole) return site.schema(schema, pointer, 'reply');
  const converted = site.referenceSchema(schema, pointer);
  if (converted === undefined) site.lose(pointer, 'The schema is left out: it is too large for a reference.');
  return converted;
}

function swaggerContent(
  site: OperationSite,
  raw: JsonObject,
  { pointer, operation, isWhole }: ResponsePlace,
): Record<string, MediaType> | undefined {
  const schema = member(raw, 'schema');
  const examples = objectMember(raw, 'examples') ?? {};
  if (schema === undefined && Object.keys(examples).length === 0) return undefined;
  const own = arrayMember(operation, 'produces');
  const produces = (own.length > 0 ? own : arrayMember(site.document.root, 'produces')).filter(
    (type) => typeof type === 'string',
  );
  const isFile = member(schema, 'type') === 'file';
  const offered = produces.length > 0 ? produces : [isFile ? 'application/octet-stream' : 'application/json'];
  const [kept] = keptTypes(site, offered, childPointer(pointer, 'produces'));
  const converted =
    schema === undefined ? undefined : convert(site, schema, childPointer(pointer, 'schema'), isWhole);
  const entries = kept.map((type): [string, MediaType] => {
    const example = exampleFor(examples, type);
    return [
      type,
      {
        ...(converted === undefined ? {} : { schema: converted }),
        ...(example === undefined ? {} : { example }),
      },
    ];
  });
  return Object.fromEntries(entries);
}

/** OpenAPI 2.0 has examples by media type, but some documents have the example itself there. */
function exampleFor(examples: JsonObject, mediaType: string): JsonValue | undefined {
  const exact = member(examples, mediaType) ?? member(examples, essence(mediaType));
  if (exact !== undefined || Object.keys(examples).length === 0) return exact;
  return Object.keys(examples).some((key) => key.includes('/')) ? undefined : examples;
}

/** All media types, the preferred one first. That one and an event stream are imported completely. */
function keptTypes(site: OperationSite, offered: string[], pointer: string): [string[], Set<string>] {
  const chosen = chooseMediaType(offered);
  const stream = offered.find((type) => essence(type) === 'text/event-stream');
  const whole = new Set([chosen, stream].filter((type) => type !== undefined));
  const ordered = [...whole, ...offered.filter((type) => !whole.has(type))];
  const kept = ordered.slice(0, mostMediaTypes);
  if (ordered.length > kept.length)
    site.lose(pointer, `The reply may also be ${ordered.slice(mostMediaTypes).join(', ')}.`);
  return [[...new Set(kept)], whole];
}
