import type { JsonValue } from '../json/json.ts';
import { essence } from './media-type.ts';
import type { MediaType, Operation, Schema } from './operation.ts';
import { standAlone } from '../schema/schema-references.ts';

export interface ResponseShape {
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
