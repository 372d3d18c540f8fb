import { microsPerUnit, microsOf } from './decimal.ts';
import { flatTariff } from './tariff.ts';
import type { Price, PriceLine, Quantity } from './price.ts';
import { creditsText, grouped, groupedDecimal, plural } from './words.ts';

/** A price line in words, without an input, beside the author's expressions. */
export interface ExplainedLine {
  label: string;
  text: string;
  /** The expression for the quantity or choice. */
  formula?: string;
  /** The expression after the call, if it differs. */
  settledBy?: string;
  when?: string;
}

export interface ExplainedPrice {
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
