import { readCredits } from '../lib/text/typed-credits.ts';
import { Refusal } from './refusal.ts';

/** Parses a whole number of credits of at least `least`. `what` names the argument in the message. */
export function wholeCredits(text: string, what: string, least: 0 | 1 = 1): number {
  const credits = readCredits(text);
  if (typeof credits === 'number' && credits >= least) return credits;
  const why = typeof credits === 'string' ? ` ${credits}` : '';
  throw new Refusal(
    `${what} must be a whole number of credits from ${least} to ${Number.MAX_SAFE_INTEGER}, not ${JSON.stringify(text)}.${why}`,
  );
}
