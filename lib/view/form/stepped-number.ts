import type { JsonValue } from '../../json/json.ts';
import type { NumberWidget } from '../../form/widget.ts';

/** A value moved by some steps within its bounds. Without a value, the nearest bound or zero. */
export function steppedNumber(
  { min, max, step }: NumberWidget,
  value: JsonValue | undefined,
  steps: number,
): number {
  if (typeof value !== 'number') return within(0, min, max);
  const places = Math.max(decimalPlaces(step), decimalPlaces(value));
  return within(Number((value + steps * step).toFixed(Math.min(places, 20))), min, max);
}

function within(value: number, min: number | undefined, max: number | undefined): number {
  return Math.min(Math.max(value, min ?? -Infinity), max ?? Infinity);
}

function decimalPlaces(value: number): number {
  const [mantissa = '', exponent = '0'] = String(value).split('e');
  return Math.max(0, (mantissa.split('.')[1] ?? '').length - Number(exponent));
}
