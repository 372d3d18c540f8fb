/** Credits, rates and quantities have six decimals. They are BigInt millionths, so that sums are exact. */
export const microsPerUnit = 1_000_000n;

/** The millionths of a number with at most six decimals; undefined for other numbers. */
export function exactMicros(value: number): bigint | undefined {
  const written = /^(\d+)(?:\.(\d{1,6}))?$/.exec(String(value));
  if (!written) return undefined;
  const [, whole = '0', fraction = ''] = written;
  return BigInt(whole) * microsPerUnit + BigInt(fraction.padEnd(6, '0'));
}

/** For numbers that a schema has validated. */
export function microsOf(value: number): bigint {
  const micros = exactMicros(value);
  if (micros === undefined) throw new RangeError(`${value} is not a decimal with at most 6 places.`);
  return micros;
}

/** Rounds a finite number ≥ 0 to millionths, far above the noise of binary fractions (0.1 × 3). */
export function nearestMicros(value: number): bigint {
  const whole = Math.floor(value);
  return BigInt(whole) * microsPerUnit + BigInt(Math.round((value - whole) * 1_000_000));
}

/** `1500000n` → `1.5`. */
export function decimalText(micros: bigint): string {
  const whole = (micros / microsPerUnit).toString();
  const rest = micros % microsPerUnit;
  return rest === 0n ? whole : `${whole}.${rest.toString().padStart(6, '0').replace(/0+$/, '')}`;
}

/** The inverse of `decimalText`; undefined for other texts. */
export function microsOfText(text: string): bigint | undefined {
  const [, whole, fraction = ''] = /^(0|[1-9]\d{0,39})(?:\.(\d{0,5}[1-9]))?$/.exec(text) ?? [];
  if (whole === undefined) return undefined;
  return BigInt(whole) * microsPerUnit + BigInt(fraction.padEnd(6, '0'));
}

export function ceilDivide(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor - 1n) / divisor;
}
