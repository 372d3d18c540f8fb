import type { JsonObject, JsonValue } from '../json.ts';
import type { PriceProgram } from './compile-price.ts';
import { evaluatePrice } from './evaluate.ts';
import type { Expression } from './expression.ts';

export interface FieldEffect {
  name: string;
  /** Whether any expression can read the field at all. */
  affectsPrice: boolean;
  /** Credits more than with its default, or without it where it has none. Null where one of the two has no price. */
  adds: number | null;
}

export function fieldEffects(
  program: PriceProgram,
  input: JsonObject,
  fields: readonly { name: string; default?: JsonValue }[],
): FieldEffect[] {
  const reads = fieldsRead(program);
  const price = creditsOf(program, input);
  return fields.map((field) => {
    const affectsPrice = reads === 'all' || reads.has(field.name);
    const plain = affectsPrice ? creditsOf(program, plainInput(input, field)) : price;
    const adds = price === undefined || plain === undefined ? null : price - plain;
    return { name: field.name, affectsPrice, adds };
  });
}

/** The input fields that the quoted or the settled price can read, or all of them. */
export function fieldsRead({ lines }: PriceProgram): ReadonlySet<string> | 'all' {
  const fields = new Set<string>();
  for (const { when, rule } of lines) {
    const expressions: Expression[] = when ? [when] : [];
    if (rule.kind === 'choice') expressions.push(rule.value);
    if (rule.kind === 'per' || rule.kind === 'tiers') expressions.push(rule.quoted, rule.settled);
    for (const { reads } of expressions) {
      if (reads === 'all') return 'all';
      for (const name of reads) fields.add(name);
    }
  }
  return fields;
}

function plainInput(input: JsonObject, field: { name: string; default?: JsonValue }): JsonObject {
  const { [field.name]: _, ...others } = input;
  return field.default === undefined ? others : { ...others, [field.name]: field.default };
}

function creditsOf(program: PriceProgram, input: JsonObject): number | undefined {
  const evaluation = evaluatePrice(program, { input });
  return evaluation.ok ? evaluation.credits : undefined;
}
