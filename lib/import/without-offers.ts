import type { InputField, InputShape } from '../operation/input-shape.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../json/json.ts';
import { mergedObject } from '../schema/merged-object.ts';
import type { MediaType, Operation, Schema } from '../operation/operation.ts';
import { schemaNode } from '../schema/schema-graph.ts';
import { annotatedParts } from '../schema/schema-parts.ts';
import type { Defs } from '../schema/schema-references.ts';

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

function mapped<From, To>(record: Record<string, From>, change: (value: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));
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
