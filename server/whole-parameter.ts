import { z } from 'zod';

/** A whole number in plain decimal, as a parameter of an address. The error says what is allowed. */
export function wholeParameter(least: number, most: number, error: string) {
  return z
    .string(error)
    .regex(/^(0|[1-9]\d*)$/, error)
    .transform(Number)
    .refine((value) => value >= least && value <= most, error);
}
