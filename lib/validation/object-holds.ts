import type { JsonObject, JsonValue } from '../json/json.ts';
import type {
  Dependents,
  Member,
  ObjectPlan,
  ObjectRules,
  Contains,
  ListRules,
  Condition,
  InPlaceRules,
  SchemaNode,
  Union,
} from '../schema/schema-node.ts';
import { Coverage } from './coverage.ts';
import { matches, areUnique } from './matches.ts';
import type { Walk } from './work.ts';

export function objectHolds(
  walk: Walk,
  rules: ObjectRules,
  plan: ObjectPlan,
  object: JsonObject,
  coverage: Coverage | undefined,
): boolean {
  const isEach = coverage !== undefined || plan.eachKey;
  return (
    hasRequired(walk, isEach ? rules.required : plan.requiredBesides, object) &&
    (isEach ? keysHold(walk, rules, object, coverage) : membersHold(walk, plan.members, object)) &&
    (!plan.dependents || dependentsHold(walk, plan.dependents, object)) &&
    dependentSchemasHold(walk, rules, object, coverage)
  );
}

function hasRequired(walk: Walk, required: string[], object: JsonObject): boolean {
  if (required.length === 0) return true;
  for (const name of required) if (!isGiven(object, name)) return false;
  walk.work.spend(required.length >> 2);
  return true;
}

/** Ignores inherited members, such as `constructor`. */
export function isGiven(object: JsonObject, name: string): boolean {
  return object[name] !== undefined && (!(name in Object.prototype) || Object.hasOwn(object, name));
}

function membersHold(walk: Walk, members: Member[], object: JsonObject): boolean {
  for (const member of members) {
    const value = object[member.name];
    if (value === undefined || (member.isInherited && !Object.hasOwn(object, member.name))) {
      if (member.isRequired) return false;
    } else if (!walk.holds(member.node, value)) return false;
  }
  return true;
}

function keysHold(
  walk: Walk,
  rules: ObjectRules,
  object: JsonObject,
  coverage: Coverage | undefined,
): boolean {
  const keys = Object.keys(object);
  walk.work.spend(keys.length >> 2);
  if (keys.length < rules.minProperties || keys.length > rules.maxProperties) return false;
  for (const key of keys) {
    if (!keyHolds(walk, rules, key, object[key] ?? null, coverage)) return false;
  }
  return true;
}

function keyHolds(
  walk: Walk,
  rules: ObjectRules,
  key: string,
  value: JsonValue,
  coverage: Coverage | undefined,
): boolean {
  walk.work.spend(2);
  if (rules.names && !walk.holds(rules.names, key)) return false;
  const property = rules.properties.get(key);
  if (property && !walk.holds(property, value)) return false;
  let isKnown = property !== undefined;
  for (const [pattern, node] of rules.patterns) {
    if (!matches(pattern, key, walk.work)) continue;
    if (!walk.holds(node, value)) return false;
    isKnown = true;
  }
  if (!isKnown && rules.additional) {
    if (!walk.holds(rules.additional, value)) return false;
    isKnown = true;
  }
  if (isKnown) coverage?.addName(key);
  return true;
}

function dependentsHold(walk: Walk, { byName, all }: Dependents, object: JsonObject): boolean {
  walk.work.spend(all.length >> 2);
  if (all.every((name) => isGiven(object, name))) return true;
  const keys = Object.keys(object);
  walk.work.spend(keys.length >> 2);
  return keys.every((given) => missingFor(walk, byName.get(given), object).length === 0);
}

export function missingFor(walk: Walk, names: string[] | undefined, object: JsonObject): string[] {
  if (!names) return [];
  walk.work.spend(1 + (names.length >> 2));
  return names.filter((name) => !isGiven(object, name));
}

function dependentSchemasHold(
  walk: Walk,
  { dependentSchemas }: ObjectRules,
  object: JsonObject,
  coverage: Coverage | undefined,
): boolean {
  for (const [name, node] of dependentSchemas) {
    walk.work.spend(1);
    if (isGiven(object, name) && !walk.holds(node, object, coverage)) return false;
  }
  return true;
}

export function listHolds(
  walk: Walk,
  rules: ListRules,
  list: JsonValue[],
  coverage: Coverage | undefined,
): boolean {
  if (list.length < rules.minItems || list.length > rules.maxItems) return false;
  const { prefix, rest } = rules;
  const prefixed = Math.min(prefix.length, list.length);
  for (let index = 0; index < prefixed; index += 1) {
    const node = prefix[index];
    if (node && !walk.holds(node, list[index] ?? null)) return false;
  }
  if (rest) {
    for (let index = prefixed; index < list.length; index += 1)
      if (!walk.holds(rest, list[index] ?? null)) return false;
  }
  if (rules.isUnique && !areUnique(list, walk.work)) return false;
  if (coverage) coverage.upTo = Math.max(coverage.upTo, rest ? list.length : prefixed);
  for (const contains of rules.contains) if (!holdsEnough(walk, contains, list, coverage)) return false;
  return true;
}

export function holdsEnough(
  walk: Walk,
  { node, least, most }: Contains,
  list: JsonValue[],
  coverage: Coverage | undefined,
): boolean {
  // All items are checked only for coverage or a maximum.
  const enough = coverage || most < Number.POSITIVE_INFINITY ? most + 1 : least;
  let count = 0;
  for (let index = 0; index < list.length && count < enough; index += 1) {
    if (!walk.holds(node, list[index] ?? null)) continue;
    count += 1;
    coverage?.addItem(index);
  }
  return count >= least && count <= most;
}

export function inPlaceHolds(
  walk: Walk,
  rules: InPlaceRules,
  value: JsonValue,
  coverage: Coverage | undefined,
): boolean {
  for (const node of rules.all) if (!walk.holds(node, value, coverage)) return false;
  for (const union of rules.unions) {
    const isOne = union.keyword === 'oneOf';
    const enough = isOne ? 2 : coverage ? Number.POSITIVE_INFINITY : 1;
    const passing = countPassing(walk, union, value, coverage, enough);
    if (passing === 0 || (isOne && passing > 1)) return false;
  }
  for (const not of rules.nots) if (walk.holds(not, value)) return false;
  for (const condition of rules.conditions) {
    const next = chosenBy(walk, condition, value, coverage);
    if (next && !walk.holds(next, value, coverage)) return false;
  }
  return true;
}

/** The number of branches that a value satisfies, counted up to `enough`. */
export function countPassing(
  walk: Walk,
  { branches }: Union,
  value: JsonValue,
  coverage: Coverage | undefined,
  enough: number,
): number {
  let passing = 0;
  for (const branch of branches) {
    if (passing >= enough) break;
    if (holdsApart(walk, branch, value, coverage)) passing += 1;
  }
  return passing;
}

export function chosenBy(
  walk: Walk,
  condition: Condition,
  value: JsonValue,
  coverage: Coverage | undefined,
): SchemaNode | undefined {
  return holdsApart(walk, condition.if, value, coverage) ? condition.then : condition.else;
}

/** If the schema fails, its coverage does not count. */
function holdsApart(walk: Walk, node: SchemaNode, value: JsonValue, coverage: Coverage | undefined): boolean {
  if (!coverage) return walk.holds(node, value);
  walk.work.spend(2);
  const own = new Coverage();
  if (!walk.holds(node, value, own)) return false;
  walk.cover(coverage, own);
  return true;
}
