import type { JsonObject, JsonValue } from '../json/json.ts';
import type { Dependents, Member, ObjectPlan, ObjectRules } from '../schema/schema-node.ts';
import type { Coverage } from './coverage.ts';
import { matches } from './matches.ts';
import type { Walk } from './walk.ts';

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
