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
