import { isJsonObject, type JsonObject } from '../json/json.ts';
import type { Schema } from '../operation/operation.ts';
import { type Resource, Resources } from './resources.ts';
import { SchemaNode } from './schema-node.ts';
import type { Defs } from './schema-references.ts';

/** The resources with dynamic anchors that were entered on the way to a schema, the outermost first. */
interface Route {
  entered: Resource[];
  longer: Map<Resource, Route>;
  scopes: Map<Resource, Scope>;
}

/** Where a schema is looked at from. What its references mean depends on nothing else. */
export interface Scope {
  resource: Resource;
  route: Route;
  nodes: WeakMap<JsonObject, SchemaNode>;
}

/** Past this many routes through a document, `$dynamicRef` means what `$ref` means. */
const MAX_ROUTES = 64;

/**
 * A JSON Schema document as typed nodes. A node is made when it is first asked for, so that a document of megabytes
 * costs what is used of it.
 */
export class SchemaGraph {
  readonly root: SchemaNode;
  private readonly resources: Resources;
  private readonly outermost: Scope;
  private readonly everything: SchemaNode;
  private readonly nothing: SchemaNode;
  private routes = 0;

  constructor(document: Schema) {
    this.resources = new Resources(isJsonObject(document) ? document : {});
    const { root } = this.resources;
    this.outermost = scopeOf(root, this.route([root]));
    this.everything = new SchemaNode(this, true, this.outermost);
    this.nothing = new SchemaNode(this, false, this.outermost);
    this.root = this.node(document);
  }

  /** The node of a schema that stands in a scope. A node that is asked for twice can be reached in two ways. */
  node(schema: Schema, outer = this.outermost): SchemaNode {
    if (!isJsonObject(schema)) return schema ? this.everything : this.nothing;
    const scope = this.entering(this.resources.of(schema, outer.resource), outer);
    const known = scope.nodes.get(schema);
    if (known) {
      known.isShared = true;
      return known;
    }
    const made = new SchemaNode(this, schema, scope);
    scope.nodes.set(schema, made);
    return made;
  }

  /** The node that a reference leads to, or undefined where it leads out of the document. */
  follow(keyword: '$ref' | '$dynamicRef', reference: string, from: Scope): SchemaNode | undefined {
    const target = this.resources.resolve(reference, from.resource);
    if (!target) return undefined;
    const name = keyword === '$dynamicRef' ? target.dynamicAnchor : undefined;
    const outermost =
      name === undefined ? undefined : from.route.entered.find((one) => one.dynamicAnchors.has(name));
    const anchored = name === undefined ? undefined : outermost?.dynamicAnchors.get(name);
    return this.node(anchored ?? target.schema, this.entering(outermost ?? target.resource, from));
  }

  private entering(resource: Resource, from: Scope): Scope {
    if (resource === from.resource) return from;
    const { route } = from;
    const isKnown = resource.dynamicAnchors.size === 0 || route.entered.includes(resource);
    return scopeOf(resource, isKnown ? route : this.longer(route, resource));
  }

  private longer(route: Route, resource: Resource): Route {
    const known = route.longer.get(resource);
    if (known || this.routes >= MAX_ROUTES) return known ?? route;
    const made = this.route([...route.entered, resource]);
    route.longer.set(resource, made);
    return made;
  }

  private route(entered: Resource[]): Route {
    this.routes += 1;
    return { entered, longer: new Map(), scopes: new Map() };
  }
}

function scopeOf(resource: Resource, route: Route): Scope {
  const known = route.scopes.get(resource);
  if (known) return known;
  const made = { resource, route, nodes: new WeakMap<JsonObject, SchemaNode>() };
  route.scopes.set(resource, made);
  return made;
}

const graphs = new WeakMap<JsonObject, SchemaGraph>();

/** The node of a schema that stands alone, or beside definitions: the same one for the same schema. */
export function schemaNode(schema: Schema, defs?: Defs): SchemaNode {
  if (defs) return graphOf(defs, { $defs: defs }).node(schema);
  return isJsonObject(schema) ? graphOf(schema, schema).root : new SchemaGraph(schema).root;
}

function graphOf(key: JsonObject, document: JsonObject): SchemaGraph {
  const known = graphs.get(key);
  if (known) return known;
  const graph = new SchemaGraph(document);
  graphs.set(key, graph);
  return graph;
}

/** What says nothing. */
export const anySchema = schemaNode(true);
