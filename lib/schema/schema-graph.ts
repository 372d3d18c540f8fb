import { isJsonObject, type JsonObject } from '../json/json.ts';
import type { Schema } from '../operation/operation.ts';
import { type Resource, Resources } from './resources.ts';
import { SchemaNode } from './schema-node.ts';
import type { Defs } from './schema-references.ts';

/** The resources with dynamic anchors on the way to a schema, outermost first. */
interface Route {
  entered: Resource[];
  longer: Map<Resource, Route>;
  scopes: Map<Resource, Scope>;
}

/** The place from which a schema is read. It alone decides what its references mean. */
export interface Scope {
  resource: Resource;
  route: Route;
  nodes: WeakMap<JsonObject, SchemaNode>;
}

/** Beyond this many routes, `$dynamicRef` works like `$ref`. */
const MAX_ROUTES = 64;

/** A JSON Schema document as typed nodes, created on first use because documents may have megabytes. */
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

  /** The node of a schema in a scope. A node that is returned twice is shared. */
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

  /** The target node of a reference; undefined if it is outside the document. */
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

/** The node of a schema, alone or with definitions. The same schema returns the same node. */
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

export const anySchema = schemaNode(true);
