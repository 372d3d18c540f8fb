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
      <NeedsYou at={at} {...overview.needsYou} />
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

type NeedsYouProps = Overview['needsYou'] & { at: string };

/** Older backups do not help. */
const oldBackupMs = 7 * 24 * 60 * 60_000;

function NeedsYou({ at, failedMails, lastBackupAt }: NeedsYouProps) {
  const lines: ReactNode[] = [];
  if (failedMails > 0)
    lines.push(
      <Line
        key="mails"
        href="/operator/mails?state=failed"
        name="Mails that could not be sent"
        value={groupedNumber(failedMails)}
      />,
    );
  if (lastBackupAt === null || Date.parse(at) - Date.parse(lastBackupAt) > oldBackupMs) {
    const value =
      lastBackupAt === null ? 'none was made yet' : `the last one is of ${momentText(lastBackupAt)} UTC`;
    lines.push(<Line key="backup" name="A backup" value={value} />);
  }
  return (
    <Part title="Needs you" ifNone="Nothing.">
      {lines}
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

/** `href`: the rows behind it, if there are any. */
function Line({ href, name, value }: { href?: string; name: string; value: string }) {
  const look = 'flex flex-wrap items-baseline justify-between gap-x-6 py-2.5';
  const content = (
    <>
      <span className="min-w-0 font-medium break-words">{name}</span>
      <span className="text-quiet tabular-nums">{value}</span>
    </>
  );
  return (
    <li>
      {href === undefined ? (
        <span className={look}>{content}</span>
      ) : (
        <Link href={href} prefetch={false} className={`${look} hover:bg-sunk`}>
          {content}
        </Link>
      )}
    </li>
  );
}
