import { Refusal } from './refusal.ts';

/** A number of credits as it is written: whole, in plain digits, at least `least`. */
export function wholeCredits(text: string, what: string, least: 0 | 1 = 1): number {
  const credits = /^\+?\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isSafeInteger(credits) && credits >= least) return credits;
  throw new Refusal(
    `${what} must be a whole number of credits from ${least} to ${Number.MAX_SAFE_INTEGER}, not ${JSON.stringify(text)}.`,
  );
}
