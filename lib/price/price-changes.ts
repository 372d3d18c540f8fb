import {
  type Charge,
  chargeWords,
  isDearerCharge,
  type Outcome,
  outcomes,
  outcomeWords,
} from '../call/charges.ts';
import type { JsonObject } from '../json/json.ts';
import { canBeDearer } from './compare-prices.ts';
import type { PriceProgram, ProgramLine } from './compile-price.ts';
import { lineText, type PriceChange } from './cost-text.ts';
import { microsPerUnit } from './decimal.ts';
import { explainPrice } from './effects.ts';
import type { Price } from './price.ts';
import { creditsText } from './tariff.ts';

/** A price, and what a failed call costs. */
export interface WrittenPrice {
  program: PriceProgram;
  charges: Readonly<Record<Outcome, Charge>>;
}

/** What differs between two prices: lines in their order, then the least and the most, then failed calls. */
export function priceChanges(
  before: WrittenPrice,
  now: WrittenPrice,
  inputSchema: JsonObject,
): PriceChange[] {
  return [
    ...lineChanges(before.program, now.program, inputSchema),
    ...limitChanges(before.program.price, now.program.price),
    ...outcomes.flatMap((outcome): PriceChange[] => {
      const [old, next] = [before.charges[outcome], now.charges[outcome]];
      if (old === next) return [];
      const kind = isDearerCharge(old, next) ? 'dearer' : 'cheaper';
      return [{ kind, label: outcomeWords[outcome], before: chargeWords[old], now: chargeWords[next] }];
    }),
  ];
}

interface Line {
  label: string;
  words: string;
  program: ProgramLine;
}

function linesOf({ price, lines }: PriceProgram): Line[] {
  return explainPrice(price).lines.flatMap((line, index) => {
    const program = lines[index];
    const every = price.lines[index]?.per?.every;
    const words = lineText(line) + (every === undefined ? '' : `, each of ${every}`);
    return program ? [{ label: line.label, words, program }] : [];
  });
}

/** The same lines are no change; others are the same by their label, and the rest by their words. */
function lineChanges(before: PriceProgram, now: PriceProgram, inputSchema: JsonObject): PriceChange[] {
  const left = linesOf(before);
  const come = linesOf(now);
  const partners = new Map<Line, Line>();
  const pair = (isPair: (old: Line, next: Line) => boolean) => {
    for (const next of come) {
      const place = partners.has(next) ? -1 : left.findIndex((old) => isPair(old, next));
      const [old] = place < 0 ? [] : left.splice(place, 1);
      if (old) partners.set(next, old);
    }
  };
  pair((old, next) => old.label === next.label && old.words === next.words);
  pair((old, next) => old.label === next.label);
  pair((old, next) => old.words === next.words);
  const most = Math.max(before.price.maximum, now.price.maximum);
  const changed = come.flatMap((next): PriceChange[] => {
    const { label, words } = next;
    const old = partners.get(next);
    if (!old) return [{ kind: 'new', label, before: null, now: words }];
    if (old.words !== words)
      return [
        { kind: kindOf(old.program, next.program, most, inputSchema), label, before: old.words, now: words },
      ];
    return old.label === label ? [] : [{ kind: 'renamed', label, before: old.label, now: label }];
  });
  const gone = left.map(
    ({ label, words }): PriceChange => ({ kind: 'gone', label, before: words, now: null }),
  );
  return [...changed, ...gone];
}

/** Compared as if each were the whole price. */
function kindOf(old: ProgramLine, next: ProgramLine, maximum: number, inputSchema: JsonObject) {
  const alone = (line: ProgramLine): PriceProgram => ({ price: { lines: [], maximum }, lines: [line] });
  const rises = canBeDearer(alone(old), alone(next), inputSchema);
  const falls = canBeDearer(alone(next), alone(old), inputSchema);
  return rises === falls ? 'changed' : rises ? 'dearer' : 'cheaper';
}

function limitChanges(before: Price, now: Price): PriceChange[] {
  const limit = (label: string, old: number, next: number): PriceChange[] => {
    const [was, is] = [old, next].map((credits) => creditsText(BigInt(credits) * microsPerUnit));
    if (old === next || was === undefined || is === undefined) return [];
    return [{ kind: next > old ? 'dearer' : 'cheaper', label, before: was, now: is }];
  };
  return [
    ...limit('The least that a call costs', before.minimum ?? 0, now.minimum ?? 0),
    ...limit('The most that a call costs', before.maximum, now.maximum),
  ];
}
