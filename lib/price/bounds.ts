import type { JsonObject } from '../json/json.ts';
import type { Schema } from '../operation/operation.ts';
import type { PriceProgram, ProgramLine, Rule, Expression } from './compile-price.ts';
import { ceilDivide, microsPerUnit, nearestMicros } from './decimal.ts';
import { fieldsRead } from './effects.ts';
import { evaluatePrice, type PricedLine } from './evaluate.ts';
import { possibleResult, type Surroundings } from './formula/formula-range.ts';
import { possibleBySchema, possibleInput } from './schema-possible.ts';
import {
  absentValue,
  joinAll,
  maybeAbsent,
  neverValue,
  oneOf,
  overlap,
  type Possible,
  rememberedObject,
  widened,
  within,
} from './possible.ts';
import { clampedCredits, meteredAmount, tieredAmount } from './tariff.ts';
import { Failure, newWork, type Work } from './work.ts';

export interface PriceBounds {
  from: number;
  to: number;
}

/** The least and the most that a valid input can cost. Always sound; exact if fields are independent. */
export function priceBounds(program: PriceProgram, inputSchema: JsonObject): PriceBounds {
  const input = possibleInput(inputSchema);
  return boundsWithin(program, { possible: input }) ?? fullRange(program);
}

/** The range that the price allows, independent of its lines. */
function fullRange({ price }: PriceProgram): PriceBounds {
  return { from: price.minimum ?? 0, to: price.maximum };
}

/** A set of inputs, or one input with some open fields. */
type InputRange = { possible: Possible } | { input: JsonObject; open: ReadonlyMap<string, Possible> };

/** Undefined if no input in the range has a price, or if the work exceeds its budget. */
export function boundsWithin(
  program: PriceProgram,
  range: InputRange,
  work: Work = newWork(),
): PriceBounds | undefined {
  const amounts = allAmounts(program, viewOf(range, work));
  if (!amounts) return undefined;
  const { from, to } = amounts;
  return { from: clampedCredits(program.price, from).credits, to: clampedCredits(program.price, to).credits };
}

/** What lines come to for valid inputs, before they are rounded. Undefined if no input has a price by them. */
export function amountsOf(lines: ProgramLine[], inputSchema: JsonObject): Amounts | undefined {
  return allAmounts({ lines }, viewOf({ possible: possibleInput(inputSchema) }, newWork()));
}

function allAmounts({ lines }: Pick<PriceProgram, 'lines'>, view: View): Amounts | undefined {
  let [from, to] = [0n, 0n];
  try {
    for (const line of lines) {
      const amounts = lineAmounts(line, view);
      if (!amounts) return undefined;
      from += amounts.from;
      to += amounts.to;
    }
    return { from, to };
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}

interface Amounts {
  from: bigint;
  to: bigint;
}

/** The range as the lines see it. A line that reads no open field is evaluated. All lines share the work. */
interface View {
  work: Work;
  around: Surroundings;
  fixed?: { input: JsonObject; open: ReadonlyMap<string, Possible> };
}

function viewOf(range: InputRange, work: Work): View {
  if ('possible' in range) return { work, around: { input: range.possible, work } };
  const { input, open } = range;
  const closed = Object.keys(input).filter((name) => !open.has(name));
  const fields = rememberedObject({
    size: { from: closed.length, to: closed.length + open.size },
    field: (name: string) => open.get(name) ?? valueAt(input, name, work),
    any: () => joinAll([...open.values(), ...closed.map((name) => valueAt(input, name, work))], work),
  });
  return { work, around: { input: { ...neverValue, object: fields }, work }, fixed: range };
}

/** Lists and objects are read once for all lines. */
function valueAt(input: JsonObject, name: string, work: Work): Possible {
  const value = Object.hasOwn(input, name) ? (input[name] ?? null) : undefined;
  if (value === undefined) return absentValue;
  return typeof value === 'object' ? widened(oneOf([value]), work) : oneOf([value]);
}

function lineAmounts({ when, rule }: ProgramLine, view: View): Amounts | undefined {
  if (!when) return ruleAmounts(rule, view);
  const condition = possibleOf(when, view);
  const none = condition.values.includes(false) ? { from: 0n, to: 0n } : undefined;
  const amounts = condition.values.includes(true) ? ruleAmounts(rule, view) : undefined;
  return none && amounts ? { from: 0n, to: amounts.to } : (amounts ?? none);
}

function possibleOf(expression: Expression, { work, around, fixed }: View): Possible {
  if (!fixed || readsAny(expression, fixed.open)) return possibleResult(expression.formula, around);
  const result = expression.evaluate({ input: fixed.input }, work);
  return result.ok ? oneOf([result.value]) : { ...neverValue, absent: result.absent };
}

function readsAny({ reads }: Expression, open: ReadonlyMap<string, Possible>): boolean {
  return [...open.keys()].some((name) => reads === 'all' || reads.has(name));
}

function ruleAmounts(rule: Rule, view: View): Amounts | undefined {
  switch (rule.kind) {
    case 'flat':
      return { from: rule.amount, to: rule.amount };
    case 'per': {
      const quantity = quantities(rule.quoted, view);
      return (
        quantity && {
          from: meteredAmount(rule, quantity.from).amount,
          to: meteredAmount(rule, quantity.to).amount,
        }
      );
    }
    case 'tiers': {
      const quantity = quantities(rule.quoted, view);
      return quantity && tierAmounts(rule, quantity);
    }
    case 'choice':
      return choiceAmounts(rule, possibleOf(rule.value, view));
  }
}

function quantities(expression: Expression, view: View): Amounts | undefined {
  const { number } = widened(possibleOf(expression, view), view.work);
  const valid = number && overlap(number, { from: 0, to: Number.MAX_SAFE_INTEGER });
  return valid && { from: nearestMicros(valid.from), to: nearestMicros(valid.to) };
}

/** With volume pricing more units can cost less. Within each step the price rises, so the ends of the steps suffice. */
function tierAmounts(rule: Extract<Rule, { kind: 'tiers' }>, quantity: Amounts): Amounts {
  const least = ceilDivide(quantity.from, microsPerUnit);
  const most = ceilDivide(quantity.to, microsPerUnit);
  const edges = rule.steps.flatMap(({ upTo }) => (upTo === undefined ? [] : [upTo, upTo + 1n]));
  const candidates = [least, most, ...edges.filter((edge) => least < edge && edge < most)];
  const amounts = candidates.map((units) => tieredAmount(rule, units));
  return extremes(amounts) ?? { from: 0n, to: 0n };
}

function choiceAmounts(rule: Extract<Rule, { kind: 'choice' }>, value: Possible): Amounts | undefined {
  const { absent, values, number, text } = value;
  const rows = values.map((single) => rule.credits.get(String(single)));
  const amounts: (bigint | undefined)[] = absent || number || text ? [...rows, undefined] : rows;
  for (const [name, amount] of rule.credits)
    if (text || (number && within(Number(name), number))) amounts.push(amount);
  return extremes(amounts.flatMap((amount) => amount ?? rule.otherwise ?? []));
}

function extremes(amounts: readonly bigint[]): Amounts | undefined {
  const [first] = amounts;
  if (first === undefined) return undefined;
  let [from, to] = [first, first];
  for (const amount of amounts) {
    if (amount < from) from = amount;
    if (amount > to) to = amount;
  }
  return { from, to };
}

/** A field with a missing or invalid value. It counts as the dearest value that its schema allows. */
export interface Hole {
  name: string;
  /** It may be absent, which can be dearer than any value. */
  optional?: boolean;
  /** Self-contained: it refers only to its own `$defs`. */
  schema: Schema;
}

/** At least the price of the input with any valid values in its holes. */
export function worstPrice(
  program: PriceProgram,
  input: JsonObject,
  holes: readonly Hole[],
  work: Work = newWork(),
): number {
  return boundsWithin(program, { input, open: openFields(holes) }, work)?.to ?? program.price.maximum;
}

export function openFields(holes: readonly Hole[]): ReadonlyMap<string, Possible> {
  return new Map(
    holes.map(({ name, schema, optional }) => {
      const possible = possibleBySchema(schema);
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
    return {
      label: line.label,
      text: 'at most, since a field that counts has no valid value',
      amount: String(worstPrice(alone, input, holes, work)),
    };
  });
}
