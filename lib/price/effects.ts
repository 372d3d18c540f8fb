import type { JsonObject, JsonValue } from '../json/json.ts';
import type { PriceProgram, ProgramLine, Expression } from './compile-price.ts';
import { microsPerUnit, microsOf } from './decimal.ts';
import { evaluatePrice, isSettledLine } from './evaluate.ts';
import type { Price, PriceLine, Quantity } from './price.ts';
import { flatTariff, creditsText, grouped, groupedDecimal, plural } from './tariff.ts';
import { newEffectsWork, type Work } from './work.ts';

interface FieldEffect {
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
  for (const line of lines) {
    if (!isSettledLine(line)) continue;
    const { reads } = line.rule.settled;
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

/** A price line in words, without an input, beside the author's expressions. */
interface ExplainedLine {
  label: string;
  text: string;
  /** The expression for the quantity or choice. */
  formula?: string;
  /** The expression after the call, if it differs. */
  settledBy?: string;
  when?: string;
}

interface ExplainedPrice {
  lines: ExplainedLine[];
  total: string;
}

export function explainPrice(price: Price): ExplainedPrice {
  return { lines: price.lines.map(explainLine), total: totalText(price) };
}

function explainLine(line: PriceLine): ExplainedLine {
  const { label, when } = line;
  return { label, ...rule(line), ...(when !== undefined && { when }) };
}

function rule(line: PriceLine): Omit<ExplainedLine, 'label' | 'when'> {
  const { per, tiers, choice } = line;
  if (per) return { text: perText(per), ...formulas(per.quantity) };
  if (tiers) return { text: tiersText(tiers), ...formulas(tiers.quantity) };
  if (choice) return { text: choiceText(choice), formula: choice.value };
  return { text: `${creditsText(flatTariff(line).amount)} for each call` };
}

function formulas(quantity: Quantity): { formula: string; settledBy?: string } {
  if (typeof quantity === 'string') return { formula: quantity };
  return { formula: quantity.quoted, settledBy: quantity.settled };
}

function perText({ rate, unit, every = 1, included = 0 }: NonNullable<PriceLine['per']>): string {
  const [step, free] = [microsOf(every), microsOf(included)];
  const one = creditsText(microsOf(rate));
  const beyond = free > 0n ? `, ${freeText(free, step)}` : '';
  return `${one} per ${unit}${beyond}, counted in whole ${plural(unit)}`;
}

/** `first one free`, `first 5,000 free`. */
function freeText(included: bigint, every: bigint): string {
  if (included % every !== 0n) return `${groupedDecimal(included)} of the quantity free`;
  return included === every ? 'first one free' : `first ${grouped(included / every)} free`;
}

function tiersText({ mode, unit, steps }: NonNullable<PriceLine['tiers']>): string {
  const words = steps.map(({ upTo, rate }) => {
    const upToText = upTo === undefined ? 'beyond' : `up to ${groupedDecimal(microsOf(upTo))}`;
    return `${upToText}: ${creditsText(microsOf(rate))}`;
  });
  const how =
    mode === 'graduated'
      ? 'each at the rate of its own step'
      : 'all of them at the rate of the step they reach';
  return `per ${unit}, ${how}: ${words.join('; ')}`;
}

function choiceText({ credits, otherwise }: NonNullable<PriceLine['choice']>): string {
  const words = Object.entries(credits).map(([name, amount]) => `${name}: ${creditsText(microsOf(amount))}`);
  if (otherwise !== undefined) words.push(`anything else: ${creditsText(microsOf(otherwise))}`);
  return words.join('; ');
}

function totalText({ lines, minimum, maximum }: Price): string {
  if (lines.length === 0 && !minimum) return 'A call costs nothing.';
  const most = `at most ${creditsText(BigInt(maximum) * microsPerUnit)}`;
  const least = minimum ? `at least ${grouped(BigInt(minimum))} and ` : '';
  return `The sum is rounded up to whole credits; a call costs ${least}${most}.`;
}
