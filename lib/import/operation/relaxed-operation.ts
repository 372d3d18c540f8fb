import { isJsonObject, type JsonObject, type JsonValue } from '../../json/json.ts';
import type { InputField, InputShape } from '../../operation/input-shape.ts';
import type { MediaType, Operation, Schema } from '../../operation/operation.ts';
import { mergedObject } from '../../schema/input-schema.ts';
import { schemaNode } from '../../schema/schema-graph.ts';
import { annotatedParts } from '../../schema/schema-parts.ts';
import type { Defs } from '../../schema/schema-references.ts';
import { mapSubschemas } from '../../schema/subschemas.ts';
import { parameterKey } from './import-parameters.ts';

interface Relaxation {
  operation: Operation;
  what: string;
}

/** Contradictory schemas allow no call. Each step removes more constraints; the last one allows any value. */
export const relaxations: ((operation: Operation, atFault: InputField[]) => Relaxation)[] = [
  (operation) => ({
    operation: withSchemas(operation, anyAlternative),
    what: 'No value fits exactly one of the alternatives (oneOf); fitting any of them is enough.',
  }),
  (operation) => ({
    operation: withSchemas(operation, open),
    what: 'Objects that are closed (additionalProperties: false) contradict other keywords; further properties are allowed.',
  }),
  (operation, atFault) => ({
    operation: withoutSchemas(operation, atFault),
    what: `No value that can be sent satisfies the schema of ${named(atFault)}; the schema is ignored.`,
  }),
];

function anyAlternative(schema: Schema): Schema {
  return everySchema(schema, (one) => {
    const { oneOf, ...rest } = one;
    if (oneOf === undefined) return one;
    return rest['anyOf'] === undefined
      ? { ...rest, anyOf: oneOf }
      : { ...rest, allOf: [...list(rest['allOf']), { anyOf: oneOf }] };
  });
}

function open(schema: Schema): Schema {
  return everySchema(schema, (one) => {
    const { additionalProperties, unevaluatedProperties, ...rest } = one;
    return {
      ...rest,
      ...(additionalProperties === undefined || additionalProperties === false
        ? {}
        : { additionalProperties }),
      ...(unevaluatedProperties === undefined || unevaluatedProperties === false
        ? {}
        : { unevaluatedProperties }),
    };
  });
}

function everySchema(schema: Schema, change: (schema: JsonObject) => JsonObject): Schema {
  return isJsonObject(schema) ? change(mapSubschemas(schema, (inner) => everySchema(inner, change))) : schema;
}

function list(value: JsonObject[string] | undefined): JsonObject[string][] {
  return Array.isArray(value) ? value : [];
}

/** Changes the input schemas; response schemas stay. */
function withSchemas(operation: Operation, change: (schema: Schema) => Schema): Operation {
  const { parameters, requestBody, $defs } = operation;
  const content = (all: Record<string, MediaType>) =>
    mapped(all, (media) => (media.schema === undefined ? media : { ...media, schema: change(media.schema) }));
  return {
    ...operation,
    ...(parameters === undefined
      ? {}
      : {
          parameters: parameters.map((parameter) => ({
            ...parameter,
            ...(parameter.schema === undefined ? {} : { schema: change(parameter.schema) }),
            ...(parameter.content === undefined ? {} : { content: content(parameter.content) }),
          })),
        }),
    ...(requestBody === undefined
      ? {}
      : { requestBody: { ...requestBody, content: content(requestBody.content) } }),
    ...($defs === undefined ? {} : { $defs: mapped($defs, change) }),
  };
}

function withoutSchemas(operation: Operation, atFault: InputField[]): Operation {
  const parameters = new Set(
    atFault.map((field) => (field.parameter === undefined ? '' : parameterKey(field.parameter))),
  );
  const hasBody = atFault.length === 0 || atFault.some((field) => field.in === 'body');
  return {
    ...operation,
    ...(operation.parameters === undefined
      ? {}
      : {
          parameters: operation.parameters.map((parameter) => {
            if (!parameters.has(parameterKey(parameter))) return parameter;
            const { style: _style, explode: _explode, content: _content, ...rest } = parameter;
            return {
              ...rest,
              schema: parameter.in === 'path' ? { type: 'string', minLength: 1 } : { type: 'string' },
            };
          }),
        }),
    ...(operation.requestBody === undefined || !hasBody
      ? {}
      : {
          requestBody: {
            ...operation.requestBody,
            content: mapped(operation.requestBody.content, () => ({ schema: {} })),
          },
        }),
  };
}

function mapped<From, To>(record: Record<string, From>, change: (value: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));
}

function named(fields: InputField[]): string {
  const parameters = fields.filter((field) => field.in !== 'body').map((field) => `"${field.name}"`);
  const hasBody = fields.length === 0 || fields.some((field) => field.in === 'body');
  return [...parameters, ...(hasBody ? ['the body'] : [])].join(', ');
}

/** Removes examples and defaults of some fields, so that the first call leaves these fields out. */
export function withoutOffers(operation: Operation, shape: InputShape, fields: InputField[]): Operation {
  const defs = operation.$defs ?? {};
  const targets = new Set(
    fields.flatMap((field) =>
      annotatedParts(schemaNode(schemaOf(operation, shape, field, defs) ?? true, defs)),
    ),
  );
  const change = (schema: Schema): Schema => asSchema(stripped(schema, targets));
  const { parameters, requestBody, $defs } = operation;
  return {
    ...operation,
    ...(parameters === undefined
      ? {}
      : {
          parameters: parameters.map((one) => ({
            ...one,
            ...(one.schema === undefined ? {} : { schema: change(one.schema) }),
            ...(one.content === undefined ? {} : { content: contents(one.content, change) }),
          })),
        }),
    ...(requestBody === undefined
      ? {}
      : { requestBody: { ...requestBody, content: contents(requestBody.content, change) } }),
    ...($defs === undefined ? {} : { $defs: mapped($defs, change) }),
  };
}

function schemaOf(
  operation: Operation,
  shape: InputShape,
  field: InputField,
  defs: Defs,
): Schema | undefined {
  if (field.parameter !== undefined)
    return field.parameter.schema ?? Object.values(field.parameter.content ?? {})[0]?.schema;
  const media = Object.values(operation.requestBody?.content ?? {})[0];
  return shape.body === 'merged'
    ? mergedObject(schemaNode(media?.schema ?? true, defs))?.properties.get(field.target)
    : media?.schema;
}

function contents(
  content: Record<string, MediaType>,
  change: (schema: Schema) => Schema,
): Record<string, MediaType> {
  return mapped(content, (media) =>
    media.schema === undefined ? media : { ...media, schema: change(media.schema) },
  );
}

/** A copy in which the targets have no examples or defaults. Objects without targets are not copied. */
function stripped(value: JsonValue, targets: Set<JsonObject>): JsonValue {
  if (Array.isArray(value)) {
    const items = value.map((item) => stripped(item, targets));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  if (!isJsonObject(value)) return value;
  const isTarget = targets.has(value);
  let isChanged = false;
  const entries = Object.entries(value).flatMap(([key, inner]): [string, JsonValue][] => {
    if (isTarget && (key === 'examples' || key === 'example' || key === 'default')) {
      isChanged = true;
      return [];
    }
    const copy = stripped(inner, targets);
    isChanged ||= copy !== inner;
    return [[key, copy]];
  });
  return isChanged ? Object.fromEntries(entries) : value;
}

function asSchema(value: JsonValue): Schema {
  return isJsonObject(value) || typeof value === 'boolean' ? value : true;
}
