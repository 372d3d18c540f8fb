import { flatSchema } from './flat-schema.ts';
import { schemaNode } from './schema-graph.ts';
import type { Discriminator, SchemaNode, Union } from './schema-node.ts';
import { own } from './schema-references.ts';

/**
 * The discriminator values of a branch: from the mapping, else from the branch's own property, else the name of its
 * schema. Values that the branch forbids are left out.
 */
export function branchTags({ property, mapping }: Discriminator, branch: SchemaNode): string[] {
  const name = branch.referencedName;
  const mapped = mapping.filter(([, target]) => target === own(branch.keywords, '$ref') || target === name);
  const byName = name === undefined ? [] : mapped.length > 0 ? mapped.map(([value]) => value) : [name];
  const allowed = allowedTags(branch, property);
  if (allowed.length === 0) return byName;
  const both = byName.filter((value) => allowed.includes(value));
  return both.length > 0 ? both : allowed;
}

/** The texts that a branch allows for a property; none if it does not list them. */
function allowedTags(branch: SchemaNode, property: string): string[] {
  const node = flatSchema(branch)?.object?.properties.get(property);
  const values = node ? (flatSchema(node)?.choices?.values ?? []) : [];
  return values.filter((value) => typeof value === 'string');
}

/** A schema that requires one of these values in the property. */
export function discriminated(property: string, values: string[]): SchemaNode {
  return schemaNode({ type: 'object', properties: { [property]: { enum: values } }, required: [property] });
}

/** The discriminator value of a branch, as a schema that marks its values. */
export function markersOf({ discriminator }: Union, branch: SchemaNode): SchemaNode[] {
  const tags = discriminator ? branchTags(discriminator, branch) : [];
  return discriminator && tags.length > 0 ? [discriminated(discriminator.property, tags)] : [];
}
