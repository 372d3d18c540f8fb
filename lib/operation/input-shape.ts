import { isJsonObject, type JsonObject, type JsonValue } from '../json/json.ts';
import { flatSchema } from '../schema/flat-schema.ts';
import { inputSchemas, isReadOnly, type MergedObject, mergedObject } from '../schema/input-schema.ts';
import { schemaNode } from '../schema/schema-graph.ts';
import type { SchemaNode } from '../schema/schema-node.ts';
import { annotatedParts, referenceChain } from '../schema/schema-parts.ts';
import { type Defs, own } from '../schema/schema-references.ts';
import { readableName } from '../text/names.ts';
import { defaultOf, exampleOf, sampleMember, schemaText } from './field-annotations.ts';
import { essence, isBinaryMediaType } from './media-type.ts';
import type { MediaType, Operation, Parameter, Schema } from './operation.ts';

/**
 * Headers, in lower case, that neither templates nor callers may set: connection, routing and content encoding. They
 * are not form fields, and are never sent to the upstream.
 */
export const connectionHeaders: ReadonlySet<string> = new Set([
  'accept',
  'accept-encoding',
  'connection',
  'content-length',
  'expect',
  'host',
  'http2-settings',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

export interface InputField {
  name: string;
  in: 'path' | 'query' | 'header' | 'cookie' | 'body';
  /** The name of the parameter or body property in the request; empty if the field is the whole body. */
  target: string;
  required: boolean;
  /** Required if any field of the optional body is given. */
  requiredInBody?: true;
  schema: Schema;
  label: string;
  description: string;
  parameter?: Parameter;
  default?: JsonValue;
  example?: JsonValue;
}

export interface InputShape {
  /** In the order of the form. */
  fields: InputField[];
  /** JSON Schema of the input object, with the `$defs` that it uses. */
  schema: JsonObject;
  body: 'none' | 'merged' | 'whole';
  mediaType?: string;
  /** Fields whose names JSON input cannot contain. They are not among `fields`. */
  unreachable: string[];
}

/** A field whose schema is not yet adapted to inputs. */
interface Draft {
  name: string;
  in: InputField['in'];
  target: string;
  required: boolean;
  requiredInBody?: true;
  schema: Schema;
  parameter?: Parameter;
  sample?: JsonValue;
}

interface BodyDrafts {
  drafts: Draft[];
  body: InputShape['body'];
  mediaType?: string;
  closed: boolean;
}

/** Header parameters that OpenAPI ignores, or that belong to the connection. */
const ignoredHeaders = new Set([...connectionHeaders, 'authorization', 'content-type']);

/** Derives one flat input object from the parameters and body properties of an operation. */
export function inputShape(operation: Operation): InputShape {
  const defs = operation.$defs ?? {};
  const parameters = parameterDrafts(operation.parameters ?? []);
  const { drafts: bodyFields, body, mediaType, closed } = bodyDrafts(operation, parameters, defs);
  const drafts = [...parameters, ...bodyFields];
  const reachable = inFormOrder(drafts.filter(isReachable), operation['x-farebox']?.order ?? []);
  const input = inputSchemas(
    reachable.map((draft) => draft.schema),
    defs,
  );
  const fields = reachable.map((draft, index) =>
    finish(draft, input.schemas[index] ?? true, operation, defs),
  );
  return {
    fields,
    schema: objectSchema(fields, input.defs, closed, bodyCondition(bodyFields, body)),
    body,
    ...(mediaType === undefined ? {} : { mediaType }),
    unreachable: drafts.filter((draft) => !isReachable(draft)).map((draft) => draft.name),
  };
}

/** The example or default of every field: a first call without typing. */
export function exampleInput(shape: InputShape): JsonObject {
  const entries = shape.fields.flatMap((field): [string, JsonValue][] => {
    const value = field.example ?? field.default;
    return value === undefined ? [] : [[field.name, value]];
  });
  return Object.fromEntries(entries);
}

export function isIgnoredHeader(name: string): boolean {
  return ignoredHeaders.has(name.toLowerCase());
}

function parameterDrafts(parameters: Parameter[]): Draft[] {
  const drafts: Draft[] = [];
  const taken = new Set<string>();
  const places = new Set<string>();
  for (const parameter of parameters) {
    const place = `${parameter.in} ${parameter.in === 'header' ? parameter.name.toLowerCase() : parameter.name}`;
    if (places.has(place) || (parameter.in === 'header' && isIgnoredHeader(parameter.name))) continue;
    places.add(place);
    const name = taken.has(parameter.name)
      ? freeName(`${parameter.in}_${parameter.name}`, taken)
      : parameter.name;
    taken.add(name);
    drafts.push({
      name,
      in: parameter.in,
      target: parameter.name,
      required: parameter.in === 'path' || parameter.required === true,
      schema: parameterSchema(parameter),
      parameter,
      ...(parameter.example === undefined ? {} : { sample: parameter.example }),
    });
  }
  return drafts;
}

function bodyDrafts(operation: Operation, parameters: Draft[], defs: Defs): BodyDrafts {
  const [mediaType, media] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  if (!operation.requestBody || mediaType === undefined || media === undefined) {
    return { drafts: [], body: 'none', closed: false };
  }
  const required = operation.requestBody.required === true;
  const taken = new Set(parameters.map((draft) => draft.name));
  const node = schemaNode(media.schema ?? true, defs);
  const merged = mergedObject(node);
  if (merged && ![...merged.properties.keys()].some((name) => taken.has(name))) {
    const drafts = mergedDrafts(merged, mediaType, media, required, defs);
    if (drafts.length > 0) return { drafts, body: 'merged', mediaType, closed: merged.closed };
  }
  const whole: Draft = {
    name: freeName('body', taken),
    in: 'body',
    target: '',
    required,
    ...(!required && hasRequiredMembers(node) ? { requiredInBody: true } : {}),
    schema: wholeBodySchema(mediaType, media.schema ?? true, defs),
    ...(media.example === undefined ? {} : { sample: media.example }),
  };
  return { drafts: [whole], body: 'whole', mediaType, closed: false };
}

function hasRequiredMembers(schema: SchemaNode): boolean {
  const requires = (node: SchemaNode) => (flatSchema(node)?.object?.required ?? []).length > 0;
  const { unions } = flatSchema(schema)?.inPlace ?? { unions: [] };
  return requires(schema) || unions.some(({ branches }) => branches.every(requires));
}

function mergedDrafts(
  merged: MergedObject,
  mediaType: string,
  media: MediaType,
  required: boolean,
  defs: Defs,
): Draft[] {
  const isMultipart = essence(mediaType).startsWith('multipart/');
  return [...merged.properties].flatMap(([name, schema]): Draft[] => {
    if (isReadOnly(schemaNode(schema, defs))) return [];
    const sample = sampleMember(media.example, name);
    return [
      {
        name,
        in: 'body',
        target: name,
        required: required && merged.required.has(name),
        ...(!required && merged.required.has(name) ? { requiredInBody: true } : {}),
        schema: isMultipart ? partSchema(schema) : schema,
        ...(sample === undefined ? {} : { sample }),
      },
    ];
  });
}

/** An optional body is sent if any of its properties is given, and then needs its required ones. */
function bodyCondition(bodyFields: Draft[], body: InputShape['body']): JsonObject {
  const reachable = bodyFields.filter(isReachable);
  const names = reachable.filter(({ requiredInBody }) => requiredInBody).map(({ name }) => name);
  if (body !== 'merged' || names.length === 0) return {};
  return {
    if: { anyOf: reachable.map(({ name }) => ({ required: [name] })) },
    then: { required: names },
  };
}

function objectSchema(fields: InputField[], defs: Defs, closed: boolean, condition: JsonObject): JsonObject {
  const required = fields.filter((field) => field.required).map((field) => field.name);
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [field.name, field.schema])),
    ...(required.length > 0 ? { required } : {}),
    ...condition,
    ...(closed ? { additionalProperties: false } : {}),
    ...(Object.keys(defs).length > 0 ? { $defs: defs } : {}),
  };
}

function finish(draft: Draft, schema: Schema, operation: Operation, defs: Defs): InputField {
  const { sample, ...rest } = draft;
  const node = schemaNode(draft.schema, defs);
  const parts = annotatedParts(node);
  const { labels = {}, examples = {} } = operation['x-farebox'] ?? {};
  const example = own(examples, draft.name) ?? draft.parameter?.example ?? exampleOf(parts) ?? sample;
  const fallback = defaultOf(
    parts,
    flatSchema(node)?.parts.map(({ keywords }) => keywords),
  );
  const described = draft.parameter?.description ?? schemaText(parts, 'description');
  return {
    ...rest,
    schema,
    label: labelOf(draft, labels) ?? schemaText(parts, 'title') ?? readableName(draft.name),
    description: described ?? (draft.target === '' ? (operation.requestBody?.description ?? '') : ''),
    ...(fallback === undefined ? {} : { default: fallback }),
    ...(example === undefined ? {} : { example }),
  };
}

function labelOf(draft: Draft, labels: Record<string, string>): string | undefined {
  return Object.hasOwn(labels, draft.name) ? labels[draft.name] : undefined;
}

function inFormOrder(drafts: Draft[], order: string[]): Draft[] {
  const first = [...new Set(order)].flatMap((name) => drafts.filter((draft) => draft.name === name));
  return [...first, ...drafts.filter((draft) => !first.includes(draft))];
}

/** Annotations of the parameter move to its schema, the only place for them in the form. */
function parameterSchema(parameter: Parameter): Schema {
  const schema = parameter.schema ?? Object.values(parameter.content ?? {})[0]?.schema ?? true;
  if (parameter.deprecated !== true || schema === false) return schema;
  return { ...(schema === true ? {} : schema), deprecated: true };
}

/** Bytes are base64 or a data URL. The schema must say so, which OpenAPI 3.1 does not require. */
function wholeBodySchema(mediaType: string, schema: Schema, defs: Defs): Schema {
  const chain = referenceChain(schemaNode(schema, defs)).map(({ keywords }) => keywords);
  const says = (keyword: string) => chain.some((part) => own(part, keyword) !== undefined);
  if (!isBinaryMediaType(mediaType) || schema === false || says('format') || says('contentEncoding'))
    return schema;
  if (says('type') && !chain.some((part) => own(part, 'type') === 'string')) return schema;
  return { type: 'string', format: 'binary', ...(schema === true ? {} : schema) };
}

/** In OpenAPI 3.1 a part with nothing but a media type is a file. */
function partSchema(schema: Schema): Schema {
  if (typeof schema === 'boolean') return schema;
  const items = own(schema, 'items');
  if (isJsonObject(items)) return { ...schema, items: partSchema(items) };
  const mediaType = own(schema, 'contentMediaType');
  const isFile = typeof mediaType === 'string' && isBinaryMediaType(mediaType);
  const isPlain = own(schema, 'contentEncoding') === undefined && own(schema, 'format') === undefined;
  return isFile && isPlain ? { type: 'string', ...schema, format: 'binary' } : schema;
}

/** JSON with `__proto__` is refused when it is parsed. */
function isReachable(draft: Draft): boolean {
  return draft.name !== '__proto__';
}

function freeName(wanted: string, taken: Set<string>): string {
  let name = wanted;
  for (let number = 2; taken.has(name); number += 1) name = `${wanted}_${number}`;
  return name;
}
