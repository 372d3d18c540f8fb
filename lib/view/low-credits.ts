import { creditsText } from '../call/call-words.ts';
import type { CreditAccount } from '../account/credit-account.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** By the pace of so many days… */
const paceDays = 7;
/** …credits that end before this are few. */
const fewDays = 3;
/** Of a guest's allowance of a day, what is left when it runs low. */
const fewShare = 0.2;

type Facts = Pick<CreditAccount, 'available' | 'held' | 'usage' | 'resetsAt'>;

/**
 * Why the credits run low, in a sentence that says by which rule; undefined where they do not. A guest's are low when
 * less than a fifth of the day's is left, an account's when they end within three days at the pace of the last seven.
 */
export function lowCreditsText(facts: Facts, today: string): string | undefined {
  const { available, resetsAt } = facts;
  if (available <= 0)
    return resetsAt
      ? 'The credits of today are used up. New ones come at midnight UTC.'
      : 'There are no credits left. Ask the operator of this portal for more.';
  return resetsAt === undefined ? lowAtPace(facts, today) : lowToday(facts, today);
}

function lowToday({ available, held, usage }: Facts, today: string): string | undefined {
  const spent = spentSince(usage, today);
  if (spent === 0 || available >= (available + held + spent) * fewShare) return undefined;
  return `Less than a fifth of today’s credits is left: ${creditsText(available)}. New ones come at midnight UTC.`;
}

function lowAtPace({ available, usage }: Facts, today: string): string | undefined {
  const since = new Date(Date.parse(`${today}T00:00:00Z`) - (paceDays - 1) * dayMs)
    .toISOString()
    .slice(0, 10);
  const spent = spentSince(usage, since);
  const lastsDays = (available * paceDays) / spent;
  if (spent === 0 || lastsDays >= fewDays) return undefined;
  const left = lastsDays < 1 ? 'less than a day' : lastsDays < 2 ? 'about a day' : 'about two days';
  return `At the pace of the last seven days, in which ${creditsText(spent)} went, what is left lasts ${left}. This is said below ${fewDays} days.`;
}

function spentSince(usage: CreditAccount['usage'], day: string): number {
  return usage.reduce((sum, row) => (row.day >= day ? sum + row.credits : sum), 0);
}
