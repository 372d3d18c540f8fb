import { allowanceWords } from '../ledger/allowance.ts';
import { capitalized } from '../text/names.ts';
import { creditsText } from '../text/numbers.ts';
import type { CreditAccount } from '../account/credit-account.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** Days that the average covers… */
const paceDays = 7;
/** …and the days that the balance should last. */
const fewDays = 3;
/** The part of a guest's daily allowance that is low. */
const fewShare = 0.2;

type Facts = Pick<CreditAccount, 'available' | 'held' | 'usage' | 'resetsAt' | 'creditsUrl'>;

/**
 * Why the balance is low, or undefined. A guest's is low below a fifth of the daily allowance; an account's, if it
 * lasts less than three days at the average of the last seven.
 */
export function lowCreditsText(facts: Facts, today: string): string | undefined {
  const { available, resetsAt, creditsUrl } = facts;
  if (available <= 0) {
    if (resetsAt)
      return `${capitalized(allowanceWords.of)} credits are used up. New credits arrive ${allowanceWords.next}.`;
    return creditsUrl === undefined
      ? 'There are no credits left. Ask the operator of this portal for more.'
      : 'There are no credits left.';
  }
  return resetsAt === undefined ? lowAtPace(facts, today) : lowToday(facts, today);
}

function lowToday({ available, held, usage }: Facts, today: string): string | undefined {
  const spent = spentSince(usage, today);
  if (spent === 0 || available >= (available + held + spent) * fewShare) return undefined;
  return `Less than a fifth of ${allowanceWords.of} credits are left: ${creditsText(available)}. New credits arrive ${allowanceWords.next}.`;
}

function lowAtPace({ available, usage }: Facts, today: string): string | undefined {
  const since = new Date(Date.parse(`${today}T00:00:00Z`) - (paceDays - 1) * dayMs)
    .toISOString()
    .slice(0, 10);
  const spent = spentSince(usage, since);
  const lastsDays = (available * paceDays) / spent;
  if (spent === 0 || lastsDays >= fewDays) return undefined;
  const left = lastsDays < 1 ? 'less than a day' : lastsDays < 2 ? 'about a day' : 'about two days';
  return `You spent ${creditsText(spent)} in the last seven days. At this rate, your credits last ${left}.`;
}

function spentSince(usage: CreditAccount['usage'], day: string): number {
  return usage.reduce((sum, row) => (row.day >= day ? sum + row.credits : sum), 0);
}
