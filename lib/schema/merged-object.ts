import { isJsonObject, type JsonObject } from '../json/json.ts';
import type { Schema } from '../operation/operation.ts';
import { flatSchema } from './flat-schema.ts';
import type { SchemaNode } from './schema-node.ts';
import { own } from './schema-references.ts';
import { asSchema } from './subschemas.ts';

export interface MergedObject {
  properties: Map<string, Schema>;
  required: Set<string>;
  closed: boolean;
}

/** Keywords that prevent properties from being separate fields. */
const bindingKeywords = [
  'oneOf', 'anyOf', 'not', 'if', 'enum', 'const', 'patternProperties', 'propertyNames', 'minProperties',
  'maxProperties', 'dependentRequired', 'dependentSchemas', 'dependencies', 'unevaluatedProperties',
  'unevaluatedItems', '$dynamicRef',
]; // biome-ignore format: a list of words

/** The properties of a plain object with its references and `allOf` merged; undefined if other keywords restrict it. */
export function mergedObject(schema: SchemaNode): MergedObject | undefined {
  const parts = flatSchema(schema)?.parts.map(({ keywords }) => keywords);
  if (!parts?.every(isPlainObject) || !parts.some(saysObject)) return undefined;
  const properties = new Map<string, Map<string, Schema>>();
  const required = new Set<string>();
  for (const part of parts) {
    for (const [name, property] of propertiesOf(part)) {
      const byText = properties.get(name) ?? new Map<string, Schema>();
      const text = JSON.stringify(property);
      if (!byText.has(text)) byText.set(text, property);
      properties.set(name, byText);
    }
    const names = own(part, 'required');
    if (Array.isArray(names)) for (const name of names) if (typeof name === 'string') required.add(name);
  }
  const closing = parts.filter((part) => own(part, 'additionalProperties') === false);
  if (properties.size === 0 || !closing.every((part) => propertiesOf(part).length === properties.size))
    return undefined;
  const undescribed = [...required].filter((name) => !properties.has(name));
  if (closing.length > 0 && undescribed.length > 0) return undefined;
  const merged = [...properties].map(([name, byText]): [string, Schema] => [
    name,
    conjunction([...byText.values()]),
  ]);
  // Required members without a description are fields, too: a body without them would be refused.
  const open = undescribed.map((name): [string, Schema] => [name, true]);
  return { properties: new Map([...merged, ...open]), required, closed: closing.length > 0 };
}

function isPlainObject(part: JsonObject): boolean {
  const type = own(part, 'type');
  const additional = own(part, 'additionalProperties');
  return (
    (type === undefined || type === 'object') &&
    (additional === undefined || additional === false) &&
    !bindingKeywords.some((keyword) => own(part, keyword) !== undefined)
  );
}

function saysObject(part: JsonObject): boolean {
  return own(part, 'type') === 'object' || propertiesOf(part).length > 0;
}

function propertiesOf(part: JsonObject): [string, Schema][] {
  const properties = own(part, 'properties');
  if (!isJsonObject(properties)) return [];
  return Object.entries(properties).map(([name, value]) => [name, asSchema(value)]);
}

function conjunction(schemas: Schema[]): Schema {
  const [first, ...rest] = schemas;
  if (first === undefined) return true;
  return rest.length === 0 ? first : { allOf: schemas };
}
