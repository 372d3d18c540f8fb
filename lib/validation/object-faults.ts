import { type JsonObject, type JsonValue, isJsonObject } from '../json/json.ts';
import type { ObjectRules, SchemaNode, InPlaceRules, Union } from '../schema/schema-node.ts';
import { own } from '../schema/schema-references.ts';
import type { Coverage } from './coverage.ts';
import {
  type Explanation,
  type Fault,
  fault,
  pointerTo,
  countSentence,
  choiceFault,
  typeFault,
  alternatives,
  maxChoices,
} from './fault.ts';
import { chosenBy, countPassing, isGiven, missingFor } from './object-holds.ts';
import { matches } from './matches.ts';

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

export function* inPlaceFaults(
  explanation: Explanation,
  { all, unions, nots, conditions }: InPlaceRules,
  value: JsonValue,
  pointer: string,
  coverage: Coverage | undefined,
): Iterable<Fault> {
  const { walk } = explanation;
  for (const not of nots) if (walk.holds(not, value)) yield fault(pointer, 'must not have this form');
  for (const node of all) yield* explanation.faults(node, value, pointer, coverage);
  for (const condition of conditions) {
    const next = chosenBy(walk, condition, value, coverage);
    if (next) yield* explanation.faults(next, value, pointer, coverage);
  }
  for (const union of unions) yield* branchFaults(explanation, union, value, pointer, coverage);
}

function* branchFaults(
  explanation: Explanation,
  union: Union,
  value: JsonValue,
  pointer: string,
  coverage: Coverage | undefined,
): Iterable<Fault> {
  const { keyword } = union;
  const enough = keyword === 'oneOf' ? 2 : coverage ? Number.POSITIVE_INFINITY : 1;
  const passing = countPassing(explanation.walk, union, value, coverage, enough);
  if (passing === 1 || (passing > 0 && keyword === 'anyOf')) return;
  if (coverage) coverage.isUncertain = true;
  if (passing > 1) yield fault(pointer, 'fits more than one of the allowed forms, and must fit exactly one');
  else if (!explanation.thorough) yield fault(pointer, 'must have one of the allowed forms');
  else yield* unionFaults(explanation, union, value, pointer);
}

/** The faults of a value that fits no branch: those of the nearest branch. */
function unionFaults(explanation: Explanation, union: Union, value: JsonValue, pointer: string): Fault[] {
  const property = isJsonObject(value) ? union.discriminator?.property : undefined;
  if (property !== undefined && isJsonObject(value)) {
    const given = own(value, property);
    if (given === undefined) return [fault(pointerTo(pointer, property), 'is required')];
    const named = union.branches.find((branch) => isNamed(branch, union, given));
    if (named) return explanation.listed(named, value, pointer);
  }
  return nearest(
    union.branches.map((branch) => explanation.listed(branch, value, pointer)),
    pointer,
  );
}

/** Whether the discriminator selects the branch. */
function isNamed(branch: SchemaNode, { discriminator }: Union, given: JsonValue): boolean {
  const mapped = discriminator?.mapping.find(([value]) => value === given)?.[1];
  if (mapped !== undefined) return mapped === own(branch.keywords, '$ref');
  return given === branch.referencedName;
}

/** The nearest of the failed branches: the right type and constants first, then the fewest faults. */
function nearest(found: Fault[][], pointer: string): Fault[] {
  const isOtherType = (faults: Fault[]) =>
    faults.some((one) => one.kind === 'type' && one.pointer === pointer);
  const close = found.filter((faults) => !isOtherType(faults));
  if (close.length === 0) {
    const all = found.flat().flatMap((one) => (one.pointer === pointer ? (one.expected ?? []) : []));
    return [typeFault(pointer, [...new Set(all)])];
  }
  const [best] = close.toSorted((one, other) => distance(one) - distance(other));
  const choices = close.flatMap((faults) => choiceHere(faults, pointer));
  if (choices.length === close.length && choices.length > 1) {
    const values = [...new Set(choices.map((detail) => detail.replace(/^must be (?:one of )?/, '')))];
    const shown = values.length > maxChoices ? [...values.slice(0, maxChoices), '…'] : values;
    return [choiceFault(pointer, `must be ${alternatives(shown)}`)];
  }
  return best ?? [];
}

function choiceHere(faults: Fault[], pointer: string): string[] {
  const [only] = faults;
  return only?.kind === 'choice' && only.pointer === pointer ? [only.detail] : [];
}

function distance(faults: Fault[]): number {
  const weights = { choice: 100, type: 10, other: 1 };
  return faults.reduce((sum, { kind }) => sum + weights[kind], 0);
}
