import { both } from '../schema/flat-schema.ts';
import { anySchema } from '../schema/schema-graph.ts';
import type { SchemaNode } from '../schema/schema-node.ts';
import type { ObjectWidget } from './widget.ts';

/** Longer keys are not held against patterns. */
const MAX_KEY_CHARACTERS = 200;

/** The schema of a key that is no member; undefined where the document speaks of none. */
export function keySchema({ patterns, rest }: ObjectWidget, key: string): SchemaNode | undefined {
  const [only, ...more] = patterns;
  if (only !== undefined && more.length === 0 && rest === undefined) return only.schema;
  const uncertain = patterns.some(({ pattern }) => !isQuick(pattern)) || key.length > MAX_KEY_CHARACTERS;
  if (patterns.length > 0 && uncertain) return anySchema;
  const matching = patterns.filter(({ pattern }) => matches(pattern, key)).map(({ schema }) => schema);
  return both(...matching) ?? rest;
}

/** A repetition of a group may take a browser's engine for ever; one of a character takes no longer than the key. */
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
