import type { InputField, InputShape } from '../operation/input-shape.ts';
import { isJsonObject, type JsonValue } from '../json/json.ts';
import type { Schema } from '../operation/operation.ts';
import { type Defs, own, referenceChain } from '../schema/schema-references.ts';
import { givenLists } from './given-lists.ts';
import type { DraftOperation } from './import-operation.ts';
import { parameterKey } from './import-parameters.ts';
import { coerced, readType } from './schema-type.ts';

/**
 * The document's own values for a field, best first: of the parameter or body, of its schema, its default. Each comes
 * with the other ways to read it.
 */
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
  const { types } = readType(typeOf(field.schema, defs) ?? 'any');
  return [...ofParameter, ...members, example, fallback].flatMap((value) => {
    if (value === undefined) return [];
    const converted = coerced(value, types);
    const lists = types.includes('array') ? listsOf(field, value, defs) : [];
    return [[value, ...(converted === undefined || converted === value ? [] : [converted]), ...lists]];
  });
}

function listsOf({ schema, parameter }: InputField, value: JsonValue, defs: Defs): JsonValue[][] {
  if (parameter === undefined || parameter.content !== undefined) return [];
  const items = referenceChain(schema, defs)
    .map((part) => own(part, 'items'))
    .find((inner) => inner !== undefined);
  const type = isJsonObject(items) ? typeOf(items, defs) : undefined;
  return givenLists(value, parameter, readType(type ?? 'any').types);
}

function typeOf(schema: Schema, defs: Defs): JsonValue | undefined {
  return referenceChain(schema, defs)
    .map((part) => own(part, 'type'))
    .find((type) => type !== undefined);
}
