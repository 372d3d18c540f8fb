import type { JsonObject } from '../json/json.ts';
import { amountsOf, priceBounds } from './bounds.ts';
import type { PriceProgram, ProgramLine, Rule } from './compile-price.ts';
import { microsPerUnit } from './decimal.ts';
import { isSettledLine } from './evaluate.ts';
import { type ChoiceTariff, chosenAmount, type PerTariff, tieredAmount, type TiersTariff } from './tariff.ts';

/**
 * Whether an input can cost more by the later price. `false` is proved, for the quote and for what is settled by use;
 * what cannot be proved is `true`. An input that had no price costs nothing more: nobody could call with it.
 */
export function canBeDearer(earlier: PriceProgram, later: PriceProgram, inputSchema: JsonObject): boolean {
  const before = priceBounds(earlier, inputSchema);
  const after = priceBounds(later, inputSchema);
  // A use that has no price makes the call free, and another comes to the minimum at least.
  if (!isSettled(earlier) && after.to <= before.from) return false;
  const least = isSettled(earlier) ? (earlier.price.minimum ?? 0) : before.from;
  const raisesMinimum = (later.price.minimum ?? 0) > least;
  return raisesMinimum || after.to > earlier.price.maximum || !isAtMost(earlier, later, inputSchema);
}

/** Whether the lines of the later price never come to more, whatever the input and the use are. */
function isAtMost(earlier: PriceProgram, later: PriceProgram, inputSchema: JsonObject): boolean {
  const left = [...earlier.lines];
  const added = later.lines.filter((line) => {
    const place = left.findIndex((other) => isLineAtMost(other, line));
    if (place >= 0) left.splice(place, 1);
    return place < 0;
  });
  // A use without a price made the call free, and what is settled can be above what was quoted.
  if (isSettled({ lines: [...left, ...added] })) return false;
  const [gone, come] = [amountsOf(left, inputSchema), amountsOf(added, inputSchema)];
  return gone !== undefined && come !== undefined && come.to <= gone.from;
}

function isSettled({ lines }: Pick<PriceProgram, 'lines'>): boolean {
  return lines.some(isSettledLine);
}

/**
 * Whether the later line counts the same as the earlier one, in no more inputs, and for no more credits. What each call
 * costs is compared as a sum instead: a line may have become two.
 */
function isLineAtMost(earlier: ProgramLine, later: ProgramLine): boolean {
  if (later.rule.kind === 'flat' && !later.when) return false;
  // A use without a price makes a call free, but not where its line does not apply.
  const mayNarrow = !earlier.when && !isSettledLine(earlier);
  if (earlier.when?.source !== later.when?.source && !mayNarrow) return false;
  return isRuleAtMost(earlier.rule, later.rule);
}

function isRuleAtMost(earlier: Rule, later: Rule): boolean {
  if (earlier.kind === 'flat') return later.kind === 'flat' && later.amount <= earlier.amount;
  if (earlier.kind === 'choice')
    return (
      later.kind === 'choice' && later.value.source === earlier.value.source && isTableAtMost(earlier, later)
    );
  if (later.kind === 'flat' || later.kind === 'choice') return false;
  if (later.quoted.source !== earlier.quoted.source || later.settled.source !== earlier.settled.source)
    return false;
  const [steps, laterSteps] = [stepsOf(earlier), stepsOf(later)];
  if (steps && laterSteps) return areStepsAtMost(steps, laterSteps);
  return earlier.kind === 'per' && later.kind === 'per' && isRateAtMost(earlier, later);
}

function isTableAtMost(earlier: ChoiceTariff, later: ChoiceTariff): boolean {
  const names = [...earlier.credits.keys(), ...later.credits.keys(), null];
  return names.every((name) => {
    const before = creditsOf(earlier, name);
    const after = creditsOf(later, name);
    return before === undefined || after === undefined || after <= before;
  });
}

function creditsOf(tariff: ChoiceTariff, name: string | null): bigint | undefined {
  return chosenAmount(tariff, name) ?? tariff.otherwise;
}

/** Larger units, more of them free, and each for no more: whatever is counted, it costs no more. */
function isRateAtMost(earlier: PerTariff, later: PerTariff): boolean {
  return later.every >= earlier.every && later.included >= earlier.included && later.rate <= earlier.rate;
}

/** A rate for each whole unit is two steps, of which the first is free. */
function stepsOf(tariff: PerTariff | TiersTariff): TiersTariff | undefined {
  if (tariff.kind === 'tiers') return tariff;
  const { unit, rate, every, included } = tariff;
  if (every !== microsPerUnit || included % microsPerUnit !== 0n) return undefined;
  const free = included > 0n ? [{ upTo: included / microsPerUnit, rate: 0n }] : [];
  return { kind: 'tiers', unit, mode: 'graduated', steps: [...free, { rate }] };
}

/** Both rise by a constant between the ends of steps, so that the ends and what follows the last of them suffice. */
function areStepsAtMost(earlier: TiersTariff, later: TiersTariff): boolean {
  const edges = [...earlier.steps, ...later.steps].flatMap(({ upTo }) =>
    upTo === undefined ? [] : [upTo, upTo + 1n],
  );
  const lastRate = ({ steps }: TiersTariff) => steps.at(-1)?.rate ?? 0n;
  return (
    lastRate(later) <= lastRate(earlier) &&
    [1n, ...edges].every((units) => tieredAmount(later, units) <= tieredAmount(earlier, units))
  );
}
