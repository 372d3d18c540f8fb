import type { JsonValue } from '../json/json.ts';
import type { Condition, InPlaceRules, SchemaNode, Union } from '../schema/schema-node.ts';
import { Coverage } from './coverage.ts';
import type { Walk } from './walk.ts';

export function inPlaceHolds(
  walk: Walk,
  rules: InPlaceRules,
  value: JsonValue,
  coverage: Coverage | undefined,
): boolean {
  const { references, allOf, anyOf, oneOf, not, condition } = rules;
  for (const node of references) if (!walk.holds(node, value, coverage)) return false;
  for (const node of allOf) if (!walk.holds(node, value, coverage)) return false;
  if (anyOf && countPassing(walk, anyOf, value, coverage, coverage ? Number.POSITIVE_INFINITY : 1) === 0)
    return false;
  if (oneOf && countPassing(walk, oneOf, value, coverage, 2) !== 1) return false;
  if (not && walk.holds(not, value)) return false;
  if (!condition) return true;
  const next = chosenBy(walk, condition, value, coverage);
  return !next || walk.holds(next, value, coverage);
}

/** How many branches a value fits, as far as `enough`. */
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

/** The schema that `if` leads to. */
export function chosenBy(
  walk: Walk,
  condition: Condition,
  value: JsonValue,
  coverage: Coverage | undefined,
): SchemaNode | undefined {
  return holdsApart(walk, condition.if, value, coverage) ? condition.then : condition.else;
}

/** A schema that may fail has looked at nothing where it does. */
function holdsApart(walk: Walk, node: SchemaNode, value: JsonValue, coverage: Coverage | undefined): boolean {
  if (!coverage) return walk.holds(node, value);
  walk.work.spend(2);
  const own = new Coverage();
  if (!walk.holds(node, value, own)) return false;
  walk.cover(coverage, own);
  return true;
}
