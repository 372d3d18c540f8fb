import { isJsonObject, type JsonObject, type JsonValue } from '../json/json.ts';
import { childPointer, member } from './pointer.ts';
import type { SchemaWork } from './schema-work.ts';

/** Converts a discriminator. `nameOf` returns the local name of a reference. */
export function convertDiscriminator(
  { raw, out, pointer, lose }: SchemaWork,
  nameOf: (reference: string) => string | undefined,
): void {
  const value = member(raw, 'discriminator');
  if (value === undefined) return;
  const at = childPointer(pointer, 'discriminator');
  const propertyName = typeof value === 'string' ? value : member(value, 'propertyName');
  if (typeof propertyName !== 'string') {
    lose(at, 'The discriminator has no property name; it is left out.');
    return;
  }
  const branches = [out['oneOf'], out['anyOf']].flatMap((list) => (Array.isArray(list) ? list : []));
  const offered = new Set(branches.flatMap((branch) => (isJsonObject(branch) ? [branch['$ref']] : [])));
  const mapping: JsonObject = {};
  for (const [key, target] of Object.entries(mappingOf(value))) {
    const name = typeof target === 'string' ? nameOf(target) : undefined;
    const reference = name === undefined ? undefined : `#/$defs/${name}`;
    if (reference !== undefined && offered.has(reference)) mapping[key] = reference;
    else
      lose(
        childPointer(at, 'mapping', key),
        `The subtype "${key}" is not among the alternatives offered here.`,
      );
  }
  out['discriminator'] = { propertyName, ...(Object.keys(mapping).length > 0 ? { mapping } : {}) };
}

function mappingOf(discriminator: JsonValue): JsonObject {
  const mapping = member(discriminator, 'mapping');
  return isJsonObject(mapping) ? mapping : {};
}
