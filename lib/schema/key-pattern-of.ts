import type { ObjectRules, SchemaPattern } from './schema-node.ts';

/** The pattern for keys without a property of their own. */
export function keyPatternOf(rules: ObjectRules | undefined): SchemaPattern | undefined {
  const [[pattern] = [], ...others] = rules?.patterns ?? [];
  return others.length === 0 && rules?.additional?.read().always === false ? pattern : undefined;
}
