import type { JsonObject } from '../json/json.ts';
import type { Schema } from '../operation/operation.ts';
import { boundsWithin } from './bounds.ts';
import type { PriceProgram } from './compile-price.ts';
import { fieldsRead } from './effects.ts';
import { evaluatePrice, type PricedLine } from './evaluate.ts';
import { maybeAbsent, type Possible } from './possible.ts';
import { possibleBySchema } from './schema-possible.ts';
import { newWork, type Work } from './work.ts';

/** A field with a missing or invalid value. It counts as the dearest value that its schema allows. */
export interface Hole {
  name: string;
  /** It may be absent, which can be dearer than any value. */
  optional?: boolean;
  /** Self-contained: it refers only to its own `$defs`. */
  schema: Schema;
}

export interface WorstPrice {
  credits: number;
  /** Only the `maximum` of the price bounds it: a field has no limit, or none of its values has a price. */
  ceiling: boolean;
}

/** At least the price of the input with any valid values in its holes. */
export function worstPrice(
  program: PriceProgram,
  input: JsonObject,
  holes: readonly Hole[],
  work: Work = newWork(),
): WorstPrice {
  const bounds = boundsWithin(program, { input, open: openFields(holes) }, work);
  const credits = bounds?.to ?? program.price.maximum;
  return { credits, ceiling: credits === program.price.maximum };
}

function openFields(holes: readonly Hole[]): ReadonlyMap<string, Possible> {
  return new Map(
    holes.map(({ name, schema, optional }) => {
      const possible = possibleField(schema);
      return [name, optional ? maybeAbsent(possible) : possible];
    }),
  );
}

/** The lines of `worstPrice`: each line by itself, exact if it reads no hole, else its maximum. */
export function worstLines(
  program: PriceProgram,
  input: JsonObject,
  holes: readonly Hole[],
  work: Work = newWork(),
): Pick<PricedLine, 'label' | 'text' | 'amount'>[] {
  const { minimum: _apart, ...price } = program.price;
  return program.lines.map((line) => {
    const alone = { price, lines: [line] };
    const reads = fieldsRead(alone);
    const isOpen = holes.some(({ name }) => reads === 'all' || reads.has(name));
    const evaluation = isOpen ? undefined : evaluatePrice(alone, { input }, work);
    const [exact] = evaluation?.ok ? evaluation.lines : [];
    if (exact) return exact;
    const { credits } = worstPrice(alone, input, holes, work);
    return {
      label: line.label,
      text: 'at most, since a field that counts has no valid value',
      amount: String(credits),
    };
  });
}

export function possibleField(schema: Schema): Possible {
  return possibleBySchema(schema);
}
