import Link from 'next/link';
import type { ReactNode } from 'react';
import type { Overview } from '../../lib/operator/overview.ts';
import { countOf } from '../../lib/text/count-text.ts';
import { groupedNumber } from '../../lib/text/grouped-number.ts';
import { momentText } from '../../lib/view/moment-text.ts';
import { ChangeList } from './change-list.tsx';
import { Figure } from './figure.tsx';

/** The first page of the console: what needs somebody first, then sums, then what was changed. */
export function OverviewPage({ overview }: { overview: Overview }) {
  const { at, broken, money, use, runningOut, changes } = overview;
  return (
    <>
      <h1 className="text-3xl font-semibold tracking-tight">Overview</h1>
      <p className="mt-1 text-sm text-quiet tabular-nums">As of {momentText(at)} UTC</p>
      <NeedsYou {...overview.needsYou} />
      <Part title="Broken now" ifNone="In the last hour the API of no product failed.">
        {broken.map(({ product, failed, calls }) => (
          <Line
            key={product.id}
            href={`/operator/calls?product=${encodeURIComponent(product.slug)}`}
            name={product.name}
            value={`${groupedNumber(failed)} of ${countOf(calls, 'call')} failed`}
          />
        ))}
      </Part>
      {money && <Money {...money} />}
      <Use {...use} />
      {runningOut && (
        <Part title="Running out" ifNone="Every account has credits for a week, at yesterday’s pace.">
          {runningOut.map(({ account, available, perDay }) => (
            <Line
              key={account.id}
              href={`/operator/accounts/${account.id}`}
              name={account.name}
              value={`${groupedNumber(available)} left, ${groupedNumber(perDay)} spent yesterday`}
            />
          ))}
        </Part>
      )}
      {changes && (
        <section aria-labelledby="changes" className="mt-8">
          <div className="flex flex-wrap items-baseline justify-between gap-3">
            <h2 id="changes" className="text-lg font-semibold">
              Lately changed
            </h2>
            <Link href="/operator/audit" className="text-sm text-accent underline underline-offset-4">
              The audit log
            </Link>
          </div>
          <ChangeList changes={changes} />
        </section>
      )}
    </>
  );
}

function NeedsYou({ failedMails, disabledWebhooks, lastBackupAt }: Overview['needsYou']) {
  const backup = lastBackupAt === null ? 'none was made yet' : `${momentText(lastBackupAt)} UTC`;
  return (
    <Part title="Needs you" ifNone="Nothing.">
      {[
        failedMails > 0 && (
          <Line
            key="mails"
            href="/operator/mails"
            name="Mails that could not be sent"
            value={groupedNumber(failedMails)}
          />
        ),
        disabledWebhooks > 0 && (
          <Line
            key="webhooks"
            href="/operator/accounts"
            name="Webhooks that were disabled"
            value={groupedNumber(disabledWebhooks)}
          />
        ),
        <Line key="backup" href="/operator/settings" name="Last backup" value={backup} />,
      ].filter((line) => line !== false)}
    </Part>
  );
}

function Money({ issued, earned, held, outstanding }: NonNullable<Overview['money']>) {
  return (
    <Figures title="Money, in credits">
      <Figure
        {...{ name: 'Issued', value: groupedNumber(issued), href: '/operator/audit?verb=grant' }}
        about="Granted, with the allowances of guests"
      />
      <Figure {...{ name: 'Earned', value: groupedNumber(earned), href: '/operator/calls?state=settled' }} />
      <Figure {...{ name: 'Held', value: groupedNumber(held), href: '/operator/calls?state=dispatched' }} />
      <Figure
        {...{ name: 'Outstanding', value: groupedNumber(outstanding), href: '/operator/accounts' }}
        about="Issued, and not earned yet"
      />
    </Figures>
  );
}

function Use({ today, weekAgo }: Overview['use']) {
  const before = (count: number) => `${groupedNumber(count)} on this weekday a week ago`;
  return (
    <Figures title="Use today (UTC)">
      <Figure
        {...{ name: 'Calls', value: groupedNumber(today.calls), href: '/operator/calls' }}
        about={before(weekAgo.calls)}
      />
      <Figure
        {...{ name: 'Credits', value: groupedNumber(today.credits), href: '/operator/calls?state=settled' }}
        about={before(weekAgo.credits)}
      />
      <Figure
        {...{ name: 'Accounts', value: groupedNumber(today.accounts), href: '/operator/calls' }}
        about={before(weekAgo.accounts)}
      />
    </Figures>
  );
}

function Figures({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="mt-8">
      <h2 className="text-lg font-semibold">{title}</h2>
      <div className="mt-3 grid grid-cols-2 gap-3 lg:grid-cols-4">{children}</div>
    </section>
  );
}

function Part({ title, ifNone, children }: { title: string; ifNone: string; children: ReactNode[] }) {
  return (
    <section aria-label={title} className="mt-8">
      <h2 className="text-lg font-semibold">{title}</h2>
      {children.length === 0 ? (
        <p className="mt-2 text-quiet">{ifNone}</p>
      ) : (
        <ul className="mt-2 divide-y divide-line border-y border-line">{children}</ul>
      )}
    </section>
  );
}

function Line({ href, name, value }: { href: string; name: string; value: string }) {
  return (
    <li>
      <Link
        href={href}
        prefetch={false}
        className="flex flex-wrap items-baseline justify-between gap-x-6 py-2.5 hover:bg-sunk"
      >
        <span className="min-w-0 font-medium break-words">{name}</span>
        <span className="text-quiet tabular-nums">{value}</span>
      </Link>
    </li>
  );
}
