import { annotatedParts } from '../operation/annotated-parts.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../json/json.ts';
import { conjuncts, propertiesOf } from './merged-object.ts';
import type { Schema } from '../operation/operation.ts';
import { type Defs, own } from './schema-references.ts';

/** The property by which the branches of a union are told apart. */
export interface Discriminator {
  property: string;
  mapping: [value: string, reference: JsonValue][];
}

/** The discriminator that one of these parts of a schema has. */
export function discriminatorOf(parts: JsonObject[]): Discriminator | undefined {
  for (const part of parts) {
    const given = own(part, 'discriminator');
    const property = isJsonObject(given) ? own(given, 'propertyName') : undefined;
    if (!isJsonObject(given) || typeof property !== 'string') continue;
    const mapping = own(given, 'mapping');
    return { property, mapping: Object.entries(isJsonObject(mapping) ? mapping : {}) };
  }
  return undefined;
}

/**
 * The values of the discriminating property that mean a branch: those of the mapping, else what the branch itself says
 * of the property, else the name of its schema. A value that the branch forbids never means it.
 */
export function branchTags({ property, mapping }: Discriminator, branch: Schema, defs: Defs): string[] {
  const reference = isJsonObject(branch) ? own(branch, '$ref') : undefined;
  const name = typeof reference === 'string' ? lastToken(reference) : undefined;
  const mapped = mapping.filter(([, target]) => target === reference || target === name);
  const byName = name === undefined ? [] : mapped.length > 0 ? mapped.map(([value]) => value) : [name];
  const allowed = allowedTags(branch, property, defs);
  if (allowed === undefined) return byName;
  const both = byName.filter((value) => allowed.includes(value));
  return both.length > 0 ? both : allowed;
}

/** The texts that a branch lets a property have; undefined where it names none. */
function allowedTags(branch: Schema, property: string, defs: Defs): string[] | undefined {
  for (const [name, schema] of (conjuncts(branch, defs) ?? []).flatMap(propertiesOf)) {
    if (name !== property) continue;
    for (const part of annotatedParts(schema, defs)) {
      const constant = own(part, 'const');
      const listed = constant === undefined ? own(part, 'enum') : [constant];
      const texts = Array.isArray(listed) ? listed.filter((value) => typeof value === 'string') : [];
      if (texts.length > 0) return texts;
    }
  }
  return undefined;
}

function lastToken(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}
