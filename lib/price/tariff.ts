import { groupedDigits } from '../text/numbers.ts';
import { ceilDivide, microsPerUnit, microsOf, decimalText } from './decimal.ts';
import type { Price, PriceLine } from './price.ts';

/**
 * The charge of a line without the expression for its quantity. It holds the arithmetic for quotes, charges, bounds and
 * receipts. Amounts are millionths; `upTo` is in whole units, because units are counted whole.
 */
type Tariff = FlatTariff | PerTariff | TiersTariff | ChoiceTariff;

export interface FlatTariff {
  kind: 'flat';
  amount: bigint;
}

export interface PerTariff {
  kind: 'per';
  unit: string;
  rate: bigint;
  every: bigint;
  included: bigint;
}

export interface TiersTariff {
  kind: 'tiers';
  unit: string;
  mode: 'graduated' | 'volume';
  steps: { upTo?: bigint; rate: bigint }[];
}

export interface ChoiceTariff {
  kind: 'choice';
  credits: ReadonlyMap<string, bigint>;
  otherwise?: bigint;
}

/** The schema makes sure that a line has exactly one of the four. */
export function tariffOf(line: PriceLine): Tariff {
  const { per, tiers, choice } = line;
  if (per) return perTariff(per);
  if (tiers) return tiersTariff(tiers);
  if (choice) return choiceTariff(choice);
  return flatTariff(line);
}

/** Throws for a line of another kind: it must not be free by mistake. */
export function flatTariff({ flat, label }: PriceLine): FlatTariff {
  if (flat === undefined) throw new TypeError(`The price line ${JSON.stringify(label)} has no tariff.`);
  return { kind: 'flat', amount: microsOf(flat) };
}

export function perTariff({ unit, rate, every = 1, included = 0 }: NonNullable<PriceLine['per']>): PerTariff {
  return {
    kind: 'per',
    unit,
    rate: microsOf(rate),
    every: microsOf(every),
    included: microsOf(included),
  };
}

export function tiersTariff({ unit, mode, steps }: NonNullable<PriceLine['tiers']>): TiersTariff {
  return {
    kind: 'tiers',
    unit,
    mode,
    steps: steps.map(({ upTo, rate }) => ({
      rate: microsOf(rate),
      ...(upTo !== undefined && { upTo: microsOf(upTo) / microsPerUnit }),
    })),
  };
}

export function choiceTariff({ credits, otherwise }: NonNullable<PriceLine['choice']>): ChoiceTariff {
  return {
    kind: 'choice',
    credits: new Map(Object.entries(credits).map(([name, amount]) => [name, microsOf(amount)])),
    ...(otherwise !== undefined && { otherwise: microsOf(otherwise) }),
  };
}

/** The whole units of a quantity that are charged, and their cost. */
export function meteredAmount(
  tariff: PerTariff | TiersTariff,
  quantity: bigint,
): { units: bigint; amount: bigint } {
  if (tariff.kind === 'per') {
    const units = chargedUnits(tariff, quantity);
    return { units, amount: units * tariff.rate };
  }
  const units = ceilDivide(quantity, microsPerUnit);
  return { units, amount: tieredAmount(tariff, units) };
}

function chargedUnits({ included, every }: PerTariff, quantity: bigint): bigint {
  return quantity <= included ? 0n : ceilDivide(quantity - included, every);
}

export function tieredAmount(tariff: TiersTariff, units: bigint): bigint {
  return tieredUnits(tariff, units).reduce((sum, part) => sum + part.units * part.rate, 0n);
}

/** The cost of whole units by steps. `volume` prices all units at the rate of the last step that they reach. */
function tieredUnits({ steps, mode }: TiersTariff, units: bigint): { units: bigint; rate: bigint }[] {
  const parts: { units: bigint; rate: bigint }[] = [];
  let below = 0n;
  for (const { upTo, rate } of steps) {
    const reaches = upTo === undefined || units <= upTo;
    if (mode === 'volume' && reaches) return [{ units, rate }];
    const until = reaches ? units : upTo;
    if (until > below) parts.push({ units: until - below, rate });
    if (reaches) break;
    below = until > below ? until : below;
  }
  return mode === 'graduated' ? parts : [];
}

/** `null` means any value that is not in the table. Undefined if that has no credits. */
export function chosenAmount(
  { credits, otherwise }: ChoiceTariff,
  choice: string | null,
): bigint | undefined {
  return choice === null ? otherwise : credits.get(choice);
}

/** The sum of the lines, rounded up once, then raised to the minimum, then cut to the maximum. */
export function clampedCredits(
  { minimum = 0, maximum }: Pick<Price, 'minimum' | 'maximum'>,
  subtotal: bigint,
): { credits: number; clamped: 'minimum' | 'maximum' | null } {
  const rounded = ceilDivide(subtotal, microsPerUnit);
  if (rounded > BigInt(maximum)) return { credits: maximum, clamped: 'maximum' };
  if (rounded < BigInt(minimum)) return { credits: minimum, clamped: 'minimum' };
  return { credits: Number(rounded), clamped: null };
}

export function flatText(amount: bigint): string {
  return `${creditsText(amount)} for the call`;
}

export function meteredText(tariff: PerTariff | TiersTariff, units: bigint): string {
  if (tariff.kind === 'per') {
    const { unit, rate, included, every } = tariff;
    const beyond = included > 0n ? ` beyond ${includedText(included, every)}` : '';
    return `${unitsText(units, unit)}${beyond}, at ${creditsText(rate)} each`;
  }
  const words = tieredUnits(tariff, units).map(
    (part) => `${unitsText(part.units, tariff.unit)} at ${creditsText(part.rate)} each`,
  );
  return words.join(', then ') || unitsText(0n, tariff.unit);
}

export function choiceText(name: string, amount: bigint): string {
  return `${name}: ${creditsText(amount)}`;
}

export const notApplyingText = 'does not apply to this input';

/** `1 credit`, `0.5 credits`. */
export function creditsText(micros: bigint): string {
  return `${groupedDecimal(micros)} ${micros === microsPerUnit ? 'credit' : 'credits'}`;
}

/** `1 row`, `3 rows`, `1 × 1,000 tokens`: without the 1 the price of each would pass for that of one token. */
function unitsText(units: bigint, unit: string): string {
  if (/^\d/.test(unit)) return `${grouped(units)} × ${unit}`;
  return `${grouped(units)} ${units === 1n ? unit : plural(unit)}`;
}

/** The plural of `second of audio` is `seconds of audio`. `KB` and `kHz` have none. */
export function plural(unit: string): string {
  if (/^\d/.test(unit)) return unit;
  const [, head = unit, rest = ''] = /^(\S+)(\s(?:of|per|in|with)\s.*)?$/.exec(unit) ?? [];
  if (/[A-Z]$/.test(head)) return unit;
  if (/[^aeiou]y$/.test(head)) return `${head.slice(0, -1)}ies${rest}`;
  return `${head}${/(?:s|x|z|ch|sh)$/.test(head) ? 'es' : 's'}${rest}`;
}

/** `the first`, `the first 100`. */
function includedText(included: bigint, every: bigint): string {
  if (included % every !== 0n) return `the included ${groupedDecimal(included)}`;
  return included === every ? 'the first' : `the first ${grouped(included / every)}`;
}

export function grouped(whole: bigint): string {
  return groupedDigits(whole.toString());
}

export function groupedDecimal(micros: bigint): string {
  return groupedDigits(decimalText(micros));
}
