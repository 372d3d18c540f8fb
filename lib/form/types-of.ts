import type { SchemaNode } from '../schema/schema-node.ts';

/** The types that a schema names, or the one that its keywords let on; none where it may be anything. */
export function typesOf({ typeNames, object, list, text, number }: SchemaNode): string[] {
  if (typeNames.length > 0)
    return typeNames.filter((type) => type !== 'integer' || !typeNames.includes('number'));
  const implied = [object && 'object', list && 'array', text && 'string', number && 'number'];
  const names = implied.filter((name) => name !== undefined);
  return names.length === 1 ? names : [];
}
