import { type $ZodType, type output, parse } from 'zod/v4/core';
import { fullQuote } from '../../lib/product/full-quote.ts';
import { isJsonObject, type JsonObject } from '../../lib/json/json.ts';
import { playgroundDetailSchema } from '../../lib/product/playground-result.ts';
import { Problem } from '../../lib/problem/problem.ts';
import { product } from '../../lib/product/product.ts';
import type { BufferedResponse } from '../http/response.ts';
import { publishedInput } from '../inputs/given-input.ts';
import { playground } from './playground.ts';
import { productInfo } from './product-info.ts';
import { findProduct, type ProductRecord } from './product-record.ts';
import { readProductPlace } from './read-product-place.ts';
import { quoteCall } from './quote-call.ts';

/** What the browser would get from the endpoints for a product's page; undefined where there is no such product. */
export async function readProductPage(name: string) {
  const found = await findProduct(name);
  if (!found) return undefined;
  const [info, detail, place] = await Promise.all([
    productInfo({ id: found.slug }),
    playground({ id: found.slug, detail: 'full' }, undefined),
    readProductPlace(found.key),
  ]);
  const form = read(playgroundDetailSchema, detail);
  const example = form.examples[0]?.input;
  const estimate = await firstEstimate(found, isJsonObject(example) ? example : {});
  return { product: read(product, info), place, form, estimate };
}

/** A price that fails on the example is told where the browser asks for it: the page has more to say. */
async function firstEstimate(found: ProductRecord, value: JsonObject) {
  try {
    return read(fullQuote, await quoteCall(found, { detail: 'full' }, publishedInput(value)));
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}

function read<Schema extends $ZodType>(schema: Schema, { payload }: BufferedResponse): output<Schema> {
  return parse(schema, JSON.parse(payload.toString()));
}
