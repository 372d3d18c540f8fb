import Link from 'next/link';
import { usageKinds } from '../../../lib/account/credit-account.ts';
import { type AccountActivity, accountPeriods } from '../../../lib/operator/account-activity.ts';
import { groupedNumber } from '../../../lib/text/numbers.ts';
import { dayText } from '../../../lib/text/times.ts';
import {
  beforeWords,
  neighbour,
  percentText,
  periodWords,
  stepTick,
  stepTitle,
} from '../../../lib/view/activity-words.ts';
import { usageWords } from '../../../lib/view/daily-use.ts';
import { rightIcon } from '../../shell/icon-paths.ts';
import { Icon } from '../../shell/icons.tsx';
import { Signed } from '../overview/activity-charts.tsx';
import { Chart } from '../overview/chart.tsx';
import { CsvLink } from '../parts/csv-link.tsx';
import { Info } from '../parts/info.tsx';
import { Part } from '../parts/part.tsx';
import { NoRows } from '../parts/rows.tsx';

/** By credits: the most first, and all others last. */
const colours = [
  'text-accent',
  'text-series-2',
  'text-series-3',
  'text-series-4',
  'text-series-5',
  'text-series-6',
];

interface Props {
  accountId: string;
  activity: AccountActivity;
  today: string;
  mayExport: boolean;
}

/** What an account used in a period, divided by product, API key or member. The address says all of it. */
export function AccountActivityPart({ accountId, activity, today, mayExport }: Props) {
  const { period, by, from, to, totals } = activity;
  const address = `/operator/accounts/${accountId}`;
  return (
    <Part
      id="activity"
      title="Credits spent"
      note={
        <span className="inline-flex items-center gap-1">
          {dayText(from)} – {dayText(to)}, UTC · marks: {beforeWords[period]}
          <Info label="How credits are counted">
            What calls that began on a day were charged, once they ended. The change is without today, in a
            year without this month, against the same time before.
          </Info>
        </span>
      }
      action={
        mayExport && (
          <CsvLink
            address={`/api${address}/usage?by=${by}&from=${from}&to=${to}&format=csv`}
            fileName="farebox-usage.csv"
          />
        )
      }
    >
      <Choices address={address} activity={activity} today={today} />
      {totals.calls === 0 ? <NoRows>No calls in this time.</NoRows> : <Shares activity={activity} />}
    </Part>
  );
}

function Choices({
  address,
  activity,
  today,
}: {
  address: string;
  activity: AccountActivity;
  today: string;
}) {
  const { period, by, to } = activity;
  const end = { period, to: new Date(Date.parse(to) + 86_400_000).toISOString() };
  const hrefOf = (wish: Record<string, string>) =>
    `${address}?${new URLSearchParams({ tab: 'usage', period, by, ...wish })}`;
  const [earlier, later] = [neighbour(end, -1, today), neighbour(end, 1, today)];
  const until = to < today ? { until: to } : undefined;
  return (
    <div className="mt-2 flex flex-wrap items-center gap-2">
      <Segments
        label="Divided by"
        choices={usageKinds.map((kind) => ({
          name: usageWords[kind].title,
          href: hrefOf({ by: kind, ...until }),
          isChosen: kind === by,
        }))}
      />
      <Segments
        label="Period"
        choices={accountPeriods.map((one) => ({
          name: periodWords[one],
          href: hrefOf({ period: one }),
          isChosen: one === period,
        }))}
      />
      <span className="flex gap-1.5">
        <Step
          href={hrefOf(earlier === undefined ? {} : { until: earlier })}
          label="The period before"
          turned
        />
        {later !== undefined && (
          <Step href={hrefOf(later === today ? {} : { until: later })} label="The period after" />
        )}
      </span>
    </div>
  );
}

interface SegmentsProps {
  label: string;
  choices: { name: string; href: string; isChosen: boolean }[];
}

function Segments({ label, choices }: SegmentsProps) {
  return (
    <nav
      aria-label={label}
      className="flex h-7 rounded-md border border-line bg-sunk p-0.5 text-xs max-rail:h-9"
    >
      {choices.map(({ name, href, isChosen }) => (
        <Link
          key={name}
          href={href}
          prefetch={false}
          scroll={false}
          aria-current={isChosen ? 'true' : undefined}
          className="flex items-center rounded-sm px-2 font-medium text-quiet hover:text-ink aria-[current]:bg-card aria-[current]:text-ink aria-[current]:shadow-[0_0_0_1px_var(--line)]"
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}

function Step({ href, label, turned = false }: { href: string; label: string; turned?: boolean }) {
  return (
    <Link
      href={href}
      prefetch={false}
      scroll={false}
      aria-label={label}
      className="button button-small w-7 px-0 max-rail:h-9 max-rail:w-9"
    >
      <Icon path={rightIcon} className={turned ? 'size-3.5 rotate-180' : 'size-3.5'} />
    </Link>
  );
}

function Shares({ activity }: { activity: AccountActivity }) {
  const { period, by, steps, shares, others } = activity;
  const { none } = usageWords[by];
  const lines = [
    ...shares.map(({ of, ...sums }) => ({ name: of?.name ?? none, ...sums })),
    ...(others ? [{ name: `${groupedNumber(others.count)} more`, ...others }] : []),
  ];
  const chart = {
    titles: steps.map(({ day }) => (period === 'week' ? stepTitle('month', day) : stepTitle(period, day))),
    ticks: steps.map(({ day }, index) =>
      period === 'week' ? stepTick('week', `${day}T08`, index) : stepTick(period, day, index),
    ),
    series: lines.map(({ name }, place) => ({
      name,
      values: steps.map(({ parts }) => parts[place] ?? 0),
      colour: colours[place] ?? 'text-before',
    })),
    before: { name: 'Before', values: steps.map(({ before }) => before.credits), colour: 'text-before' },
  };
  return (
    <div className="mt-3 grid rounded-lg border border-line bg-card @4xl:grid-cols-[minmax(0,1fr)_21rem]">
      <div className="px-4 pt-3 pb-4">
        <Chart
          label="Credits spent by time"
          kind="bars"
          height="h-44"
          begun={steps.length}
          format={(value) => groupedNumber(value)}
          formatTick={(value) => compact.format(value)}
          isWhole
          {...chart}
        />
      </div>
      <ShareTable activity={activity} lines={lines} />
    </div>
  );
}

interface ShareTableProps {
  activity: AccountActivity;
  lines: { name: string; calls: number; credits: number }[];
}

/** The legend of the chart, with its figures. */
function ShareTable({ activity: { by, period, totals, change }, lines }: ShareTableProps) {
  return (
    <table className="self-start text-dense tabular-nums border-dashed border-line max-@4xl:border-t @4xl:h-full @4xl:border-l">
      <caption className="sr-only">Credits by {usageWords[by].one}</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">{usageWords[by].title}</th>
          <th scope="col">Calls</th>
          <th scope="col">Credits</th>
          <th scope="col">Share</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ name, calls, credits }, place) => (
          <tr key={`${place} ${name}`} className="border-b border-rule">
            <th scope="row" className="h-9 max-w-0 w-full pr-2 pl-4 text-left font-normal">
              <span className="flex items-center gap-2">
                <span
                  aria-hidden
                  className={`size-2 shrink-0 rounded-xs bg-current ${colours[place] ?? ''}`}
                />
                <span className="truncate" title={name}>
                  {name}
                </span>
              </span>
            </th>
            <td className="px-2 text-right whitespace-nowrap text-quiet">{groupedNumber(calls)}</td>
            <td className="px-2 text-right font-medium">{groupedNumber(credits)}</td>
            <td className="pr-4 pl-2 text-right whitespace-nowrap text-quiet">
              {totals.credits === 0 ? '–' : `${Math.round((credits / totals.credits) * 100)} %`}
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr className="font-semibold">
          <th scope="row" className="h-9 pl-4 text-left">
            Together
          </th>
          <td className="px-2 text-right font-normal text-quiet">{groupedNumber(totals.calls)}</td>
          <td className="px-2 text-right">{groupedNumber(totals.credits)}</td>
          <td className="pr-4 pl-2 text-right">
            {change !== null && (
              <Signed
                by={change}
                text={percentText(change)}
                isGood={change > 0}
                before={beforeWords[period]}
              />
            )}
          </td>
        </tr>
      </tfoot>
    </table>
  );
}

/** Numbers on an axis in at most five characters. */
const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });
