import type { ObjectRules, SchemaPattern } from './schema-node.ts';

/** The pattern that each key of an object must match which has no property of its own. */
export function keyPatternOf(rules: ObjectRules | undefined): SchemaPattern | undefined {
  const [[pattern] = [], ...others] = rules?.patterns ?? [];
  return others.length === 0 && rules?.additional?.read().always === false ? pattern : undefined;
}
