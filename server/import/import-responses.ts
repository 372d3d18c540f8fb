import { isJsonObject, type JsonObject, type JsonValue } from '../../lib/json.ts';
import { essence } from '../../lib/media-type.ts';
import type { MediaType, Operation } from '../../lib/operation.ts';
import { chooseMediaType } from './choose-media-type.ts';
import { documentExamples } from './document-examples.ts';
import type { OperationSite } from './operation-site.ts';
import { arrayMember, childPointer, member, objectMember } from './pointer.ts';

type Responses = NonNullable<Operation['responses']>;

/** The reply of a success, and the default one: what the playground describes. The others are told as not kept. */
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
  const kept = [success, codes.find((code) => code === 'default')].filter((code) => code !== undefined);
  const others = codes.filter((code) => !kept.includes(code));
  if (others.length > 0)
    site.lose(
      pointer,
      `Only the replies ${kept.join(', ') || 'of a success'} are kept, not ${others.join(', ')}.`,
    );
  const result: Responses = {};
  for (const code of kept) {
    const at = childPointer(pointer, code);
    const located = site.document.follow(all[code], at);
    if (located.ok && isJsonObject(located.value)) {
      result[code] = importResponse(site, located.value, located.pointer, operation);
    } else site.lose(at, `The reply is left out: ${located.ok ? 'it is no object' : located.problem}.`);
  }
  return Object.keys(result).length > 0 ? result : undefined;
}

function importResponse(
  site: OperationSite,
  raw: JsonObject,
  pointer: string,
  operation: JsonObject,
): Responses[string] {
  const description = site.document.markdown(raw, 'description');
  for (const key of ['headers', 'links']) {
    if (Object.keys(objectMember(raw, key) ?? {}).length > 0)
      site.lose(childPointer(pointer, key), `The ${key} of the reply are not kept.`);
  }
  const content =
    site.document.dialect === '2.0'
      ? swaggerContent(site, raw, pointer, operation)
      : mediaTypes(site, raw, pointer);
  return {
    ...(description === undefined ? {} : { description }),
    ...(content === undefined ? {} : { content }),
  };
}

function mediaTypes(
  site: OperationSite,
  raw: JsonObject,
  pointer: string,
): Record<string, MediaType> | undefined {
  const content = objectMember(raw, 'content') ?? {};
  const offered = Object.keys(content);
  const kept = keptTypes(offered);
  const at = childPointer(pointer, 'content');
  tellOthers(site, at, offered, kept);
  const result: Record<string, MediaType> = {};
  for (const type of kept) {
    const located = site.document.follow(content[type], childPointer(at, type));
    const media = located.ok && isJsonObject(located.value) ? located.value : {};
    const [example] = documentExamples(site, media, childPointer(at, type));
    const schema = member(media, 'schema') ?? member(media, 'itemSchema');
    result[type] = {
      ...(schema === undefined
        ? {}
        : { schema: site.schema(schema, childPointer(at, type, 'schema'), 'reply') }),
      ...(example === undefined ? {} : { example }),
    };
  }
  return kept.length > 0 ? result : undefined;
}

function swaggerContent(
  site: OperationSite,
  raw: JsonObject,
  pointer: string,
  operation: JsonObject,
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
  const kept = isFile ? offered.slice(0, 1) : keptTypes(offered);
  tellOthers(site, childPointer(pointer, 'produces'), offered, kept);
  const converted =
    schema === undefined ? undefined : site.schema(schema, childPointer(pointer, 'schema'), 'reply');
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

/** Examples of 2.0 are by media type; some documents hold the example itself there. */
function exampleFor(examples: JsonObject, mediaType: string): JsonValue | undefined {
  const exact = member(examples, mediaType) ?? member(examples, essence(mediaType));
  if (exact !== undefined || Object.keys(examples).length === 0) return exact;
  return Object.keys(examples).some((key) => key.includes('/')) ? undefined : examples;
}

/** The preferred media type, and an event stream beside it, since a reply can be either. */
function keptTypes(offered: string[]): string[] {
  const chosen = chooseMediaType(offered);
  const stream = offered.find((type) => essence(type) === 'text/event-stream');
  return [...new Set([chosen, stream].filter((type) => type !== undefined))];
}

function tellOthers(site: OperationSite, pointer: string, offered: string[], kept: string[]): void {
  const others = offered.filter((type) => !kept.includes(type));
  if (others.length > 0)
    site.lose(
      pointer,
      `The reply is described as ${kept.join(' and ')}; it may also be ${others.join(', ')}.`,
    );
}
