import type { InputField, InputShape } from './input-shape.ts';
import type { JsonValue } from '../json/json.ts';
import type { Schema } from './operation.ts';
import { anySchema, schemaNode } from '../schema/schema-graph.ts';
import type { SchemaNode } from '../schema/schema-node.ts';
import { referenceChain, schemaFacets } from '../schema/schema-parts.ts';
import { ownDefs, standAlone } from '../schema/schema-references.ts';

/** One element of the playground's `request` array. */
export interface RequestField {
  name: string;
  in: InputField['in'];
  label: string;
  description: string;
  /** The JSON type: `a|b` for several, `any` if the schema does not restrict it. */
  type: string;
  /** Also true for required members of an optional body, which `bodyOptional` marks. */
  required: boolean;
  /** Part of an optional body. Its required fields are needed only if the body is sent. */
  bodyOptional?: true;
  default?: JsonValue;
  example?: JsonValue;
  enum?: JsonValue[];
  /** JSON Schema 2020-12, with the `$defs` that it uses. */
  schema: Schema;
  affectsPrice: boolean;
}

/** The fields of an input in form order, each with a self-contained schema. */
export function requestFields(shape: InputShape, affects: (name: string) => boolean): RequestField[] {
  const defs = ownDefs(shape.schema);
  const properties = schemaNode(shape.schema).read().object?.properties;
  return shape.fields.map((field) => {
    const node = properties?.get(field.name) ?? anySchema;
    const choices = enumOf(node);
    return {
      name: field.name,
      in: field.in,
      label: field.label,
      description: field.description,
      type: typeOf(node, choices),
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

function typeOf(schema: SchemaNode, choices: JsonValue[] = []): string {
  const facets = schemaFacets(schema);
  const said = facets.flatMap(({ typeNames }) => typeNames);
  const isTyped = said.some((type) => type !== 'null');
  const distinct = [...new Set(isTyped ? said : [...choices.map(typeOfValue), ...said])];
  const kept = distinct.includes('number') ? distinct.filter((type) => type !== 'integer') : distinct;
  if (kept.length > 0) return kept.join('|');
  if (facets.some(({ object }) => object?.properties.size)) return 'object';
  return facets.some(({ list }) => list?.rest) ? 'array' : 'any';
}

/** The values of `enum`, `const`, or a union of constants. */
function enumOf(schema: SchemaNode): JsonValue[] | undefined {
  for (const { choices, constant, inPlace } of referenceChain(schema)) {
    const values = [...(choices?.values ?? constant?.values ?? [])];
    if (values.length > 0) return values;
    const lists = inPlace?.unions.at(-1)?.branches.map(branchChoices) ?? [];
    if (lists.length > 0 && lists.every((list) => list !== undefined)) return lists.flat();
  }
  return undefined;
}

/** Only the branch's own values: nested unions are not a simple choice. */
function branchChoices(branch: SchemaNode): JsonValue[] | undefined {
  for (const { choices, constant, typeNames } of referenceChain(branch)) {
    const said = choices ?? constant;
    if (said) return said.values;
    if (typeNames.join() === 'null') return [null];
  }
  return undefined;
}

function typeOfValue(value: JsonValue): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value === 'number' && Number.isInteger(value) ? 'integer' : typeof value;
}
