import type { ReactNode } from 'react';
import type { Overview } from '../../lib/operator/overview.ts';
import { groupedNumber } from '../../lib/text/grouped-number.ts';
import { nextUtcDay, utcDay } from '../../lib/text/utc-day.ts';
import { Figure } from './figure.tsx';

/** The credits of the portal. Each figure is the sum of the rows that it leads to. */
export function Money({ issued, earned, held, outstanding }: NonNullable<Overview['money']>) {
  return (
    <Figures title="Money, in credits">
      <Figure
        name="Issued"
        value={groupedNumber(issued)}
        href="/operator/entries?kind=issued"
        about="Granted, with the allowances of guests"
      />
      <Figure name="Earned" value={groupedNumber(earned)} href="/operator/entries?kind=charge" />
      <Figure name="Held" value={groupedNumber(held)} href="/operator/calls?state=dispatched" />
      <Figure
        name="Outstanding"
        value={groupedNumber(outstanding)}
        href="/operator/entries"
        about="Issued, and not earned yet: the whole ledger"
      />
    </Figures>
  );
}

/** The use of the day on which the overview was read. */
export function Use({ at, today, yesterday, weekBefore }: Overview['use'] & { at: string }) {
  const before = (name: keyof typeof today) =>
    `${groupedNumber(yesterday[name])} yesterday, ${groupedNumber(weekBefore[name])} a week before that`;
  const calls = callsToday(Date.parse(at));
  return (
    <Figures
      title="Use today (UTC), until now"
      about="Of calls that started today and have ended. The list behind it also has those that are running. Accounts leads to it, too: calls of guests are listed, but guests are no accounts."
    >
      <Figure name="Calls" value={groupedNumber(today.calls)} href={calls} about={before('calls')} />
      <Figure
        name="Credits"
        value={groupedNumber(today.credits)}
        href={`${calls}&state=settled`}
        about={before('credits')}
      />
      <Figure name="Accounts" value={groupedNumber(today.accounts)} href={calls} about={before('accounts')} />
    </Figures>
  );
}

function callsToday(nowMs: number): string {
  return `/operator/calls?from=${utcDay(nowMs)}&to=${utcDay(Date.parse(nextUtcDay(nowMs)))}`;
}

function Figures({ title, about, children }: { title: string; about?: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="mt-8">
      <h2 className="text-lg font-semibold">{title}</h2>
      {about !== undefined && <p className="mt-1 max-w-prose text-sm text-quiet">{about}</p>}
      <div className="mt-3 grid grid-cols-2 gap-3 lg:grid-cols-4">{children}</div>
    </section>
  );
}
