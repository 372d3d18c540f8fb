import { decimalText, microsOfText } from './decimal.ts';
import type { PricedLine } from './evaluate.ts';
import type { Price, PriceLine } from './price.ts';
import {
  choiceText,
  chosenAmount,
  clampedCredits,
  flatText,
  meteredAmount,
  meteredText,
  notApplyingText,
  tariffOf,
} from './tariff.ts';

/** The stored facts of a line: a quantity, a choice, that it does not apply, or none for a flat line. */
export interface LineFacts {
  quantity?: string | undefined;
  choice?: string | null | undefined;
  applies?: false | undefined;
}

type LineResult = { ok: true; amount: bigint; line: PricedLine } | { ok: false; detail: string };

/** Recomputes a line from its facts, without its expressions. */
export function recomputeLine(line: PriceLine, facts: LineFacts): LineResult {
  const { label } = line;
  if (facts.applies === false) {
    if (line.when === undefined)
      return refused('The price has no condition on this line: it always applies.');
    return priced(0n, { label, text: notApplyingText, applies: false });
  }
  const tariff = tariffOf(line);
  switch (tariff.kind) {
    case 'flat':
      return priced(tariff.amount, { label, text: flatText(tariff.amount) });
    case 'per':
    case 'tiers': {
      const { quantity = '' } = facts;
      const micros = microsOfText(quantity);
      if (micros === undefined) return refused('The line counts something, and no quantity is stated.');
      const { units, amount } = meteredAmount(tariff, micros);
      return priced(amount, {
        label,
        text: meteredText(tariff, units),
        quantity,
        units: units.toString(),
      });
    }
    case 'choice': {
      const { choice } = facts;
      if (choice === undefined) return refused('The line is a choice, and none is stated.');
      const amount = chosenAmount(tariff, choice);
      if (amount === undefined) return refused('The price has no credits for this choice.');
      return priced(amount, { label, text: choiceText(choice ?? 'anything else', amount), choice });
    }
  }
}

export interface RecomputedPrice {
  lines: PricedLine[];
  subtotal: string;
  credits: number;
  clamped: 'minimum' | 'maximum' | null;
}

/** Recomputes the whole price; undefined if a line cannot be computed. */
export function recomputePrice(price: Price, facts: readonly LineFacts[]): RecomputedPrice | undefined {
  const lines: PricedLine[] = [];
  let subtotal = 0n;
  for (const [index, line] of price.lines.entries()) {
    const result = recomputeLine(line, facts[index] ?? {});
    if (!result.ok) return undefined;
    subtotal += result.amount;
    lines.push(result.line);
  }
  return { lines, subtotal: decimalText(subtotal), ...clampedCredits(price, subtotal) };
}

/** Whether a line settles by another quantity than it quotes. */
export function isSettledByUse({ lines }: Price): boolean {
  return lines.some(({ per, tiers }) => typeof (per ?? tiers)?.quantity === 'object');
}

function priced(amount: bigint, line: Omit<PricedLine, 'amount'>): LineResult {
  return { ok: true, amount, line: { ...line, amount: decimalText(amount) } };
}

function refused(detail: string): LineResult {
  return { ok: false, detail };
}
