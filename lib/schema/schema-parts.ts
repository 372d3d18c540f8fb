import { isJsonObject, type JsonObject } from '../json/json.ts';
import { FlatSchema, type SchemaNode } from './schema-node.ts';

/** Further parts are ignored. */
const maxParts = 200;

/**
 * The schemas whose annotations describe a value: the schema itself, its references, its `allOf`, and the single branch
 * of a union beside `null`. The outermost comes first and wins.
 */
export function annotatedParts(schema: SchemaNode): JsonObject[] {
  const parts = reached(schema, ({ inPlace }) => [
    ...(inPlace?.all ?? []),
    ...(inPlace?.unions ?? []).flatMap(({ branches }) => {
      const [only, ...others] = branches.filter((branch) => !isNull(branch));
      return only && others.length === 0 ? [only] : [];
    }),
  ]);
  return parts.slice(0, maxParts).flatMap(({ schema: one }) => (isJsonObject(one) ? [one] : []));
}

/** All schemas for the value itself, each once: through references, `allOf` and the branches of unions. */
export function schemaFacets(schema: SchemaNode): SchemaNode[] {
  return reached(schema, ({ inPlace }) => [
    ...(inPlace?.all ?? []),
    ...(inPlace?.unions ?? []).flatMap(({ branches }) => branches),
  ]);
}

/** The schemas from this one along `$ref` to the first without a mere reference, outermost first. */
export function referenceChain(schema: SchemaNode): SchemaNode[] {
  return reached(schema, (node) => {
    const [target] = node.read().inPlace?.all ?? [];
    return target && node.referencedName !== undefined ? [target] : [];
  });
}

function reached(schema: SchemaNode, next: (node: SchemaNode) => SchemaNode[]): SchemaNode[] {
  const found = new Set(schema instanceof FlatSchema ? schema.parts : [schema]);
  for (const node of found) for (const inner of next(node.read())) found.add(inner);
  return [...found];
}

function isNull(branch: SchemaNode): boolean {
  const { typeNames, constant, choices } = branch.read();
  const values = constant?.values ?? choices?.values ?? [undefined];
  return typeNames.join() === 'null' || values.every((value) => value === null);
}
