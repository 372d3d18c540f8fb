import type { JsonValue } from '../json/json.ts';
import { standAlone } from '../schema/schema-references.ts';
import type { MediaType, Operation, Schema } from './operation.ts';

/** `Application/JSON; charset=utf-8` → `application/json`. */
export function essence(mediaType: string): string {
  return (mediaType.split(';')[0] ?? '').trim().toLowerCase();
}

export function isJsonMediaType(mediaType: string): boolean {
  return /^(?:application|text)\/(?:[^\s/]+\+)?json$/.test(essence(mediaType));
}

export function isXmlMediaType(mediaType: string): boolean {
  return /^(?:application|text)\/(?:[^\s/]+\+)?xml$/.test(essence(mediaType));
}

/** Media types of binary data, which JSON input carries as base64 or a data URL. */
export function isBinaryMediaType(mediaType: string): boolean {
  const type = essence(mediaType);
  if (/\+(?:xml|json)$/.test(type)) return false;
  return (
    /^(?:image|audio|video|font|model)\//.test(type) ||
    /^application\/(?:octet-stream|pdf|(?:x-)?(?:zip|gzip|tar|bzip2|7z-compressed|rar-compressed)|wasm|cbor|msgpack|(?:x-|vnd\.google\.)?protobuf|msword|vnd\.(?:ms-|openxmlformats-officedocument|oasis\.opendocument).*)$/.test(
      type,
    )
  );
}

interface ResponseShape {
  contentType: string | null;
  schema: Schema | null;
  example: JsonValue | null;
  /** The response is a stream of server-sent events, always or if the input asks for it. */
  streams: boolean;
}

const eventStream = 'text/event-stream';

/** The response of a successful call: the first success that the operation describes, preferring JSON. */
export function responseShape({ responses = {}, $defs = {} }: Operation): ResponseShape {
  const content = successContent(responses);
  const types = Object.keys(content);
  const contentType =
    types.find((type) => /[/+]json\b/.test(type)) ?? types.find((type) => type !== eventStream) ?? types[0];
  const media: MediaType = contentType === undefined ? {} : (content[contentType] ?? {});
  return {
    contentType: contentType ?? null,
    schema: media.schema === undefined ? null : standAlone(media.schema, $defs),
    example: media.example ?? null,
    streams: types.some((type) => type.startsWith(eventStream)),
  };
}

/** Whether a success response may be an event stream. */
export function mayStream({ responses = {} }: Operation): boolean {
  return Object.entries(responses)
    .filter(([status]) => /^2|^default$/.test(status))
    .flatMap(([, response]) => Object.keys(response.content ?? {}))
    .some((type) => essence(type) === eventStream);
}

function successContent(responses: NonNullable<Operation['responses']>): Record<string, MediaType> {
  const statuses = [
    ...Object.keys(responses)
      .filter((status) => /^2/.test(status))
      .sort(),
    'default',
  ];
  return statuses.map((status) => responses[status]?.content).find((content) => content !== undefined) ?? {};
}
