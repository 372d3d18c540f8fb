import { chargedCredits } from '../call/charges.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../json/json.ts';
import type { PriceProgram, ProgramLine, Rule, Expression } from './compile-price.ts';
import { decimalText, microsOfText, nearestMicros } from './decimal.ts';
import { kindOf } from './formula/functions.ts';
import {
  choiceText,
  chosenAmount,
  clampedCredits,
  flatText,
  meteredAmount,
  meteredText,
  notApplyingText,
} from './tariff.ts';
import { newWork, type Work } from './work.ts';

/** The actual use, from which the charge is computed. It needs only the input fields that settled quantities read. */
export interface Use {
  input: JsonObject;
  response: JsonValue | undefined;
  usage: JsonValue | undefined;
}

export interface PricedLine {
  label: string;
  /** Quantity and rate in words, with the numbers of this input. */
  readonly text: string;
  /** The evaluated quantity, and the whole units that are charged, as decimals. */
  quantity?: string;
  units?: string;
  /** The matched row of the choice table, or null. It does not repeat the caller's input. */
  choice?: string | null;
  applies?: false;
  amount: string;
}

/** Builds the text of a line only when it is read, which is rare. */
class EvaluatedLine implements PricedLine {
  quantity?: string;
  units?: string;
  choice?: string | null;
  applies?: false;
  readonly #words: () => string;

  constructor(
    readonly label: string,
    readonly amount: string,
    words: () => string,
  ) {
    this.#words = words;
  }

  get text(): string {
    return this.#words();
  }
}

export interface PricedCall {
  ok: true;
  credits: number;
  lines: PricedLine[];
  subtotal: string;
  clamped: 'minimum' | 'maximum' | null;
}

export type Evaluation = PricedCall | PriceFailure;

export interface PriceFailure {
  ok: false;
  pointer: string;
  detail: string;
}

/** The price of an input whose defaults are filled in. */
export function evaluatePrice(
  program: PriceProgram,
  { input }: Pick<Use, 'input'>,
  work: Work = newWork(),
): Evaluation {
  return evaluateLines(program, (line) => priceLine(line, { use: { input }, work }));
}

/** The price of the actual use. It re-evaluates only settled quantities; other lines and conditions stay as quoted. */
export function settlePrice(
  program: PriceProgram,
  quote: Pick<PricedCall, 'lines'>,
  use: Use,
  work: Work = newWork(),
): Evaluation {
  return evaluateLines(program, (line, index) => settleLine(line, quote.lines[index], { use, work }));
}

/** The exact sum of the lines is rounded up once, then raised to the minimum, then cut to the maximum. */
function evaluateLines(
  program: PriceProgram,
  evaluate: (line: ProgramLine, index: number) => LineResult,
): Evaluation {
  const lines: PricedLine[] = [];
  let subtotal = 0n;
  for (const [index, line] of program.lines.entries()) {
    const priced = evaluate(line, index);
    if (!priced.ok) return priced;
    subtotal += priced.amount;
    lines.push(priced.line);
  }
  return { ok: true, ...clampedCredits(program.price, subtotal), lines, subtotal: decimalText(subtotal) };
}

type Metered = Extract<Rule, { kind: 'per' | 'tiers' }>;

/** A line that counts another quantity after the call. */
export type SettledLine = ProgramLine & { rule: Metered };

export function isSettledLine(line: ProgramLine): line is SettledLine {
  return 'settled' in line.rule && line.rule.settled !== line.rule.quoted;
}

type LineResult = { ok: true; amount: bigint; line: PricedLine } | PriceFailure;

interface Scope {
  use: Pick<Use, 'input'> & Partial<Use>;
  work: Work;
}

function settleLine(line: ProgramLine, quoted: PricedLine | undefined, scope: Scope): LineResult {
  const { label, pointer } = line;
  const amount = microsOfText(quoted?.amount ?? '');
  if (!quoted || amount === undefined) throw new Error(`The quote has no amount for ${pointer}.`);
  if (quoted.applies === false || !isSettledLine(line)) return { ok: true, amount, line: quoted };
  const at = `${pointer}/${line.rule.kind}/quantity/settled`;
  return metered(label, line.rule, { expression: line.rule.settled, at }, scope);
}

function priceLine(line: ProgramLine, scope: Scope): LineResult {
  const { label, when, rule, pointer } = line;
  if (when) {
    const condition = when.evaluate(scope.use, scope.work);
    if (!condition.ok) return failed(`${pointer}/when`, condition.detail);
    if (typeof condition.value !== 'boolean')
      return failed(`${pointer}/when`, `a condition is true or false, not ${kindOf(condition.value)}`);
    if (!condition.value) {
      const shown = new EvaluatedLine(label, '0', () => notApplyingText);
      shown.applies = false;
      return { ok: true, amount: 0n, line: shown };
    }
  }
  switch (rule.kind) {
    case 'flat': {
      const { amount } = rule;
      return {
        ok: true,
        amount,
        line: new EvaluatedLine(label, decimalText(amount), () => flatText(amount)),
      };
    }
    case 'per':
    case 'tiers': {
      const quantity = `${pointer}/${rule.kind}/quantity`;
      const at = isSettledLine(line) ? `${quantity}/quoted` : quantity;
      return metered(label, rule, { expression: rule.quoted, at }, scope);
    }
    case 'choice':
      return chosen(label, rule, `${pointer}/choice`, scope);
  }
}

function metered(
  label: string,
  rule: Metered,
  { expression, at }: { expression: Expression; at: string },
  scope: Scope,
): LineResult {
  const measured = measure(expression, at, scope);
  if (!measured.ok) return measured;
  const { quantity } = measured;
  const { amount, units } = meteredAmount(rule, quantity);
  const line = new EvaluatedLine(label, decimalText(amount), () => meteredText(rule, units));
  line.quantity = decimalText(quantity);
  line.units = units.toString();
  return { ok: true, amount, line };
}

function measure(
  expression: Expression,
  pointer: string,
  { use, work }: Scope,
): { ok: true; quantity: bigint } | PriceFailure {
  const result = expression.evaluate(use, work);
  if (!result.ok) return failed(pointer, result.detail);
  const { value } = result;
  if (typeof value !== 'number') return failed(pointer, `a quantity is a number, not ${kindOf(value)}`);
  if (Number.isNaN(value)) return failed(pointer, 'the quantity is NaN');
  if (value < 0) return failed(pointer, `the quantity is negative: ${value}`);
  if (value > Number.MAX_SAFE_INTEGER) return failed(pointer, 'the quantity overflowed: it is beyond 2^53');
  return { ok: true, quantity: nearestMicros(value) };
}

/** An absent field counts as one of the other values. */
function chosen(
  label: string,
  rule: Extract<Rule, { kind: 'choice' }>,
  pointer: string,
  { use, work }: Scope,
): LineResult {
  const result = rule.value.evaluate(use, work);
  if (!result.ok && !result.absent) return failed(`${pointer}/value`, result.detail);
  const name = result.ok ? choiceName(result.value) : undefined;
  if (result.ok && name === undefined)
    return failed(
      `${pointer}/value`,
      `a choice is made by a string, a number, true, false or null, not ${kindOf(result.value)}`,
    );
  const shown = name === undefined ? 'not given' : name.length > 40 ? `${name.slice(0, 40)}…` : name;
  const choice = name !== undefined && rule.credits.has(name) ? name : null;
  const amount = chosenAmount(rule, choice);
  if (amount === undefined) return failed(pointer, `there are no credits for ${shown}, and no otherwise`);
  const line = new EvaluatedLine(label, decimalText(amount), () => choiceText(shown, amount));
  line.choice = choice;
  return { ok: true, amount, line };
}

function failed(pointer: string, detail: string): PriceFailure {
  return { ok: false, pointer, detail: `${detail}.` };
}

export type ChargeResult =
  | {
      ok: true;
      charged: number;
      settled: number;
      settledAbove: boolean;
      evaluation: Extract<Evaluation, { ok: true }>;
    }
  | PriceFailure;

/** Never more than the quote. `settledAbove` is for the operator; the caller does not pay it. */
export function chargeFor(
  program: PriceProgram,
  { quoted, priced }: { quoted: number; priced: Pick<PricedCall, 'lines'> },
  use: Use,
): ChargeResult {
  const evaluation = settlePrice(program, priced, use);
  if (!evaluation.ok) return evaluation;
  const settled = evaluation.credits;
  return {
    ok: true,
    charged: chargedCredits('settled', quoted, settled),
    settled,
    settledAbove: settled > quoted,
    evaluation,
  };
}

/** The key in a choice table for a value. */
export function choiceName(value: JsonValue): string | undefined {
  return isJsonObject(value) || Array.isArray(value) ? undefined : String(value);
}
