import type { InputField, InputShape } from './input-shape.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../json/json.ts';
import type { Schema } from './operation.ts';
import { schemaFacets } from '../schema/schema-facets.ts';
import { type Defs, own, referenceChain, standAlone } from '../schema/schema-references.ts';
import { isSchema } from '../schema/subschemas.ts';

/** One element of the playground's `request` array. */
export interface RequestField {
  name: string;
  in: InputField['in'];
  label: string;
  description: string;
  /** The JSON type, `a|b` where there are several, `any` where the schema does not say. */
  type: string;
  /** Also where the body needs it and the operation can do without the body: `bodyOptional` tells. */
  required: boolean;
  /** It is part of a body that may be left out, with all that is required in it. */
  bodyOptional?: true;
  default?: JsonValue;
  example?: JsonValue;
  enum?: JsonValue[];
  /** JSON Schema 2020-12, with the `$defs` that it reaches. */
  schema: Schema;
  affectsPrice: boolean;
}

/** The fields of an input in form order, each with a schema that stands alone. */
export function requestFields(shape: InputShape, affects: (name: string) => boolean): RequestField[] {
  const given = own(shape.schema, '$defs');
  const defs = isJsonObject(given) ? schemasOf(given) : {};
  return shape.fields.map((field) => {
    const choices = enumOf(field.schema, defs);
    return {
      name: field.name,
      in: field.in,
      label: field.label,
      description: field.description,
      type: typeOf(field.schema, defs),
      required: field.required || field.requiredInBody === true,
      ...(field.requiredInBody ? { bodyOptional: true } : {}),
      ...(field.default === undefined ? {} : { default: field.default }),
      ...(field.example === undefined ? {} : { example: field.example }),
      ...(choices === undefined ? {} : { enum: choices }),
      schema: standAlone(field.schema, defs),
      affectsPrice: affects(field.name),
    };
  });
}

function typeOf(schema: Schema, defs: Defs): string {
  const facets = schemaFacets(schema, defs);
  const said = facets.flatMap((facet) => [own(facet, 'type') ?? []].flat());
  const isTyped = said.some((type) => type !== 'null');
  const types = isTyped
    ? said.map(String)
    : [...(enumOf(schema, defs) ?? []).map(typeOfValue), ...said.map(String)];
  const distinct = [...new Set(types)];
  const kept = distinct.includes('number') ? distinct.filter((type) => type !== 'integer') : distinct;
  if (kept.length > 0) return kept.join('|');
  if (facets.some((facet) => own(facet, 'properties') !== undefined)) return 'object';
  return facets.some((facet) => own(facet, 'items') !== undefined) ? 'array' : 'any';
}

/** The values of a choice: of `enum`, of `const`, or of a union of constants. */
function enumOf(schema: Schema, defs: Defs): JsonValue[] | undefined {
  for (const part of referenceChain(schema, defs)) {
    const values = own(part, 'enum');
    if (Array.isArray(values) && values.length > 0) return values;
    const value = own(part, 'const');
    if (value !== undefined) return [value];
    const branches = own(part, 'oneOf') ?? own(part, 'anyOf');
    const choices = Array.isArray(branches) ? branches.map((branch) => branchChoices(branch, defs)) : [];
    if (choices.length > 0 && choices.every((choice) => choice !== undefined)) return choices.flat();
  }
  return undefined;
}

/** Of a branch, only what it says itself: unions of unions are no simple choice. */
function branchChoices(branch: JsonValue, defs: Defs): JsonValue[] | undefined {
  const parts = isSchema(branch) ? referenceChain(branch, defs) : [];
  for (const part of parts) {
    const values = own(part, 'enum');
    if (Array.isArray(values)) return values;
    const value = own(part, 'const');
    if (value !== undefined) return [value];
    if (own(part, 'type') === 'null') return [null];
  }
  return undefined;
}

function typeOfValue(value: JsonValue): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value === 'number' && Number.isInteger(value) ? 'integer' : typeof value;
}

function schemasOf(defs: JsonObject): Defs {
  return Object.fromEntries(
    Object.entries(defs).flatMap(([name, value]) => (isSchema(value) ? [[name, value]] : [])),
  );
}
