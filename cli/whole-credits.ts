import { Refusal } from './refusal.ts';

/** Parses a whole number of credits of at least `least`, in plain digits. `what` names the argument in the message. */
export function wholeCredits(text: string, what: string, least: 0 | 1 = 1): number {
  const credits = /^\+?\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isSafeInteger(credits) && credits >= least) return credits;
  throw new Refusal(
    `${what} must be a whole number of credits from ${least} to ${Number.MAX_SAFE_INTEGER}, not ${JSON.stringify(text)}.`,
  );
}
