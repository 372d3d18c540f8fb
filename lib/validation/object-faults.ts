import type { JsonObject } from '../json/json.ts';
import type { ObjectRules, SchemaNode } from '../schema/schema-node.ts';
import type { Coverage } from './coverage.ts';
import type { Explanation } from './explanation.ts';
import { type Fault, fault, pointerTo } from './fault.ts';
import { matches } from './matches.ts';
import { isGiven, missingFor } from './object-holds.ts';
import { countSentence } from './sentence.ts';

export function* objectFaults(
  explanation: Explanation,
  rules: ObjectRules,
  object: JsonObject,
  pointer: string,
  coverage: Coverage | undefined,
): Iterable<Fault> {
  const keys = Object.keys(object);
  const { minProperties, maxProperties, required, names } = rules;
  if (keys.length > maxProperties) yield fault(pointer, countSentence('at most', maxProperties, 'field'));
  if (keys.length < minProperties) yield fault(pointer, countSentence('at least', minProperties, 'field'));
  for (const name of required)
    if (!isGiven(object, name)) yield fault(pointerTo(pointer, name), 'is required');
  yield* dependentFaults(explanation, rules, object, pointer);
  for (const key of names ? keys : []) if (names) yield* explanation.within(names, key, pointer, key);
  yield* memberFaults(explanation, rules, object, pointer, coverage);
  for (const [name, node] of rules.dependentSchemas)
    if (isGiven(object, name)) yield* explanation.faults(node, object, pointer, coverage);
}

function* dependentFaults(
  { walk }: Explanation,
  { dependentRequired }: ObjectRules,
  object: JsonObject,
  pointer: string,
): Iterable<Fault> {
  for (const [given, names] of dependentRequired) {
    for (const name of isGiven(object, given) ? missingFor(walk, names, object) : [])
      yield fault(pointerTo(pointer, name), `is required when ${given} is given`);
  }
}

function* memberFaults(
  explanation: Explanation,
  rules: ObjectRules,
  object: JsonObject,
  pointer: string,
  coverage: Coverage | undefined,
): Iterable<Fault> {
  const { properties, additional } = rules;
  const keys = Object.keys(object);
  const isMember = (key: string) => isGiven(object, key);
  // In schema order, unless the schema has many more properties than the object.
  const named = properties.size > manyProperties ? keys : [...properties.keys()].filter(isMember);
  for (const key of named) {
    const node = properties.get(key);
    if (node) yield* explanation.within(node, object[key] ?? null, pointer, key);
  }
  for (const key of keys) {
    const nodes = patternNodes(explanation, rules, key);
    for (const node of nodes) yield* explanation.within(node, object[key] ?? null, pointer, key);
    const isKnown = nodes.length > 0 || properties.has(key);
    if (isKnown || additional) coverage?.addName(key);
    if (isKnown || !additional) continue;
    if (additional.read().always === false) yield fault(pointerTo(pointer, key), 'is not a known field');
    else yield* explanation.within(additional, object[key] ?? null, pointer, key);
  }
}

const manyProperties = 50;

function patternNodes({ walk }: Explanation, { patterns }: ObjectRules, key: string): SchemaNode[] {
  return patterns.flatMap(([pattern, node]) => (matches(pattern, key, walk.work) ? [node] : []));
}

export function* unevaluatedPropertyFaults(
  explanation: Explanation,
  node: SchemaNode,
  object: JsonObject,
  pointer: string,
  coverage: Coverage,
): Iterable<Fault> {
  const isClosed = node.read().always === false;
  for (const key of Object.keys(object)) {
    if (coverage.hasName(key)) continue;
    if (isClosed) yield fault(pointerTo(pointer, key), 'is not a known field');
    else yield* explanation.within(node, object[key] ?? null, pointer, key);
  }
}
