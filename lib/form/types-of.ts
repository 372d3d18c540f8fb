import type { SchemaNode } from '../schema/schema-node.ts';

/** The types of a schema, declared or implied by its keywords; none if it allows any. */
export function typesOf({ typeNames, object, list, text, number }: SchemaNode): string[] {
  if (typeNames.length > 0)
    return typeNames.filter((type) => type !== 'integer' || !typeNames.includes('number'));
  const implied = [object && 'object', list && 'array', text && 'string', number && 'number'];
  const names = implied.filter((name) => name !== undefined);
  return names.length === 1 ? names : [];
}
