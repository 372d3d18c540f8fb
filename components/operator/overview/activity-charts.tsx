import Link from 'next/link';
import type { ReactNode } from 'react';
import type { Activity, Figures } from '../../../lib/operator/activity.ts';
import { shareOf } from '../../../lib/operator/health.ts';
import { durationText, groupedNumber } from '../../../lib/text/numbers.ts';
import { beforeWords, daysOf, percentText, stepTick, stepTitle } from '../../../lib/view/activity-words.ts';
import { Info } from '../parts/info.tsx';
import { Chart, type Series } from './chart.tsx';
import { StepTable } from './step-table.tsx';

/** Numbers on an axis in at most five characters. */
const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

/** Calls, credits, failures and answer times of a period, each against the one before. */
export function ActivityCharts({ activity, at }: { activity: Activity; at: string }) {
  const { period, steps } = activity;
  const { first, last } = daysOf(activity);
  const course = {
    begun: steps.filter((step) => step.at <= at).length,
    titles: steps.map((step) => stepTitle(period, step.at)),
    ticks: steps.map((step, index) => stepTick(period, step.at, index)),
  };
  const of = {
    activity,
    course,
    before: beforeWords[period],
    calls: `/operator/calls?from=${first}&to=${last}`,
  };
  return (
    <section aria-label="Activity" className="mt-4">
      <div className="grid rounded-lg border border-line bg-card @3xl:grid-cols-2">
        <CallsPanel {...of} />
        <CreditsPanel {...of} />
        <FailuresPanel {...of} />
        <AnswerTimePanel {...of} />
      </div>
      <StepTable activity={activity} titles={course.titles} begun={course.begun} />
    </section>
  );
}

interface OfPeriod {
  activity: Activity;
  course: { begun: number; titles: string[]; ticks: (string | null)[] };
  /** The period before in words. */
  before: string;
  /** The calls of the period. */
  calls: string;
}

const counts = {
  format: (value: number) => groupedNumber(value),
  formatTick: (value: number) => compact.format(value),
  isWhole: true,
};
const times = { format: durationText, formatTick: durationText, isWhole: false };

function valuesOf({ steps }: Activity, name: keyof Figures): (number | null)[] {
  return steps.map((step) => step[name]);
}

function seriesBefore({ steps, period }: Activity, name: keyof Figures): Series {
  return {
    ...{ name: capitalizedBefore(beforeWords[period]), colour: 'text-before' },
    values: steps.map((step) => step.before[name]),
  };
}

function CallsPanel({ activity, course, before, calls }: OfPeriod) {
  const { totals, totalsBefore } = activity;
  return (
    <Panel
      name="Calls"
      info="Calls that ended in this time, in UTC, with those of guests. They are counted some seconds after their end. The list has them by their start, and also those that still run."
      figure={groupedNumber(totals.calls)}
      href={calls}
      change={<Change now={totals.calls} then={totalsBefore.calls} before={before} />}
      before={`before ${groupedNumber(totalsBefore.calls)}`}
    >
      <Chart
        label="Calls by time"
        kind="bars"
        series={[{ name: 'Calls', values: valuesOf(activity, 'calls'), colour: 'text-accent' }]}
        before={seriesBefore(activity, 'calls')}
        {...course}
        {...counts}
      />
    </Panel>
  );
}

function CreditsPanel({ activity, course, before, calls }: OfPeriod) {
  const { totals, totalsBefore } = activity;
  return (
    <Panel
      name="Credits earned"
      info="What the calls that ended in this time were charged. What was given back later is not taken off."
      figure={groupedNumber(totals.credits)}
      href={`${calls}&state=settled`}
      change={<Change now={totals.credits} then={totalsBefore.credits} before={before} />}
      before={`before ${groupedNumber(totalsBefore.credits)}`}
    >
      <Chart
        label="Credits earned by time"
        kind="area"
        series={[{ name: 'Credits', values: valuesOf(activity, 'credits'), colour: 'text-series-2' }]}
        before={seriesBefore(activity, 'credits')}
        {...course}
        {...counts}
      />
    </Panel>
  );
}

function FailuresPanel({ activity, course, before, calls }: OfPeriod) {
  const { totals, totalsBefore } = activity;
  const shareBefore = totalsBefore.calls > 0 ? `, ${percentText(shareOf(totalsBefore))}` : '';
  return (
    <Panel
      name="Failed calls"
      info="Calls that failed because of the API and not the caller: it answered 5xx, not in time or not to the end, or refused the credentials of the portal. The list has the calls that were charged nothing."
      figure={groupedNumber(totals.failed)}
      about={totals.calls > 0 ? percentText(shareOf(totals)) : undefined}
      href={`${calls}&state=released`}
      change={<Points now={totals} then={totalsBefore} before={before} />}
      before={`before ${groupedNumber(totalsBefore.failed)}${shareBefore}`}
    >
      <Chart
        label="Failed calls by time"
        kind="bars"
        series={[{ name: 'Failed', values: valuesOf(activity, 'failed'), colour: 'text-bad' }]}
        before={seriesBefore(activity, 'failed')}
        {...course}
        {...counts}
      />
    </Panel>
  );
}

function AnswerTimePanel({ activity, course, before, calls }: OfPeriod) {
  const { totals, totalsBefore } = activity;
  return (
    <Panel
      name="Answer time"
      info="How long APIs took to answer, from the request to the end of the answer: half of the answers came within the median, 95 % within the other. Counted in steps, so they are near the true times and not exact. The dashed line is the 95 % of before."
      figure={totals.medianMs === null ? '–' : durationText(totals.medianMs)}
      about={totals.p95Ms === null ? undefined : `median · 95 % within ${durationText(totals.p95Ms)}`}
      href={calls}
      change={<Slower now={totals.p95Ms} then={totalsBefore.p95Ms} before={before} />}
      before={
        <span className="flex gap-3">
          <Key colour="bg-ink">median</Key>
          <Key colour="bg-accent">95 %</Key>
        </span>
      }
    >
      <Chart
        label="Answer time by time"
        kind="line"
        series={[
          { name: 'Median', values: valuesOf(activity, 'medianMs'), colour: 'text-ink' },
          { name: '95 %', values: valuesOf(activity, 'p95Ms'), colour: 'text-accent' },
        ]}
        before={{ ...seriesBefore(activity, 'p95Ms'), name: `95 % ${before}` }}
        {...course}
        {...times}
      />
    </Panel>
  );
}

function capitalizedBefore(words: string): string {
  return words.replace(/^the (.)/, (_all, letter: string) => letter.toUpperCase());
}

interface PanelProps {
  name: string;
  /** How it is counted. */
  info: string;
  figure: string;
  about?: string | undefined;
  /** The rows behind the figure. */
  href: string;
  change: ReactNode;
  before: ReactNode;
  children: ReactNode;
}

function Panel({ name, info, figure, about, href, change, before, children }: PanelProps) {
  return (
    <section
      aria-label={name}
      className="min-w-0 border-dashed border-line px-4 pt-3 pb-4 not-first:border-t @3xl:even:border-l @3xl:nth-2:border-t-0"
    >
      <div className="flex min-h-6 items-center gap-1 text-xs">
        <h2 className="font-medium">{name}</h2>
        <Info label={`How ${name.toLowerCase()} are counted`}>{info}</Info>
        <span className="ml-auto text-quiet tabular-nums">{before}</span>
      </div>
      <p className="flex flex-wrap items-baseline gap-x-2 tabular-nums">
        <Link
          href={href}
          prefetch={false}
          className="text-xl font-semibold tracking-tight underline-offset-4 hover:underline"
        >
          {figure}
          <span className="sr-only">: show the calls</span>
        </Link>
        {about !== undefined && <span className="text-dense text-quiet">{about}</span>}
        {change}
      </p>
      {children}
    </section>
  );
}

function Key({ colour, children }: { colour: string; children: string }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <span aria-hidden className={`h-0.5 w-3.5 ${colour}`} />
      {children}
    </span>
  );
}

interface AgainstProps<Value> {
  now: Value;
  then: Value;
  /** The period before in words. */
  before: string;
}

/** More is good. */
function Change({ now, then, before }: AgainstProps<number>) {
  if (then === 0) return now === 0 ? null : <Against isGood text="new" words={`: none in ${before}`} />;
  const share = (now - then) / then;
  return <Signed by={share} text={percentText(share)} isGood={share > 0} before={before} />;
}

/** A larger share of failures is bad. */
function Points({ now, then, before }: AgainstProps<Figures>) {
  if (now.calls === 0 || then.calls === 0) return null;
  const by = shareOf(now) - shareOf(then);
  return (
    <Signed by={by} text={`${groupedNumber(Math.abs(by) * 100, 1)} points`} isGood={by < 0} before={before} />
  );
}

/** A longer time is bad. */
function Slower({ now, then, before }: AgainstProps<number | null>) {
  if (now === null || then === null) return null;
  return (
    <Signed by={now - then} text={durationText(Math.abs(now - then))} isGood={now < then} before={before} />
  );
}

interface SignedProps {
  by: number;
  text: string;
  isGood: boolean;
  before: string;
}

/** By how much it is more or less. What is rounded to nothing has no sign. */
export function Signed({ by, text, isGood, before }: SignedProps) {
  const isSame = by === 0 || /^0 /.test(text);
  if (isSame) return <Against text="the same" words={` as in ${before}`} />;
  return (
    <Against
      text={`${by > 0 ? '▲' : '▼'} ${text}`}
      words={` ${by > 0 ? 'more' : 'less'} than in ${before}`}
      isGood={isGood}
    />
  );
}

function Against({ text, words, isGood }: { text: string; words: string; isGood?: boolean }) {
  const colour = isGood === undefined ? 'text-quiet' : isGood ? 'text-good' : 'text-bad';
  return (
    <span className={`text-dense font-medium whitespace-nowrap ${colour}`}>
      {text}
      <span className="sr-only">{words}</span>
    </span>
  );
}
