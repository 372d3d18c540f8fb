import { isJsonObject, type JsonObject, type JsonValue } from '../json.ts';
import {
  chargedUnits,
  type Metered,
  type PriceProgram,
  type ProgramLine,
  type Rule,
  tieredUnits,
} from './compile-price.ts';
import { ceilDivide, decimalText, MICROS_PER_UNIT, nearestMicros } from './decimal.ts';
import type { Expression } from './expression.ts';
import { kindOf } from './functions.ts';
import { creditsText, includedText, unitsText } from './words.ts';
import { newWork, type Work } from './work.ts';

/** What the quote is made from, and what the charge is made from. `input` has its defaults filled in. */
export type Use =
  | { input: JsonObject }
  | { input: JsonObject; response: JsonValue | undefined; usage: JsonValue | undefined };

export interface PricedLine {
  label: string;
  /** What is counted and at which rate, with the numbers of this input. */
  text: string;
  /** The quantity as evaluated, and the whole units of it that are charged: decimals. */
  quantity?: string;
  units?: string;
  /** The row of a choice's table, null where it is none of them. What a caller sent is not repeated here. */
  choice?: string | null;
  /** Its condition does not hold. */
  applies?: false;
  amount: string;
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

/**
 * The one evaluator. Lines are exact millionths of a credit; their sum is rounded up once, then raised to the
 * minimum, then cut to the maximum.
 */
export function evaluatePrice(program: PriceProgram, use: Use): Evaluation {
  const lines: PricedLine[] = [];
  const scope: Scope = { use, work: newWork() };
  let subtotal = 0n;
  for (const line of program.lines) {
    const priced = priceLine(line, scope);
    if (!priced.ok) return priced;
    subtotal += priced.amount;
    lines.push({ label: line.label, ...priced.shown, amount: decimalText(priced.amount) });
  }
  return { ok: true, ...clampedCredits(program, subtotal), lines, subtotal: decimalText(subtotal) };
}

/** Rounding and clamping, alone: what the bounds of a price are made with, too. */
export function clampedCredits(
  { price: { minimum = 0, maximum } }: PriceProgram,
  subtotal: bigint,
): { credits: number; clamped: 'minimum' | 'maximum' | null } {
  const rounded = ceilDivide(subtotal, MICROS_PER_UNIT);
  if (rounded > BigInt(maximum)) return { credits: maximum, clamped: 'maximum' };
  if (rounded < BigInt(minimum)) return { credits: minimum, clamped: 'minimum' };
  return { credits: Number(rounded), clamped: null };
}

type Shown = Omit<PricedLine, 'label' | 'amount'>;

type LineResult = { ok: true; amount: bigint; shown: Shown } | PriceFailure;

interface Scope {
  use: Use;
  work: Work;
}

function priceLine(line: ProgramLine, scope: Scope): LineResult {
  if (line.when) {
    const condition = line.when.evaluate(scope.use, scope.work);
    const pointer = `${line.pointer}/when`;
    if (!condition.ok) return failed(pointer, condition.detail);
    if (typeof condition.value !== 'boolean')
      return failed(pointer, `a condition is true or false, not ${kindOf(condition.value)}`);
    if (!condition.value)
      return { ok: true, amount: 0n, shown: { applies: false, text: 'does not apply to this input' } };
  }
  const { rule, pointer } = line;
  switch (rule.kind) {
    case 'flat':
      return { ok: true, amount: rule.amount, shown: { text: `${creditsText(rule.amount)} for the call` } };
    case 'per':
      return metered(rule, `${pointer}/per`, scope, (quantity) => perUnit(rule, quantity));
    case 'tiers':
      return metered(rule, `${pointer}/tiers`, scope, (quantity) => byTiers(rule, quantity));
    case 'choice':
      return chosen(rule, `${pointer}/choice`, scope);
  }
}

function metered(
  { quoted, settled }: Metered,
  pointer: string,
  scope: Scope,
  price: (quantity: bigint) => { amount: bigint; units: bigint; text: string },
): LineResult {
  const after = 'usage' in scope.use && settled !== quoted;
  const at =
    settled === quoted ? `${pointer}/quantity` : `${pointer}/quantity/${after ? 'settled' : 'quoted'}`;
  const measured = measure(after ? settled : quoted, at, scope);
  if (!measured.ok) return measured;
  const { amount, units, text } = price(measured.quantity);
  return {
    ok: true,
    amount,
    shown: { text, quantity: decimalText(measured.quantity), units: units.toString() },
  };
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

function perUnit(rule: Extract<Rule, { kind: 'per' }>, quantity: bigint) {
  const units = chargedUnits(rule, quantity);
  const free = rule.included > 0n ? includedText(rule.included, rule.every) : undefined;
  const beyond = free ? ` beyond ${free}` : '';
  const text = `${unitsText(units, rule.unit)}${beyond}, at ${creditsText(rule.rate)} each`;
  return { amount: units * rule.rate, units, text };
}

function byTiers(rule: Extract<Rule, { kind: 'tiers' }>, quantity: bigint) {
  const units = ceilDivide(quantity, MICROS_PER_UNIT);
  const parts = tieredUnits(rule, units);
  const amount = parts.reduce((sum, part) => sum + part.units * part.rate, 0n);
  const words = parts.map((part) => `${unitsText(part.units, rule.unit)} at ${creditsText(part.rate)} each`);
  return { amount, units, text: words.join(', then ') || unitsText(0n, rule.unit) };
}

/** A field that is absent is no error here: it is one of the other values. */
function chosen(rule: Extract<Rule, { kind: 'choice' }>, pointer: string, { use, work }: Scope): LineResult {
  const result = rule.value.evaluate(use, work);
  if (!result.ok && !result.absent) return failed(`${pointer}/value`, result.detail);
  const name = result.ok ? choiceName(result.value) : undefined;
  if (result.ok && name === undefined)
    return failed(
      `${pointer}/value`,
      `a choice is made by a string, a number, true, false or null, not ${kindOf(result.value)}`,
    );
  const amount = (name === undefined ? undefined : rule.credits.get(name)) ?? rule.otherwise;
  const choice = name !== undefined && rule.credits.has(name) ? name : null;
  const shown = name === undefined ? 'not given' : name.length > 40 ? `${name.slice(0, 40)}…` : name;
  if (amount === undefined) return failed(pointer, `there are no credits for ${shown}, and no otherwise`);
  return { ok: true, amount, shown: { choice, text: `${shown}: ${creditsText(amount)}` } };
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

/** Never more than the quote. `settledAbove` is for the operator to know of, not for the caller to pay. */
export function chargeFor(program: PriceProgram, quoted: number, use: Use): ChargeResult {
  const evaluation = evaluatePrice(program, use);
  if (!evaluation.ok) return evaluation;
  const settled = evaluation.credits;
  return {
    ok: true,
    charged: Math.min(settled, quoted),
    settled,
    settledAbove: settled > quoted,
    evaluation,
  };
}

/** The key of a choice's table that a value stands for. */
export function choiceName(value: JsonValue): string | undefined {
  return isJsonObject(value) || Array.isArray(value) ? undefined : String(value);
}
