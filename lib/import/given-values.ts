import type { InputField, InputShape } from '../operation/input-shape.ts';
import { isJsonObject, type JsonValue } from '../json/json.ts';
import { schemaNode } from '../schema/schema-graph.ts';
import type { SchemaNode } from '../schema/schema-node.ts';
import { referenceChain } from '../schema/schema-parts.ts';
import { type Defs, own } from '../schema/schema-references.ts';
import { givenLists } from './given-lists.ts';
import type { DraftOperation } from './import-operation.ts';
import { parameterKey } from './import-parameters.ts';
import { coerced, readType } from './schema-type.ts';

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
