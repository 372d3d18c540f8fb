import type { Usage } from '../../../lib/account/credit-account.ts';
import type { AccountDetail } from '../../../lib/operator/accounts.ts';
import { countOf, groupedNumber } from '../../../lib/text/numbers.ts';
import { Fact, Facts } from '../parts/facts.tsx';

/** The strip of tickets. Facts that say nothing are left out. */
export function AccountFacts({ account, usage }: { account: AccountDetail; usage: Usage }) {
  const { balance, held, available, limits, closedAt } = account;
  const spent = usage.list.reduce((sum, { credits }) => sum + credits, 0);
  const calls = usage.list.reduce((sum, day) => sum + day.calls, 0);
  const perDay = spent / usageDays;
  return (
    <Facts>
      <Fact
        name={closedAt === null ? 'Available' : 'Unused'}
        value={groupedNumber(available)}
        about={
          held > 0 ? `of ${groupedNumber(balance)}; ${groupedNumber(held)} held for running calls` : 'credits'
        }
      />
      {spent > 0 && available > 0 && closedAt === null && (
        <Fact
          name="Lasts"
          value={lastsText(available / perDay)}
          about={`at ${groupedNumber(perDay, 1)} a day`}
        />
      )}
      <Fact name="Spent in 31 days" value={groupedNumber(spent)} about={`in ${countOf(calls, 'call')}`} />
      {limits && <LimitFact limits={limits} />}
    </Facts>
  );
}

const usageDays = 31;
const limitWords = { day: 'Today', month: 'This month', total: 'Total' } as const;

type Limits = Record<'day' | 'month' | 'total', { cap: number | null; spent: number | null }>;

/** The limit of which most is used. */
export function LimitFact({ limits }: { limits: Limits }) {
  const shares = (['day', 'month', 'total'] as const).flatMap((period) => {
    const { cap, spent } = limits[period];
    return cap === null || spent === null ? [] : { period, cap, spent, used: cap === 0 ? 1 : spent / cap };
  });
  const nearest = shares.toSorted((one, other) => other.used - one.used)[0];
  if (!nearest) return null;
  const { period, cap, spent, used } = nearest;
  return (
    <Fact
      name={`Limit: ${limitWords[period].toLowerCase()}`}
      value={
        <>
          {groupedNumber(spent)}{' '}
          <span className="text-dense font-normal text-quiet">of {groupedNumber(cap)}</span>
        </>
      }
      used={used}
    />
  );
}

/** At a pace of days, a year is as good as for ever. */
function lastsText(days: number): string {
  return days > 365 ? 'over a year' : countOf(Math.floor(days), 'day');
}
