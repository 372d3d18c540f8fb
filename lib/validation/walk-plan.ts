import type { JsonValue } from '../json/json.ts';
import type {
  Choices,
  Lookup,
  ObjectPlan,
  ObjectRules,
  SchemaNode,
  WalkPlan,
} from '../schema/schema-node.ts';

const bitOfType: Record<string, number> = {
  null: 1,
  boolean: 2,
  integer: 4,
  number: 8,
  string: 16,
  array: 32,
  object: 64,
};

export function typeBits(value: JsonValue): number {
  if (typeof value === 'string') return 16;
  if (typeof value === 'number') return Number.isInteger(value) ? 12 : 8;
  if (typeof value === 'boolean') return 2;
  if (value === null) return 1;
  return Array.isArray(value) ? 32 : 64;
}

export function planOf(node: SchemaNode): WalkPlan {
  const { typeNames, constant, choices, object } = node.read();
  node.plan = {
    types: typeNames.reduce((bits, name) => bits | (bitOfType[name] ?? 0), 0),
    constant: constant && lookup(constant),
    choices: choices && lookup(choices),
    object: object && objectPlan(object),
    isLoop: undefined,
  };
  return node.plan;
}

function lookup({ values }: Choices): Lookup {
  return {
    scalars: new Set(values.filter((value) => typeof value !== 'object' || value === null)),
    structures: values.filter((value) => typeof value === 'object' && value !== null),
  };
}

/** With so many properties, a value usually lacks most. */
const manyProperties = 16;

function objectPlan(rules: ObjectRules): ObjectPlan {
  const { properties } = rules;
  const required = new Set(rules.required);
  const byName = new Map(rules.dependentRequired);
  return {
    members: [...properties].map(([name, node]) => ({
      name,
      node,
      isInherited: name in Object.prototype,
      isRequired: required.has(name),
    })),
    requiredBesides: rules.required.filter((name) => !properties.has(name)),
    dependents: byName.size > 0 ? { byName, all: [...new Set([...byName.values()].flat())] } : undefined,
    eachKey:
      rules.minProperties > 0 ||
      rules.maxProperties < Number.POSITIVE_INFINITY ||
      rules.names !== undefined ||
      rules.patterns.length > 0 ||
      rules.additional !== undefined ||
      properties.size > manyProperties,
  };
}

/** Whether a node refers back to itself for the same value, which would recurse for ever. */
export function isLoop(node: SchemaNode): boolean {
  const plan = node.plan ?? planOf(node);
  plan.isLoop ??= comesBack(node);
  return plan.isLoop;
}

/** Longer chains count as loops, which costs a little time but is still correct. */
const maxNodesFollowed = 200;

function comesBack(start: SchemaNode): boolean {
  const seen = new Set<SchemaNode>([start]);
  for (const node of seen) {
    for (const next of nodesInPlace(node.read())) {
      if (next === start || seen.size > maxNodesFollowed) return true;
      seen.add(next);
    }
  }
  return false;
}

function* nodesInPlace({ inPlace, object }: SchemaNode): Iterable<SchemaNode> {
  for (const [, dependent] of object?.dependentSchemas ?? []) yield dependent;
  if (!inPlace) return;
  yield* inPlace.all;
  for (const { branches } of inPlace.unions) yield* branches;
  yield* inPlace.nots;
  for (const one of inPlace.conditions) {
    yield one.if;
    if (one.then) yield one.then;
    if (one.else) yield one.else;
  }
}
