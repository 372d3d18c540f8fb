import { exampleInput } from '../lib/input-shape.ts';
import type { JsonObject } from '../lib/json.ts';
import { readVersion } from './products/compiled-version.ts';
import { findProduct } from './products/product-record.ts';
import { readCards } from './products/read-cards.ts';

export interface ExampleCall {
  slug: string;
  input: JsonObject;
}

/** A call that this portal takes, for its documentation: of the first products the one with the least to say. */
export async function exampleCall(): Promise<ExampleCall> {
  const { list } = await readCards({ q: '', tags: [], page: 1 });
  const calls = await Promise.all(list.map(({ slug }) => callOf(slug)));
  const [shortest] = calls.flat().sort((a, b) => length(a) - length(b));
  return shortest ?? { slug: 'SLUG', input: {} };
}

async function callOf(slug: string): Promise<ExampleCall[]> {
  const product = await findProduct(slug);
  if (!product) return [];
  const { shape } = await readVersion(product.versionKey);
  const input = exampleInput(shape);
  // An input without anything in it shows nothing.
  return Object.keys(input).length === 0 ? [] : [{ slug, input }];
}

function length({ input }: ExampleCall): number {
  return JSON.stringify(input).length;
}
