import type { JsonValue } from '../json/json.ts';
import type { ListRules } from '../schema/schema-node.ts';
import { areUnique } from './comparison.ts';
import type { Coverage } from './coverage.ts';
import type { Walk } from './walk.ts';

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
  return !rules.contains || hasFitting(walk, rules, list, coverage);
}

function hasFitting(
  walk: Walk,
  rules: ListRules,
  list: JsonValue[],
  coverage: Coverage | undefined,
): boolean {
  const count = countFitting(walk, rules, list, coverage);
  return count >= rules.minContains && count <= (rules.maxContains ?? Number.POSITIVE_INFINITY);
}

/** How many items `contains` fits: all are looked at only where somebody asks which, or how many at most. */
export function countFitting(
  walk: Walk,
  { contains, minContains, maxContains }: ListRules,
  list: JsonValue[],
  coverage: Coverage | undefined,
): number {
  if (!contains) return 0;
  const enough = coverage
    ? Number.POSITIVE_INFINITY
    : maxContains === undefined
      ? minContains
      : maxContains + 1;
  let count = 0;
  for (let index = 0; index < list.length && count < enough; index += 1) {
    if (!walk.holds(contains, list[index] ?? null)) continue;
    count += 1;
    coverage?.addItem(index);
  }
  return count;
}
