import { isWellFormed } from '../../bind/plain-text.ts';
import { isJsonObject, type JsonValue, type JsonObject } from '../../json/json.ts';
import type { InputField, InputShape } from '../../operation/input-shape.ts';
import { schemaNode } from '../../schema/schema-graph.ts';
import type { SchemaNode } from '../../schema/schema-node.ts';
import { referenceChain } from '../../schema/schema-parts.ts';
import { type Defs, own } from '../../schema/schema-references.ts';
import type { InputValidators } from '../../validation/validate.ts';
import type { DraftOperation } from './import-operation.ts';
import { parameterKey } from './import-parameters.ts';
import { givenLists } from './parameter-style.ts';
import { childPointer } from '../document/pointer.ts';
import { coerced, readType } from '../schema/schema-type.ts';

/** The document's values for a field, best first. Each is followed by other ways to read it. */
export function givenValues(
  field: InputField,
  { parameterExamples, bodyExamples }: DraftOperation,
  { body }: InputShape,
  defs: Defs,
): JsonValue[][] {
  const { parameter, target, example, default: fallback } = field;
  const ofParameter = parameter === undefined ? [] : (parameterExamples.get(parameterKey(parameter)) ?? []);
  const ofBody = field.in === 'body' ? bodyExamples : [];
  const members =
    body === 'whole' ? ofBody : ofBody.flatMap((one) => (isJsonObject(one) ? [own(one, target)] : []));
  const { types } = readType(typeOf(schemaNode(field.schema, defs)) ?? 'any');
  return [...ofParameter, ...members, example, fallback].flatMap((value) => {
    if (value === undefined) return [];
    const converted = coerced(value, types);
    const lists = types.includes('array') ? listsOf(field, value, defs) : [];
    return [[value, ...(converted === undefined || converted === value ? [] : [converted]), ...lists]];
  });
}

function listsOf({ schema, parameter }: InputField, value: JsonValue, defs: Defs): JsonValue[][] {
  if (parameter === undefined || parameter.content !== undefined) return [];
  const chain = referenceChain(schemaNode(schema, defs));
  const items = chain.map(({ list }) => list?.rest).find((rest) => rest !== undefined);
  const type = items && typeOf(items);
  return givenLists(value, parameter, readType(type ?? 'any').types);
}

function typeOf(schema: SchemaNode): JsonValue | undefined {
  return referenceChain(schema)
    .map(({ keywords }) => own(keywords, 'type'))
    .find((type) => type !== undefined);
}

/** Below the body limits of the portal's endpoints, because they would refuse a larger example. */
const maxDepth = 40;
const maxValues = 5000;
const maxText = 100_000;

/** Whether the portal would accept a value as JSON. */
export function isSendable(value: JsonValue): boolean {
  let values = 0;
  let text = 0;
  const holds = (inner: JsonValue, depth: number): boolean => {
    values += 1;
    if (values > maxValues || depth > maxDepth) return false;
    if (typeof inner === 'number')
      return Number.isFinite(inner) && Math.abs(inner) <= Number.MAX_SAFE_INTEGER;
    if (typeof inner === 'string') {
      text += inner.length;
      return text <= maxText && isWellFormed(inner);
    }
    if (Array.isArray(inner)) return inner.every((item) => holds(item, depth + 1));
    if (!isJsonObject(inner)) return true;
    return Object.entries(inner).every(([key, item]) => !forbidden.has(key) && holds(item, depth + 1));
  };
  return holds(value, 0);
}

const forbidden = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * The faults of a whole example: those of each field, and missing fields. Field validators already exist; a validator
 * for the whole would have to be compiled for this one check.
 */
export function exampleFaults(
  shape: InputShape,
  { fields }: InputValidators,
  example: JsonObject,
): { pointer: string; detail: string }[] {
  const hasBody = shape.fields.some((field) => field.in === 'body' && Object.hasOwn(example, field.name));
  const missing = shape.fields.filter(
    ({ name, required, requiredInBody }) =>
      (required || (hasBody && requiredInBody)) && !Object.hasOwn(example, name),
  );
  const invalid = Object.entries(example).flatMap(([name, value]) =>
    (fields.get(name)?.(value) ?? []).map(({ pointer, detail }) => ({
      pointer: childPointer('', name) + pointer,
      detail,
    })),
  );
  return [
    ...invalid,
    ...missing.map(({ name }) => ({ pointer: childPointer('', name), detail: 'is required' })),
  ];
}
