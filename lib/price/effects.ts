import type { JsonObject, JsonValue } from '../json/json.ts';
import type { PriceProgram, ProgramLine } from './compile-price.ts';
import { evaluatePrice } from './evaluate.ts';
import type { Expression } from './expression.ts';
import { newEffectsWork, type Work } from './work.ts';

export interface FieldEffect {
  name: string;
  affectsPrice: boolean;
  /**
   * Additional credits compared with the default, or with no value if there is no default. For a field that is always
   * present: the sum of the lines that read it. Null if the input has no price or the computation is too expensive.
   */
  adds: number | null;
}

interface Field {
  name: string;
  default?: JsonValue;
  required?: boolean;
}

export function fieldEffects(
  program: PriceProgram,
  input: JsonObject,
  fields: readonly Field[],
  work: Work = newEffectsWork(),
): FieldEffect[] {
  const reads = fieldsRead(program);
  const price = creditsOf(program, input, work);
  return fields.map((field) => {
    const affectsPrice = reads === 'all' || reads.has(field.name);
    const plain = affectsPrice ? plainPrice(program, input, field, work) : price;
    const adds = price === undefined || plain === undefined ? null : price - plain;
    return { name: field.name, affectsPrice, adds };
  });
}

/** The input fields that the quoted or settled price reads, or all of them. */
export function fieldsRead({ lines }: PriceProgram): ReadonlySet<string> | 'all' {
  const fields = new Set<string>();
  for (const line of lines) {
    const read = lineReads(line);
    if (read === 'all') return 'all';
    for (const name of read) fields.add(name);
  }
  return fields;
}

/** The input fields that the settlement reads again, or all of them. */
export function fieldsSettling({ lines }: PriceProgram): ReadonlySet<string> | 'all' {
  const fields = new Set<string>();
  for (const { rule } of lines) {
    if (!('settled' in rule) || rule.settled === rule.quoted) continue;
    const { reads } = rule.settled;
    if (reads === 'all') return 'all';
    for (const name of reads) fields.add(name);
  }
  return fields;
}

function lineReads({ when, rule }: ProgramLine): ReadonlySet<string> | 'all' {
  const expressions: Expression[] = when ? [when] : [];
  if (rule.kind === 'choice') expressions.push(rule.value);
  if (rule.kind === 'per' || rule.kind === 'tiers') expressions.push(rule.quoted, rule.settled);
  const fields = new Set<string>();
  for (const { reads } of expressions) {
    if (reads === 'all') return 'all';
    for (const name of reads) fields.add(name);
  }
  return fields;
}

function plainPrice(program: PriceProgram, input: JsonObject, field: Field, work: Work): number | undefined {
  const { [field.name]: _, ...others } = input;
  if (field.default !== undefined)
    return creditsOf(program, { ...others, [field.name]: field.default }, work);
  const without = field.required ? undefined : creditsOf(program, others, work);
  if (work.left < 0) return undefined;
  return without ?? creditsOf(withoutLinesOf(program, field.name), others, work);
}

function withoutLinesOf(program: PriceProgram, name: string): PriceProgram {
  const stays = (line: ProgramLine) => {
    const read = lineReads(line);
    return read !== 'all' && !read.has(name);
  };
  return { ...program, lines: program.lines.filter(stays) };
}

function creditsOf(program: PriceProgram, input: JsonObject, work: Work): number | undefined {
  const evaluation = evaluatePrice(program, { input }, work);
  return evaluation.ok ? evaluation.credits : undefined;
}
