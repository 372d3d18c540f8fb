import { isJsonObject, type JsonObject, type JsonValue } from '../json/json.ts';
import type { Schema } from '../operation/operation.ts';
import { type Defs, own, pointerTokens, reachedDefs } from '../schema/schema-references.ts';
import { mapSubschemas } from '../schema/subschemas.ts';

const folder = '#/$defs/';
/** Addresses of their own would turn the references below them away from the document. */
const naming = new Set(['$id', '$anchor', '$dynamicAnchor', '$recursiveAnchor', '$schema', '$defs']);

/** The schemas of an OpenAPI document under its `components`, each by a name of its own. */
export class ComponentSchemas {
  readonly #schemas: Map<string, JsonValue>;

  constructor(given: Record<string, JsonValue> = {}) {
    this.#schemas = new Map(Object.entries(given));
  }

  /** The schema with its references to the components that its definitions become. */
  add(schema: Schema, defs: Defs): Schema {
    const reached = reachedDefs([schema], defs);
    const names = new Map<string, string>();
    for (const name of Object.keys(reached)) {
      const free = this.#freeName(name);
      names.set(name, free);
      this.#schemas.set(free, true);
    }
    const moved = (one: Schema) => withComponents(one, reached, names);
    for (const [name, free] of names) this.#schemas.set(free, moved(reached[name] ?? true));
    return moved(schema);
  }

  /** The reference to a schema that gets a name. */
  addNamed(name: string, schema: Schema): JsonObject {
    const free = this.#freeName(name);
    this.#schemas.set(free, schema);
    return { $ref: `#/components/schemas/${free}` };
  }

  all(): JsonObject {
    return Object.fromEntries(this.#schemas);
  }

  /** Names of components have few characters. */
  #freeName(wanted: string): string {
    const plain = wanted.replace(/[^a-zA-Z0-9._-]+/g, '_') || 'Schema';
    let name = plain;
    for (let number = 2; this.#schemas.has(name); number += 1) name = `${plain}_${number}`;
    return name;
  }
}

/** A reference that leads nowhere is left out: the schema takes more then, and the portal still knows. */
function withComponents(schema: Schema, defs: Defs, names: Map<string, string>): Schema {
  if (!isJsonObject(schema)) return schema;
  const target = ['$ref', '$dynamicRef'].flatMap((keyword) => {
    const reference = own(schema, keyword);
    return typeof reference === 'string' ? (componentOf(reference, defs, names) ?? []) : [];
  })[0];
  const others = Object.entries(schema).filter(
    ([keyword]) => !naming.has(keyword) && keyword !== '$ref' && keyword !== '$dynamicRef',
  );
  const renamed = { ...(target !== undefined && { $ref: target }), ...Object.fromEntries(others) };
  return mapSubschemas(withMapping(renamed, defs, names), (inner) => withComponents(inner, defs, names));
}

function withMapping(schema: JsonObject, defs: Defs, names: Map<string, string>): JsonObject {
  const discriminator = own(schema, 'discriminator');
  const mapping = isJsonObject(discriminator) ? own(discriminator, 'mapping') : undefined;
  if (!isJsonObject(discriminator) || !isJsonObject(mapping)) return schema;
  const moved = Object.entries(mapping).flatMap(([value, reference]): [string, string][] => {
    const component = typeof reference === 'string' ? componentOf(reference, defs, names) : undefined;
    return component === undefined ? [] : [[value, component]];
  });
  return { ...schema, discriminator: { ...discriminator, mapping: Object.fromEntries(moved) } };
}

function componentOf(reference: string, defs: Defs, names: Map<string, string>): string | undefined {
  if (!reference.startsWith(folder)) return undefined;
  const [name = '', ...inner] = pointerTokens(reference.slice(folder.length - 1));
  const component = names.get(name);
  let target: JsonValue | undefined = own(defs, name);
  for (const token of inner)
    target = isJsonObject(target)
      ? own(target, token)
      : Array.isArray(target)
        ? target[Number(token)]
        : undefined;
  if (component === undefined || target === undefined) return undefined;
  const rest = inner.map(
    (token) => `/${encodeURIComponent(token.replaceAll('~', '~0').replaceAll('/', '~1'))}`,
  );
  return `#/components/schemas/${component}${rest.join('')}`;
}
