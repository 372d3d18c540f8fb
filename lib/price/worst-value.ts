import type { JsonObject } from '../json.ts';
import type { Schema } from '../operation.ts';
import { boundsWithin } from './bounds.ts';
import type { PriceProgram } from './compile-price.ts';
import type { Possible } from './possible.ts';
import { possibleBySchema } from './schema-possible.ts';

/** A field whose value is missing or invalid: it counts as the dearest that its schema allows. */
export interface Hole {
  name: string;
  /** Self-contained: its references are to its own `$defs`. */
  schema: Schema;
}

export interface WorstPrice {
  credits: number;
  /** The price's `maximum` stands, since nothing else bounds it: a field has no limit, or no value of it has a price. */
  ceiling: boolean;
}

/** Never less than the price of the input with any valid values in its holes. */
export function worstPrice(program: PriceProgram, input: JsonObject, holes: readonly Hole[]): WorstPrice {
  const open = new Map<string, Possible>();
  for (const { name, schema } of holes) open.set(name, possibleField(schema));
  const bounds = boundsWithin(program, { input, open });
  const credits = bounds?.to ?? program.price.maximum;
  return { credits, ceiling: credits === program.price.maximum };
}

export function possibleField(schema: Schema): Possible {
  return possibleBySchema(schema, typeof schema === 'boolean' ? undefined : schema.$defs);
}
