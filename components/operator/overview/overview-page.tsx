import Link from 'next/link';
import type { ReactNode } from 'react';
import type { Overview } from '../../../lib/operator/overview.ts';
import { groupedNumber } from '../../../lib/text/numbers.ts';
import { dayText, momentText } from '../../../lib/text/times.ts';
import { beforeWords, spanText } from '../../../lib/view/activity-words.ts';
import { ChangeList } from '../change-list.tsx';
import { Fact, Facts } from '../parts/facts.tsx';
import { Info } from '../parts/info.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { Part } from '../parts/part.tsx';
import { NoRows } from '../parts/rows.tsx';
import { ActivityCharts } from './activity-charts.tsx';
import { NeedsAttention } from './needs-attention.tsx';
import { PeriodPicker } from './period-picker.tsx';
import { Failures, RunningOut, TopAccounts, TopProducts } from './rankings.tsx';

interface Props {
  overview: Overview;
  mayDismiss: boolean;
  /** What a new portal needs. */
  steps?: ReactNode;
  /** Of the people, keys and accounts of which the changes speak. */
  names?: ReadonlyMap<string, string>;
}

/** The first page of the console: what needs somebody first, then what callers do, then what was changed. */
export function OverviewPage({ overview, mayDismiss, steps, names = new Map() }: Props) {
  const { at, activity, money, runningOut, changes } = overview;
  const isOver = activity.to <= at;
  const hasCalls = activity.countedFrom !== null;
  return (
    <>
      <PageHead
        title="Overview"
        sub={
          hasCalls && (
            <>
              <span>{spanText(activity)}, UTC</span>
              <span>
                · marks and dashed lines: {beforeWords[activity.period]}
                {!isOver && ', to the same hour'}
              </span>
              <span>· as of {momentText(at)}</span>
            </>
          )
        }
      >
        {hasCalls ? <PeriodPicker activity={activity} today={at.slice(0, 10)} /> : null}
      </PageHead>
      {steps}
      <NeedsAttention overview={overview} mayDismiss={mayDismiss} />
      {hasCalls ? (
        <>
          <ActivityCharts activity={activity} at={at} />
          <CountedSince activity={activity} />
          <div className="grid gap-x-8 @4xl:grid-cols-2">
            <TopProducts activity={activity} />
            <TopAccounts activity={activity} />
            <Failures activity={activity} />
            {runningOut && <RunningOut accounts={runningOut} />}
          </div>
        </>
      ) : (
        <NoRows
          action={
            <Link href="/" className="button">
              Open the catalogue
            </Link>
          }
        >
          No calls yet. Here you will see calls, credits, failures and answer times. Make the first call from
          the page of a product.
        </NoRows>
      )}
      {money && <Money {...money} />}
      {changes && (
        <Part
          id="changes"
          title="Recent changes"
          action={
            <Link
              href="/operator/audit"
              prefetch={false}
              className="py-1 text-accent underline underline-offset-4"
            >
              Audit log
            </Link>
          }
        >
          <ChangeList changes={changes} names={names} />
        </Part>
      )}
    </>
  );
}

/** Said where the period before is not whole. */
function CountedSince({ activity: { countedFrom, beforeFrom } }: Pick<Overview, 'activity'>) {
  if (countedFrom === null || countedFrom <= beforeFrom) return null;
  return (
    <p className="mt-2 text-dense text-quiet">
      The first calls are of {dayText(countedFrom).replace(/^1 /, '')}.
    </p>
  );
}

/** The credits of the portal. Each figure is the sum of the rows that it leads to. */
function Money({ issued, earned, held, outstanding }: NonNullable<Overview['money']>) {
  return (
    <Part
      id="money"
      title="Credits of the portal"
      note={
        <Info label="How the credits of the portal are counted">
          Since the beginning. Issued: granted, with the allowances of guests. Earned: what calls have cost.
          Held: for calls that run now. Outstanding: issued and not yet earned, which is what all callers have
          left.
        </Info>
      }
    >
      <Facts>
        <Fact name="Issued" value={<Figure href="/operator/entries?kind=issued">{issued}</Figure>} />
        <Fact name="Earned" value={<Figure href="/operator/entries?kind=charge">{earned}</Figure>} />
        <Fact name="Held" value={<Figure href="/operator/calls?state=dispatched">{held}</Figure>} />
        <Fact name="Outstanding" value={<Figure href="/operator/entries">{outstanding}</Figure>} />
      </Facts>
    </Part>
  );
}

function Figure({ href, children }: { href: string; children: number }): ReactNode {
  return (
    <Link href={href} prefetch={false} className="underline-offset-4 hover:underline">
      {groupedNumber(children)}
    </Link>
  );
}
