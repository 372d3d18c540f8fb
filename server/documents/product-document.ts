import { isJsonObject, type JsonObject } from '../../lib/json/json.ts';
import { exampleInput } from '../../lib/operation/input-shape.ts';
import { type PortalOperations, productDocument } from '../../lib/reference/product-document.ts';
import { sampleSchema } from '../../lib/sample/sample-schema.ts';
import { schemaNode } from '../../lib/schema/schema-graph.ts';
import type { Context } from '../context.ts';
import { type CompiledVersion, readVersion } from '../products/compiled-version.ts';
import { requireProduct } from '../products/find-product.ts';
import { readProduct } from '../products/read-product.ts';

const hashLength = 12;

/** The OpenAPI document of one product, online or not. */
export async function readProductDocument(
  context: Context,
  portal: PortalOperations,
  slug: string,
): Promise<object> {
  const found = await requireProduct(context, slug);
  const [product, version] = await Promise.all([
    readProduct(context, { id: found.slug }),
    readVersion(context, found.versionKey),
  ]);
  const { template, shape, bounds, hash } = version;
  return productDocument(portal, {
    template,
    shape,
    bounds,
    version: hash.slice(0, hashLength),
    product: product.value(),
    example: exampleOf(version),
    guests: context.settings.guests,
  });
}

/** The example of the product, or a valid input that follows from the schema. */
export function exampleOf({ shape, validators }: CompiledVersion): JsonObject | undefined {
  const example = exampleInput(shape);
  if (validators.verdict(example) === 'valid') return example;
  const sample = sampleSchema(schemaNode(shape.schema));
  return isJsonObject(sample) ? sample : undefined;
}
