import { z } from 'zod';
import { chargesInWords } from '../call/charges.ts';
import { type JsonObject, type JsonValue, isJsonObject } from '../json/json.ts';
import type { InputShape } from '../operation/input-shape.ts';
import { isJsonMediaType } from '../operation/media-type.ts';
import type { Template, Schema } from '../operation/operation.ts';
import type { PriceBounds } from '../price/bounds.ts';
import { explainPrice } from '../price/effects.ts';
import type { Product } from '../product/product.ts';
import { own, ownDefs, type Defs, pointerTokens, reachedDefs } from '../schema/schema-references.ts';
import { mapSubschemas } from '../schema/subschemas.ts';
import { describedOperation, isSuccess } from './described-operation.ts';

const jsonObject: z.ZodType<JsonObject> = z.record(z.string(), z.json());
const operation = z
  .object({ parameters: z.array(jsonObject), responses: z.record(z.string(), jsonObject) })
  .catchall(z.json());

/** What the document of a product takes over from that of the portal: everything but input and response. */
export const portalOperations = z.object({
  url: z.string(),
  call: operation,
  quote: operation,
  schemas: z.record(z.string(), z.json()),
});

export type PortalOperations = z.output<typeof portalOperations>;

interface DocumentedProduct {
  product: Product;
  /** Changes with the operation or its price. */
  version: string;
  template: Template;
  shape: Pick<InputShape, 'schema'>;
  bounds: PriceBounds;
  /** A valid input, if one is known. */
  example: JsonObject | undefined;
  /** Whether a call needs no API key. */
  guests: boolean;
}

/** One product as an OpenAPI 3.1 document of its own: how it is called, and how its price is asked for. */
export function productDocument(
  portal: PortalOperations,
  documented: DocumentedProduct,
): Record<string, unknown> {
  const { product, version, template, guests } = documented;
  const components = new ComponentSchemas(portalSchemas(portal, wrapsReply(template)));
  const requestBody = inputBody(documented, components);
  const { url } = portal;
  const page = `${url}/products/${product.slug}`;
  return {
    openapi: '3.1.0',
    info: {
      title: product.name,
      version,
      description:
        product.description.map(({ title, text }) => `## ${title}\n\n${text}`).join('\n\n') ||
        `A product of the portal at ${url}.`,
      contact: { name: 'The portal', url },
    },
    tags: [{ name: product.type.name }],
    externalDocs: { description: 'The product in the portal.', url: page },
    servers: [{ url }],
    security: [{ apiKey: [] }, ...(guests ? [{}] : [])],
    paths: {
      [`/api/product/developer/call/${product.slug}`]: {
        post: {
          ...ofProduct(portal.call, { id: 'call', tag: product.type.name }, requestBody),
          ...(product.deprecated && { deprecated: true }),
          responses: {
            ...portal.call.responses,
            '200': success(portal.call.responses, documented, components),
          },
          'x-farebox-price': publicPrice(documented),
        },
      },
      [`/api/product/credits/required/${product.slug}`]: {
        post: ofProduct(portal.quote, { id: 'quote', tag: product.type.name }, requestBody),
      },
    },
    components: {
      schemas: components.all(),
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: 'An API key of this portal: `fb_…`.' },
      },
    },
  };
}

/** The product is in the address, so it is no parameter. */
function ofProduct(
  { parameters, ...others }: PortalOperations['call'],
  { id, tag }: { id: string; tag: string },
  requestBody: JsonObject,
) {
  return {
    ...others,
    operationId: id,
    tags: [tag],
    parameters: parameters.filter((parameter) => parameter['in'] !== 'path'),
    requestBody,
  };
}

function inputBody({ shape, example }: DocumentedProduct, components: ComponentSchemas): JsonObject {
  const schema = components.add(shape.schema, ownDefs(shape.schema));
  return {
    required: own(shape.schema, 'required') !== undefined,
    content: {
      'application/json': {
        schema: components.addNamed('Input', schema),
        ...(example !== undefined && { example }),
      },
    },
  };
}

function contentsOf(template: Template) {
  const { responses } = describedOperation(template);
  return responses.filter((one) => isSuccess(one, responses)).flatMap(({ content }) => content);
}

function wrapsReply(template: Template): boolean {
  const contents = contentsOf(template);
  return contents.length > 0 && !contents.some(({ contentType }) => isJsonMediaType(contentType));
}

/** Any success of the API is answered with 200, and as JSON to a client that takes nothing else. */
function success(
  { '200': ok }: PortalOperations['call']['responses'],
  { template }: DocumentedProduct,
  components: ComponentSchemas,
): JsonObject {
  const contents = contentsOf(template);
  const content = new Map<string, JsonObject>();
  for (const { contentType, schema, example } of contents) {
    if (content.has(contentType)) continue;
    content.set(contentType, {
      ...(schema !== null && { schema: components.add(schema, template.$defs ?? {}) }),
      ...(example !== null && { example }),
    });
  }
  if (content.size === 0) content.set('*/*', {});
  if (wrapsReply(template)) content.set('application/json', { schema: wrapped });
  return { ...ok, content: Object.fromEntries(content) };
}

const wrapped = { $ref: '#/components/schemas/WrappedReply' };

function publicPrice({ template, bounds }: DocumentedProduct) {
  const { price, charges } = template['x-farebox'];
  const { lines, total } = explainPrice(price);
  return {
    from: bounds.from,
    to: bounds.to,
    total,
    lines: lines.map((line) => ({ ...line })),
    written: price,
    charges: chargesInWords(charges).map((row) => ({ ...row })),
  };
}

/** Those that the problems, the price and the wrapped response refer to. */
function portalSchemas({ call, quote, schemas }: PortalOperations, wraps: boolean): JsonObject {
  const { '200': _reply, ...problems } = call.responses;
  const reached: JsonObject = {};
  const pending: JsonValue[] = [problems, quote.responses, wraps ? wrapped : null];
  for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
    for (const [, name = ''] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      const schema = schemas[name];
      if (schema === undefined || Object.hasOwn(reached, name)) continue;
      reached[name] = schema;
      pending.push(schema);
    }
  }
  return reached;
}

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
