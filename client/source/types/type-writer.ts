import { isJsonObject, type JsonObject, type JsonValue } from '../../../lib/json/json.ts';
import { own, pointerTokens } from '../../../lib/schema/schema-references.ts';

/** Editors grow slow with larger types, and a portal could send a schema without end. */
const mostTypes = 5_000;
const deepest = 30;
const longestComment = 300;

/** Writes the types of one product. What no type can say, such as a pattern, is left to the portal. */
export class TypeWriter {
  readonly #prefix: string;
  readonly #names = new Map<string, string>();
  readonly #definitions = new Map<string, string>();
  readonly #used = new Set<string>();
  #left = mostTypes;
  #depth = 0;

  constructor(slug: string) {
    this.#prefix = pascalCase(slug);
  }

  definitions(): string[] {
    return [...this.#definitions].map(([name, type]) => `type ${name} = ${type};`);
  }

  uses(name: string): boolean {
    return this.#used.has(name);
  }

  /** `root` has the `$defs` that the schema refers to. */
  typeOf(schema: JsonValue | undefined, indent: string, root: JsonValue | undefined = schema): string {
    this.#left -= 1;
    if (schema === false) return 'never';
    if (!isJsonObject(schema) || this.#left < 0 || this.#depth >= deepest) return this.#any();
    this.#depth += 1;
    const parts = this.#parts(schema, indent, root);
    this.#depth -= 1;
    return parts.length === 0
      ? this.#any()
      : parts.length === 1
        ? `${parts[0]}`
        : parts.map(grouped).join(' & ');
  }

  /** Each must hold. */
  #parts(schema: JsonObject, indent: string, root: JsonValue | undefined): string[] {
    const inner = (value: JsonValue) => this.typeOf(value, indent, root);
    const { $ref, enum: choices, allOf } = schema;
    if ('const' in schema) return [this.#literal(schema['const'])];
    if (Array.isArray(choices)) return [union(choices.map((choice) => this.#literal(choice)))];
    const unions = [schema['anyOf'], schema['oneOf']].filter((branches) => Array.isArray(branches));
    const any = unions.length > 0 || $ref !== undefined || Array.isArray(allOf);
    return [
      ...(typeof $ref === 'string' ? [this.#reference($ref, root)] : []),
      ...this.#ofType(schema, indent, root, any),
      ...(Array.isArray(allOf) ? allOf.map(inner) : []),
      ...unions.map((branches) => union(branches.map(inner))),
    ].filter(
      (part, index, parts) => (part !== 'JsonValue' || parts.length === 1) && parts.indexOf(part) === index,
    );
  }

  #ofType(schema: JsonObject, indent: string, root: JsonValue | undefined, hasOthers: boolean): string[] {
    const { type } = schema;
    const names = Array.isArray(type) ? type : type === undefined ? impliedTypes(schema) : [type];
    if (names.length === 0) return [];
    const types = names.map((name) => this.#named(String(name), schema, indent, root));
    // A bare `type: object` beside a union says nothing more.
    if (hasOthers && isBareObject(schema) && names.length === 1) return [];
    return [union(types)];
  }

  #named(name: string, schema: JsonObject, indent: string, root: JsonValue | undefined): string {
    switch (name) {
      case 'string':
        return isFile(schema) ? this.#file() : 'string';
      case 'integer':
      case 'number':
        return 'number';
      case 'boolean':
      case 'null':
        return name;
      case 'array':
        return this.#list(schema, indent, root);
      case 'object':
        return this.#object(schema, indent, root);
      default:
        return this.#any();
    }
  }

  #list(
    { items, prefixItems, minItems = 0 }: JsonObject,
    indent: string,
    root: JsonValue | undefined,
  ): string {
    const rest = `${grouped(this.typeOf(items ?? true, indent, root))}[]`;
    if (!Array.isArray(prefixItems)) return rest;
    const places = prefixItems.map((place, index) => {
      const type = grouped(this.typeOf(place, indent, root));
      return index < Number(minItems) ? type : `${type}?`;
    });
    return `[${[...places, ...(items === false ? [] : [`...${rest}`])].join(', ')}]`;
  }

  #object(schema: JsonObject, indent: string, root: JsonValue | undefined): string {
    const properties = isJsonObject(schema['properties']) ? schema['properties'] : {};
    const { additionalProperties: others, patternProperties } = schema;
    const required = Array.isArray(schema['required']) ? schema['required'] : [];
    const deeper = `${indent}  `;
    const members = Object.entries(properties).map(([name, property]) => {
      const words = isJsonObject(property) ? own(property, 'description') : undefined;
      const comment = commentOf(typeof words === 'string' ? words : '', deeper);
      const mark = required.includes(name) ? '' : '?';
      return `${comment}${deeper}${JSON.stringify(name)}${mark}: ${this.typeOf(property, deeper, root)};\n`;
    });
    if (members.length === 0)
      return others === false ? 'Record<string, never>' : this.#map(others, indent, root);
    const isOpen = isJsonObject(others) || others === true || isJsonObject(patternProperties);
    return `{\n${members.join('')}${isOpen ? `${deeper}[key: string]: unknown;\n` : ''}${indent}}`;
  }

  #map(others: JsonValue | undefined, indent: string, root: JsonValue | undefined): string {
    return `{ [key: string]: ${isJsonObject(others) ? this.typeOf(others, indent, root) : this.#any()} }`;
  }

  #reference($ref: string, root: JsonValue | undefined): string {
    const [folder, name, ...further] = $ref.startsWith('#/') ? pointerTokens($ref.slice(1)) : [];
    const definitions = isJsonObject(root) ? root['$defs'] : undefined;
    if (folder !== '$defs' || name === undefined || further.length > 0 || !isJsonObject(definitions))
      return this.#any();
    const definition = own(definitions, name);
    if (definition === undefined) return this.#any();
    const identity = JSON.stringify([name, definition]);
    const known = this.#names.get(identity);
    if (known !== undefined) return known;
    const typeName = this.#freeName(`${this.#prefix}${pascalCase(name)}`);
    this.#names.set(identity, typeName);
    // Its place in the list comes before those that it refers to.
    this.#definitions.set(typeName, '');
    this.#definitions.set(typeName, this.typeOf(definition, '', root));
    return typeName;
  }

  #freeName(wanted: string): string {
    let name = wanted;
    for (let number = 2; this.#definitions.has(name); number += 1) name = `${wanted}${number}`;
    return name;
  }

  #literal(value: JsonValue | undefined): string {
    const isPlain = value === null || ['string', 'boolean', 'number'].includes(typeof value);
    return isPlain ? JSON.stringify(value) : this.#any();
  }

  #any(): string {
    this.#used.add('JsonValue');
    return 'JsonValue';
  }

  #file(): string {
    this.#used.add('FileInput');
    return 'string | FileInput';
  }
}

export function commentOf(words: string, indent: string): string {
  const line = words.replaceAll('*/', '* /').replaceAll(/\s+/g, ' ').trim();
  if (line === '') return '';
  return `${indent}/** ${line.length > longestComment ? `${line.slice(0, longestComment)}…` : line} */\n`;
}

/** The types that keywords speak of, where no `type` does. */
function impliedTypes(schema: JsonObject): string[] {
  if ('properties' in schema || isJsonObject(schema['additionalProperties'])) return ['object'];
  return 'items' in schema || 'prefixItems' in schema ? ['array'] : [];
}

function isBareObject(schema: JsonObject): boolean {
  return (
    schema['type'] === 'object' && !('properties' in schema) && !isJsonObject(schema['additionalProperties'])
  );
}

function isFile({ format, contentEncoding }: JsonObject): boolean {
  return format === 'binary' || format === 'byte' || /^base64(?:url)?$/i.test(String(contentEncoding ?? ''));
}

function union(types: readonly string[]): string {
  const distinct = [...new Set(types)];
  return distinct.length === 0 ? 'never' : distinct.join(' | ');
}

/** In parentheses, where a sign beside it would bind more closely. */
function grouped(type: string): string {
  return / [|&] /.test(type) ? `(${type})` : type;
}

function pascalCase(name: string): string {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  const joined = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  return /^\p{L}/u.test(joined) ? joined : `Type${joined}`;
}
