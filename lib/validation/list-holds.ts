import type { JsonValue } from '../json/json.ts';
import type { Contains, ListRules } from '../schema/schema-node.ts';
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
