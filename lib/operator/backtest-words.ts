import { countOf, groupedNumber, signedNumber } from '../text/numbers.ts';
import { shortMoment } from '../text/times.ts';
import type { BacktestList, BacktestOutlook } from './backtest.ts';

type Summary = BacktestList['list'][number];

/** `30 days`, `a day`, or `all calls`. */
export function daysText(days: Summary['days']): string {
  if (days === null) return 'all days';
  return days === 1 ? '1 day' : `${days} days`;
}

/** What a backtest is called: by its draft, or by how many it compares. */
export function backtestTitle({ drafts }: Pick<Summary, 'drafts'>): string {
  const [first] = drafts;
  return drafts.length === 1 && first
    ? `Backtest of “${first.title}”`
    : `Backtest of ${countOf(drafts.length, 'draft')}`;
}

/** `+5.6 %`; nothing if nothing was paid before. */
export function percentText({ before, after }: { before: number; after: number }): string {
  if (before === 0) return after === 0 ? '' : 'new';
  const percent = Number((((after - before) * 100) / before).toFixed(1));
  return `${signedNumber(percent)} %`;
}

/** A part of a whole, never rounded up to all: `97.7 %`. */
export function partText(part: number, whole: number): string {
  if (whole === 0) return '–';
  if (part === whole) return '100 %';
  return `${groupedNumber(Math.min(99.9, Number(((part * 100) / whole).toFixed(1))))} %`;
}

const whoseLimit = { key: 'limit of a key', member: 'limit of a member', account: 'limit' };
const periods = { day: 'daily', month: 'monthly', total: 'total' };

/** When the credits of an account would have run out, in few words. */
export function outlookText({ kind, at, limit }: BacktestOutlook, today: string): string {
  if (kind === 'fine') return 'no';
  if (kind === 'unknown' || at === null) return 'not known';
  const when = shortMoment(at, today, true);
  return limit ? `${periods[limit.period]} ${whoseLimit[limit.of]}, ${when}` : when;
}

const reasons: Record<NonNullable<BacktestOutlook['why']>, string> = {
  uncovered: 'It depends on calls that cannot be priced exactly.',
  order: 'Its calls cannot be put into the order in which they were made.',
  limits: 'Its limits of today were not those of then.',
  'too-many': 'It has too many calls to follow.',
  guests: 'Guests get new credits every day, each their own.',
};

/** The same in a sentence. */
export function outlookSentence({ kind, call, limit, why }: BacktestOutlook): string {
  if (kind === 'fine') return 'Its credits and limits would have been enough.';
  if (kind === 'dry') return `Its credits would not have been enough for the call ${call}.`;
  if (kind === 'limit' && limit)
    return `Its ${periods[limit.period]} ${whoseLimit[limit.of]} of ${countOf(limit.credits, 'credit')} would have refused the call ${call}.`;
  return why === null ? 'It is not known.' : reasons[why];
}

/** The names of the steps of a spread, from the cheapest to the dearest. */
export function spreadSteps(percent: number): string[] {
  const ends = [
    `up to ${percent} %`,
    ...[1, 2, 3].map((step) => `${step * percent}–${(step + 1) * percent} %`),
  ];
  const side = [...ends, `over ${4 * percent} %`];
  return [...side.toReversed(), 'same', ...side];
}
