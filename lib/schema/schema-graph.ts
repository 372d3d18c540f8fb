import { isJsonObject, type JsonObject } from '../json/json.ts';
import type { Schema } from '../operation/operation.ts';
import { readKeywords } from './read-keywords.ts';
import { type Resource, Resources } from './resources.ts';
import { SchemaNode, type Scope } from './schema-node.ts';
import type { Defs } from './schema-references.ts';

/** The resources with dynamic anchors on the way to a schema, outermost first. */
interface Route {
  entered: Resource[];
  longer: Map<Resource, Route>;
  scopes: Map<Resource, ResourceScope>;
}

class ResourceScope implements Scope {
  readonly nodes = new WeakMap<JsonObject, SchemaNode>();
  readonly read = readKeywords;

  constructor(
    readonly graph: SchemaGraph,
    readonly resource: Resource,
    readonly route: Route,
  ) {}

  node(schema: Schema): SchemaNode {
    return this.graph.node(schema, this);
  }

  follow(keyword: '$ref' | '$dynamicRef', reference: string): SchemaNode | undefined {
    return this.graph.follow(keyword, reference, this);
  }
}

/** Beyond this many routes, `$dynamicRef` works like `$ref`. */
const maxRoutes = 64;

/** A JSON Schema document as typed nodes, created on first use because documents may have megabytes. */
export class SchemaGraph {
  readonly root: SchemaNode;
  readonly #resources: Resources;
  readonly #outermost: ResourceScope;
  readonly #everything: SchemaNode;
  readonly #nothing: SchemaNode;
  #routes = 0;

  constructor(document: Schema) {
    this.#resources = new Resources(isJsonObject(document) ? document : {});
    const { root } = this.#resources;
    this.#outermost = this.#scopeOf(root, this.#route([root]));
    this.#everything = new SchemaNode(true, this.#outermost);
    this.#nothing = new SchemaNode(false, this.#outermost);
    this.root = this.node(document);
  }

  /** The node of a schema in a scope. A node that is returned twice is shared. */
  node(schema: Schema, outer = this.#outermost): SchemaNode {
    if (!isJsonObject(schema)) return schema ? this.#everything : this.#nothing;
    const scope = this.#entering(this.#resources.of(schema, outer.resource), outer);
    const known = scope.nodes.get(schema);
    if (known) {
      known.isShared = true;
      return known;
    }
    const made = new SchemaNode(schema, scope);
    scope.nodes.set(schema, made);
    return made;
  }

  /** The node that a reference leads to, or undefined where it leads out of the document. */
  follow(keyword: '$ref' | '$dynamicRef', reference: string, from: ResourceScope): SchemaNode | undefined {
    const target = this.#resources.resolve(reference, from.resource);
    if (!target) return undefined;
    const name = keyword === '$dynamicRef' ? target.dynamicAnchor : undefined;
    const outermost =
      name === undefined ? undefined : from.route.entered.find((one) => one.dynamicAnchors.has(name));
    const anchored = name === undefined ? undefined : outermost?.dynamicAnchors.get(name);
    return this.node(anchored ?? target.schema, this.#entering(outermost ?? target.resource, from));
  }

  #entering(resource: Resource, from: ResourceScope): ResourceScope {
    if (resource === from.resource) return from;
    const { route } = from;
    const isKnown = resource.dynamicAnchors.size === 0 || route.entered.includes(resource);
    return this.#scopeOf(resource, isKnown ? route : this.#longer(route, resource));
  }

  #longer(route: Route, resource: Resource): Route {
    const known = route.longer.get(resource);
    if (known || this.#routes >= maxRoutes) return known ?? route;
    const made = this.#route([...route.entered, resource]);
    route.longer.set(resource, made);
    return made;
  }

  #route(entered: Resource[]): Route {
    this.#routes += 1;
    return { entered, longer: new Map(), scopes: new Map() };
  }

  #scopeOf(resource: Resource, route: Route): ResourceScope {
    const known = route.scopes.get(resource);
    if (known) return known;
    const made = new ResourceScope(this, resource, route);
    route.scopes.set(resource, made);
    return made;
  }
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
