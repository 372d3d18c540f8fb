import type { NumberRules } from '../schema/schema-node.ts';

/** A number within the limits and on the step of a schema; `variant` selects further ones. */
export function sampleNumber(
  rules: NumberRules = noRules,
  isInteger: boolean,
  variant = 0,
): number | undefined {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, format } = rules;
  const low = Math.max(minimum, exclusiveMinimum, format === 'int32' ? -(2 ** 31) : -Infinity);
  const high = Math.min(maximum, exclusiveMaximum, format === 'int32' ? 2 ** 31 - 1 : Infinity);
  const fits = (value: number) =>
    value >= low &&
    value <= high &&
    value > exclusiveMinimum &&
    value < exclusiveMaximum &&
    (!isInteger || Number.isSafeInteger(value));
  const step = multipleOf ?? (isInteger ? 1 : undefined);
  const found = candidates(low, high, step, isInteger).filter(
    (value) => fits(value) && onStep(value, multipleOf),
  );
  return [...new Set(found.map((value) => (value === 0 ? 0 : value)))][variant];
}

const noRules: NumberRules = {
  minimum: -Infinity,
  maximum: Infinity,
  exclusiveMinimum: -Infinity,
  exclusiveMaximum: Infinity,
  multipleOf: undefined,
  format: undefined,
};

function candidates(low: number, high: number, step: number | undefined, isInteger: boolean): number[] {
  const start = Number.isFinite(low) ? low : Number.isFinite(high) && high < 1 ? high - 40 : 1;
  if (step !== undefined) return steps(start, step).concat(step, 0, ...steps(high - step * 3, step));
  const between =
    Number.isFinite(low) && Number.isFinite(high)
      ? [(low + high) / 2, low + (high - low) / 4].map((value) => Number(value.toPrecision(12)))
      : [];
  const whole = Array.from({ length: 60 }, (_, index) => Math.ceil(start) + index);
  return [...(low <= 1 ? [1] : []), start, ...whole, high, ...between].filter(
    (value) => !isInteger || Number.isInteger(value),
  );
}

/** Multiples from `start`, computed in whole units of the step's last decimal, so that 3 × 0.1 is 0.3. */
function steps(start: number, step: number): number[] {
  if (!Number.isFinite(start)) return [];
  const scale = 10 ** decimals(step);
  const unit = Math.round(step * scale);
  const first = Math.ceil((start * scale) / unit - 1e-9);
  return Array.from({ length: 60 }, (_, index) => ((first + index) * unit) / scale);
}

function decimals(value: number): number {
  const [mantissa = '', exponent = '0'] = String(value).split('e');
  return Math.max(0, (mantissa.split('.')[1] ?? '').length - Number(exponent));
}

function onStep(value: number, step: number | undefined): boolean {
  if (step === undefined) return true;
  const quotient = value / step;
  return Math.abs(quotient - Math.round(quotient)) < 1e-8;
}
