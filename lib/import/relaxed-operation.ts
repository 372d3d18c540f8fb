import type { InputField } from '../operation/input-shape.ts';
import { isJsonObject, type JsonObject } from '../json/json.ts';
import type { MediaType, Operation, Schema } from '../operation/operation.ts';
import { parameterKey } from './import-parameters.ts';
import { mapSubschemas } from '../schema/subschemas.ts';

export interface Relaxation {
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
