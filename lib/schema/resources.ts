import { isJsonObject, type JsonObject, type JsonValue } from '../json/json.ts';
import type { Schema } from '../operation/operation.ts';
import { own, pointerTokens } from './schema-references.ts';
import { isSchema } from './subschemas.ts';

/** A schema with its own address: the document, or a subschema with an `$id`. */
export interface Resource {
  schema: JsonObject;
  /** Absolute, without a fragment. */
  uri: string;
  anchors: Map<string, JsonObject>;
  dynamicAnchors: Map<string, JsonObject>;
}

export interface Target {
  schema: Schema;
  resource: Resource;
  /** The name of the `$dynamicAnchor` in the reference, if any. */
  dynamicAnchor?: string;
}

/** The base of relative addresses in a document without an address. */
const nameless = 'document:///';

/** The addresses and anchors of one document. Never follows references to other documents. */
export class Resources {
  readonly root: Resource;
  readonly #bySchema = new Map<JsonObject, Resource>();
  readonly #byUri = new Map<string, Resource>();
  #isIndexed = false;

  constructor(document: JsonObject) {
    this.root = this.#add(document, nameless);
  }

  /** The resource of a schema inside `outer`. */
  of(schema: JsonObject, outer: Resource): Resource {
    if (idOf(schema) === undefined || schema === outer.schema) return outer;
    this.#index();
    return this.#bySchema.get(schema) ?? outer;
  }

  /** The target of a reference; undefined if it is not in this document. */
  resolve(reference: string, from: Resource): Target | undefined {
    const [address = '', fragment = ''] = splitAtHash(reference);
    const resource = address === '' ? from : this.#at(address, from.uri);
    const found = resource && this.#within(resource, fragment);
    // Some documents have pointers that ignore `$id` and start at the document.
    return found ?? (address === '' && from !== this.root ? this.#within(this.root, fragment) : undefined);
  }

  #within(resource: Resource, fragment: string): Target | undefined {
    if (fragment === '') return { schema: resource.schema, resource };
    if (fragment.startsWith('/')) return this.#walk(resource, pointerTokens(fragment));
    this.#index();
    const schema = resource.anchors.get(fragment);
    if (schema === undefined) return undefined;
    const isDynamic = resource.dynamicAnchors.get(fragment) === schema;
    return { schema, resource, ...(isDynamic ? { dynamicAnchor: fragment } : {}) };
  }

  #walk(start: Resource, tokens: string[]): Target | undefined {
    let resource = start;
    let schema: JsonValue | undefined = start.schema;
    for (const token of tokens) {
      schema = member(schema, token);
      if (isJsonObject(schema)) resource = this.of(schema, resource);
    }
    return isSchema(schema) ? { schema, resource } : undefined;
  }

  #at(address: string, base: string): Resource | undefined {
    this.#index();
    const uri = absolute(address, base);
    return uri === undefined ? undefined : this.#byUri.get(uri);
  }

  /** Reads the whole document, but only for documents with `$id` or anchors. */
  #index(): void {
    if (this.#isIndexed) return;
    this.#isIndexed = true;
    const pending: [JsonObject, Resource][] = [[this.root.schema, this.root]];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const [schema, outer] = next;
      const resource = schema === outer.schema ? outer : (this.#named(schema, outer) ?? outer);
      addAnchors(schema, resource);
      for (const inner of objectsWithin(schema)) pending.push([inner, resource]);
    }
  }

  #named(schema: JsonObject, outer: Resource): Resource | undefined {
    return idOf(schema) === undefined ? undefined : this.#add(schema, outer.uri);
  }

  #add(schema: JsonObject, base: string): Resource {
    const id = idOf(schema);
    const uri = (id === undefined ? undefined : absolute(id, base)) ?? base;
    const resource = { schema, uri, anchors: new Map<string, JsonObject>(), dynamicAnchors: new Map() };
    this.#bySchema.set(schema, resource);
    if (!this.#byUri.has(uri)) this.#byUri.set(uri, resource);
    return resource;
  }
}

function addAnchors(schema: JsonObject, resource: Resource): void {
  const anchor = own(schema, '$anchor');
  if (typeof anchor === 'string' && !resource.anchors.has(anchor)) resource.anchors.set(anchor, schema);
  const dynamic = own(schema, '$dynamicAnchor');
  if (typeof dynamic !== 'string' || resource.anchors.has(dynamic)) return;
  resource.anchors.set(dynamic, schema);
  resource.dynamicAnchors.set(dynamic, schema);
}

/** In earlier drafts an `$id` with only a fragment was an anchor, and names no resource. */
function idOf(schema: JsonObject): string | undefined {
  const id = own(schema, '$id');
  return typeof id === 'string' && id !== '' && !id.startsWith('#') ? id : undefined;
}

/** These keywords hold values, never schemas. */
const valueKeywords = new Set(['const', 'enum', 'default', 'example', 'examples']);

/** The subschemas of a schema, and the objects that hold them by name. */
function objectsWithin(schema: JsonObject): JsonObject[] {
  const found = Object.entries(schema).filter(([keyword]) => !valueKeywords.has(keyword));
  return found.flatMap(([, value]) => [value].flat()).filter(isJsonObject);
}

function splitAtHash(reference: string): string[] {
  const hash = reference.indexOf('#');
  return hash < 0 ? [reference] : [reference.slice(0, hash), reference.slice(hash + 1)];
}

function absolute(address: string, base: string): string | undefined {
  return URL.canParse(address, base) ? splitAtHash(new URL(address, base).href)[0] : undefined;
}

function member(value: JsonValue | undefined, token: string): JsonValue | undefined {
  if (Array.isArray(value)) return /^(?:0|[1-9]\d*)$/.test(token) ? value[Number(token)] : undefined;
  return isJsonObject(value) ? own(value, token) : undefined;
}
