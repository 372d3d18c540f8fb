import { isJsonObject, type JsonObject, type JsonValue } from '../json/json.ts';
import { own } from '../schema/schema-references.ts';

/** The first example in the parts of a schema. */
export function exampleOf(parts: JsonObject[]): JsonValue | undefined {
  for (const schema of parts) {
    const examples = own(schema, 'examples');
    const example = Array.isArray(examples) ? examples[0] : own(schema, 'example');
    if (example !== undefined) return example;
  }
  return undefined;
}

/**
 * The first default in the parts of a schema. A null that the type forbids means "no default".
 * `binding` are the parts that every value must satisfy.
 */
export function defaultOf(parts: JsonObject[], binding = parts): JsonValue | undefined {
  const value = parts.map((schema) => own(schema, 'default')).find((found) => found !== undefined);
  return value === null && binding.some(forbidsNull) ? undefined : value;
}

export function schemaText(parts: JsonObject[], keyword: 'title' | 'description'): string | undefined {
  const texts = parts.map((schema) => own(schema, keyword));
  return texts.find((text): text is string => typeof text === 'string' && text.trim() !== '');
}

/** A member of the example of a body, if that is an object. */
export function sampleMember(sample: JsonValue | undefined, name: string): JsonValue | undefined {
  return isJsonObject(sample) ? own(sample, name) : undefined;
}

function forbidsNull(schema: JsonObject): boolean {
  const type = own(schema, 'type');
  return typeof type === 'string' ? type !== 'null' : Array.isArray(type) && !type.includes('null');
}
