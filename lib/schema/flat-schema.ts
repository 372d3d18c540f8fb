import { canonicalJson } from '../json/json.ts';
import { schemaNode } from './schema-graph.ts';
import {
  type Choices,
  FlatSchema,
  type InPlaceRules,
  type ListRules,
  type ObjectRules,
  SchemaNode,
  type Discriminator,
  type Union,
} from './schema-node.ts';
import { own } from './schema-references.ts';

/** A schema of more parts is not described: each part would ask for all behind it. */
export const maxParts = 500;
/** Values of an `enum` that take as long as one schema. */
const valuesPerUnit = 8;

/** Undefined if no value is valid. */
export function flatSchema(node: SchemaNode): FlatSchema | undefined {
  if (node.flat === undefined) node.flat = joined([node]) ?? null;
  return node.flat ?? undefined;
}

/** Merges schemas with `base`. `left` replaces some of the base's in-place rules. */
export function joined(
  nodes: SchemaNode[],
  base?: FlatSchema,
  left: Partial<InPlaceRules> = {},
): FlatSchema | undefined {
  const [first] = base ? [base] : nodes;
  if (!first) return undefined;
  const flat = new FlatSchema({}, first.scope);
  flat.flat = flat;
  if (base) Object.assign(flat, base, { inPlace: { ...base.inPlace, ...left }, flat, plan: undefined });
  const found = new Set<SchemaNode>(nodes);
  for (const part of found) {
    const { always, inPlace } = part.read();
    if (always === false || found.size > maxParts || !takes(flat, part)) return undefined;
    for (const inner of inPlace?.all ?? []) found.add(inner);
  }
  flat.parts = [...found];
  flat.inner = [...found].filter((part) => !nodes.includes(part));
  return flat;
}

/** A schema for values that satisfy all of several; undefined if there are none. */
export function both(...given: (SchemaNode | undefined)[]): SchemaNode | undefined {
  const all = given.filter((node) => node !== undefined);
  const nodes = [...new Set(all)].filter(({ schema }) => schema !== true);
  const [first, ...others] = nodes;
  if (!first || others.length === 0) return first ?? all[0];
  const none = nodes.find(({ schema }) => schema === false);
  if (none) return none;
  const node = new SchemaNode({}, first.scope);
  node.isRead = true;
  node.inPlace = { all: nodes, unions: [], nots: [], conditions: [] };
  return node;
}

/** Merges a schema; false if it contradicts the others. */
function takes(flat: FlatSchema, from: SchemaNode): boolean {
  for (const one of [from.constant, from.choices]) flat.choices = met(flat.choices, one, commonChoices);
  const isTyped = flat.typeNames.length > 0 && from.typeNames.length > 0;
  flat.typeNames = isTyped
    ? commonTypes(flat.typeNames, from.typeNames)
    : [...flat.typeNames, ...from.typeNames];
  flat.number = met(flat.number, from.number, common);
  flat.text = met(flat.text, from.text, common);
  flat.list = met(flat.list, from.list, commonLists);
  flat.object = met(flat.object, from.object, commonObjects);
  flat.patternSample ??= from.patternSample;
  flat.unevaluatedItems ??= from.unevaluatedItems;
  flat.unevaluatedProperties ??= from.unevaluatedProperties;
  const { unions, nots, conditions } = flat.inPlace;
  flat.inPlace = {
    all: [],
    unions: [...unions, ...(from.inPlace?.unions ?? [])],
    nots: [...nots, ...(from.inPlace?.nots ?? [])],
    conditions: [...conditions, ...(from.inPlace?.conditions ?? [])],
  };
  flat.work += 1 + (from.choices?.values.length ?? 0) / valuesPerUnit;
  return flat.choices?.values.length !== 0 && !(isTyped && flat.typeNames.length === 0);
}

function met<Rules>(a: Rules | undefined, b: Rules | undefined, meet: (a: Rules, b: Rules) => Rules) {
  return a && b ? meet(a, b) : (a ?? b);
}

function commonChoices(a: Choices, b: Choices): Choices {
  const texts = new Set(b.values.map(canonicalJson));
  return { values: a.values.filter((value) => texts.has(canonicalJson(value))) };
}

function commonTypes(some: string[], others: string[]): string[] {
  const both = [...some, ...others];
  return [...new Set(both)].filter((name) =>
    [some, others].every((names) => names.includes(name) || (name === 'integer' && names.includes('number'))),
  );
}

/** Merges two rules of one kind: bounds intersect, flags and lists add up, and otherwise the first wins. */
function common<Rules extends object>(a: Rules, b: Rules): Rules {
  const others = new Map<string, unknown>(Object.entries(b));
  const merged = new Map(others);
  for (const [key, value] of Object.entries(a)) merged.set(key, commonValue(key, value, others.get(key)));
  return asRules<Rules>(Object.fromEntries(merged));
}

/** `common` keeps the keys and merges each value with one of its own type. */
function asRules<Rules extends object>(merged: object): Rules {
  return merged as Rules;
}

function commonValue(key: string, a: unknown, b: unknown): unknown {
  if (typeof a === 'number' && typeof b === 'number') {
    if (key === 'multipleOf') return commonMultiple(a, b);
    return /min/i.test(key) ? Math.max(a, b) : Math.min(a, b);
  }
  if (a instanceof SchemaNode && b instanceof SchemaNode) return both(a, b);
  if (isList(a) && isList(b)) return [...new Set([...a, ...b])];
  return a || b;
}

function isList(value: unknown): value is unknown[] {
  return Array.isArray(value);
}

function commonMultiple(a: number, b: number): number {
  for (let times = 1; times <= 1000; times += 1) if ((a * times) % b === 0) return a * times;
  return a;
}

function commonLists(a: ListRules, b: ListRules): ListRules {
  const length = Math.max(a.prefix.length, b.prefix.length);
  const prefix = Array.from({ length }, (_, index) =>
    both(a.prefix[index] ?? a.rest, b.prefix[index] ?? b.rest),
  );
  return { ...common(a, b), prefix: prefix.filter((one) => one !== undefined) };
}

function commonObjects(a: ObjectRules, b: ObjectRules): ObjectRules {
  const names = new Set([...a.properties.keys(), ...b.properties.keys()]);
  const members = [...names].flatMap((name): [string, SchemaNode][] => {
    const node = both(memberOf(a, name), memberOf(b, name));
    return node ? [[name, node]] : [];
  });
  return { ...common(a, b), properties: new Map(members) };
}

/** Ignores whether a pattern matches the name: members outside `properties` may then have any value. */
function memberOf({ properties, patterns, additional }: ObjectRules, name: string): SchemaNode | undefined {
  return properties.get(name) ?? (patterns.length === 0 ? additional : undefined);
}

/**
 * The discriminator values of a branch: from the mapping, else from the branch's own property, else the name of its
 * schema. Values that the branch forbids are left out.
 */
export function branchTags({ property, mapping }: Discriminator, branch: SchemaNode): string[] {
  const name = branch.referencedName;
  const mapped = mapping.filter(([, target]) => target === own(branch.keywords, '$ref') || target === name);
  const byName = name === undefined ? [] : mapped.length > 0 ? mapped.map(([value]) => value) : [name];
  const allowed = allowedTags(branch, property);
  if (allowed.length === 0) return byName;
  const both = byName.filter((value) => allowed.includes(value));
  return both.length > 0 ? both : allowed;
}

/** The texts that a branch allows for a property; none if it does not list them. */
function allowedTags(branch: SchemaNode, property: string): string[] {
  const node = flatSchema(branch)?.object?.properties.get(property);
  const values = node ? (flatSchema(node)?.choices?.values ?? []) : [];
  return values.filter((value) => typeof value === 'string');
}

/** A schema that requires one of these values in the property. */
export function discriminated(property: string, values: string[]): SchemaNode {
  return schemaNode({ type: 'object', properties: { [property]: { enum: values } }, required: [property] });
}

/** The discriminator value of a branch, as a schema that marks its values. */
export function markersOf({ discriminator }: Union, branch: SchemaNode): SchemaNode[] {
  const tags = discriminator ? branchTags(discriminator, branch) : [];
  return discriminator && tags.length > 0 ? [discriminated(discriminator.property, tags)] : [];
}
