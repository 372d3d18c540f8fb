import { both } from '../schema/flat-schema.ts';
import { anySchema } from '../schema/schema-graph.ts';
import type { SchemaNode } from '../schema/schema-node.ts';
import type { ObjectWidget } from './widget.ts';

/** Longer keys are not matched against patterns. */
const maxKeyCharacters = 200;

/** The schema of an additional key; undefined if the document has none for it. */
export function keySchema({ patterns, rest }: ObjectWidget, key: string): SchemaNode | undefined {
  const [only, ...more] = patterns;
  if (only !== undefined && more.length === 0 && rest === undefined) return only.schema;
  const uncertain = patterns.some(({ pattern }) => !isQuick(pattern)) || key.length > maxKeyCharacters;
  if (patterns.length > 0 && uncertain) return anySchema;
  const matching = patterns.filter(({ pattern }) => matches(pattern, key)).map(({ schema }) => schema);
  return both(...matching) ?? rest;
}

/**
 * Rejects repeated groups: they can backtrack for ever in a browser. Repeated characters take time linear in the key.
 */
function isQuick(pattern: string): boolean {
  return !/\)[*+?{]/.test(pattern) && (pattern.match(/[*+{]/g) ?? []).length <= 2;
}

function matches(pattern: string, key: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(key);
  } catch (error) {
    if (error instanceof SyntaxError) return true;
    throw error;
  }
}
