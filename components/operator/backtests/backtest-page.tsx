import type { ComponentProps, ReactNode } from 'react';
import type { BacktestColumn, SavedBacktest } from '../../../lib/operator/backtest.ts';
import { backtestTitle, daysText } from '../../../lib/operator/backtest-words.ts';
import { countOf, durationText, groupedNumber } from '../../../lib/text/numbers.ts';
import { dayText, momentText } from '../../../lib/text/times.ts';
import { CsvLink } from '../parts/csv-link.tsx';
import { PageHead, Pill } from '../parts/page-head.tsx';
import { Part } from '../parts/part.tsx';
import { NoRows } from '../parts/rows.tsx';
import { Accounts, type BacktestView, hrefTo, sizeOf } from './account-list.tsx';
import { BacktestFacts, ChooseDraft, CompareDrafts } from './backtest-facts.tsx';
import { BacktestProgress } from './backtest-progress.tsx';
import { ChangePrice, RunAgain } from './backtest-acts.tsx';
import { ChangedCalls } from './changed-calls.tsx';
import { Coverage } from './coverage.tsx';
import { SpreadChart } from './spread-chart.tsx';

interface Props {
  product: { slug: string; name: string };
  backtest: SavedBacktest;
  view: BacktestView;
  may: { publish: boolean; readAccounts: boolean };
}

/** What the calls of a product would have cost by drafts of it. */
export function BacktestPage({ product, backtest, view, may }: Props) {
  const { slug, name } = product;
  const { state, result } = backtest;
  const address = `/operator/products/${slug}/backtests/${backtest.number}`;
  const isDone = result !== null && result.calls > 0;
  return (
    <>
      <PageHead
        title={backtestTitle(backtest)}
        crumb={{ href: `/operator/products/${slug}`, name }}
        pills={
          state === 'failed' ? (
            <Pill tone="bad">Failed</Pill>
          ) : state === 'stopped' ? (
            <Pill tone="quiet">Stopped</Pill>
          ) : undefined
        }
        sub={<Sub backtest={backtest} />}
      >
        {may.publish && isDone && (
          <CsvLink
            address={`/api${address}/accounts?format=csv`}
            fileName={`farebox-backtest-${slug}-${backtest.number}.csv`}
          />
        )}
        {may.publish && (
          <>
            <RunAgain slug={slug} backtest={backtest} />
            {backtest.drafts.length === 1 && <ChangePrice slug={slug} draft={backtest.drafts[0]} />}
          </>
        )}
      </PageHead>
      <Changed backtest={backtest} />
      {(state === 'waiting' || state === 'running') && (
        <BacktestProgress slug={slug} initial={backtest} mayStop={may.publish} />
      )}
      {state === 'failed' && (
        <p role="alert" className="mt-5 max-w-3xl rounded-lg border border-bad p-4 break-words">
          {backtest.problem}
        </p>
      )}
      {state === 'stopped' && (
        <NoRows>
          It was stopped after {groupedNumber(backtest.done)} of {countOf(backtest.total, 'call')}. Nothing
          was kept of it.
        </NoRows>
      )}
      {result &&
        (result.calls === 0 ? (
          <NoCalls backtest={backtest} />
        ) : (
          <Result {...{ address, backtest, result, view, may }} />
        ))}
    </>
  );
}

function Sub({ backtest }: { backtest: SavedBacktest }) {
  const { days, result, by, createdAt, endedAt } = backtest;
  const who = by.name ?? (by.kind === 'key' ? 'an API key' : 'the command line');
  const facts = result
    ? [
        `${countOf(result.calls, 'call')} of ${daysText(days)}`,
        ...(result.since === null ? [] : [`${dayText(result.since)} to ${dayText(createdAt)}`]),
        `reckoned in ${durationText(result.tookMs)} by ${who}, ${momentText(endedAt ?? createdAt)} UTC`,
      ]
    : [`Calls of ${daysText(days)}`, `begun by ${who}, ${momentText(createdAt)} UTC`];
  return <span className="min-w-0 break-words">{facts.join(' · ')}</span>;
}

/** Drafts that are others now. */
function Changed({ backtest: { drafts } }: Pick<Props, 'backtest'>) {
  const others = drafts.filter(({ state }) => state !== 'same');
  if (others.length === 0) return null;
  return (
    <ul className="mt-4 grid gap-1 rounded-lg border border-line bg-warn-soft px-4 py-3">
      {others.map(({ number, title, state }) => (
        <li key={number} className="break-words">
          “{title}” was {state} since. This is what it said when the backtest began.
        </li>
      ))}
    </ul>
  );
}

function NoCalls({ backtest: { days } }: Pick<Props, 'backtest'>) {
  return (
    <NoRows>
      {days === null ? 'The product has no calls yet' : `The product had no calls in ${daysText(days)}`}:
      there is nothing to price again.
    </NoRows>
  );
}

interface ResultProps extends Pick<Props, 'backtest' | 'view' | 'may'> {
  address: string;
  result: NonNullable<SavedBacktest['result']>;
}

function Result({ address, backtest, result, view, may }: ResultProps) {
  const { drafts } = backtest;
  const { columns, accounts, allAccounts, isComplete } = result;
  const several = drafts.length > 1;
  const index = Math.max(
    1,
    columns.findIndex(({ draft }) => draft !== null && draft === view.draft),
  );
  const [inForce] = columns;
  const chosen = columns[index];
  if (!chosen || !inForce) return null;
  const hrefOf = (other: BacktestView) => hrefTo(address, { ...view, ...other });
  const titleOf = (draft: number | null) =>
    draft === null ? 'Price in force' : (drafts.find(({ number }) => number === draft)?.title ?? '');
  const beside = columns.map((column) => ({
    ...{ column, title: titleOf(column.draft), isChosen: several && column === chosen },
    href: hrefOf({ draft: column.draft ?? undefined }),
  }));
  return (
    <>
      {!isComplete && (
        <p className="mt-4 rounded-lg border border-line bg-warn-soft px-4 py-3">
          There are more calls than are read: older ones were left out.
        </p>
      )}
      <Outcome {...{ several, beside, chosen }} />
      <InForce column={inForce} />
      <div className="mt-6 grid gap-6 @5xl:grid-cols-[minmax(0,1.55fr)_minmax(0,1fr)]">
        <section aria-labelledby="spread" className="min-w-0 rounded-lg border border-line bg-card">
          <Heading id="spread" title={`How ${countOf(sizeOf(chosen), 'account')} fare`}>
            {several
              ? `by “${titleOf(chosen.draft)}”`
              : `change of what each pays in ${daysText(backtest.days)}`}
          </Heading>
          {chosen.covered.calls === 0 ? (
            <p className="px-4 py-6 text-quiet">No call is covered: nothing is known of any account.</p>
          ) : (
            <SpreadChart {...chosen.accounts} />
          )}
        </section>
        <section aria-labelledby="coverage" className="min-w-0 rounded-lg border border-line bg-card">
          <Heading id="coverage" title="Coverage">
            {several && `of “${titleOf(chosen.draft)}”`}
          </Heading>
          <Coverage {...chosen} />
        </section>
      </div>
      <Accounts
        {...{ accounts, allAccounts, index, chosen, view, hrefOf, may }}
        drafts={
          several
            ? beside.slice(1).map(({ title }, at) => ({ title, column: at + 1 }))
            : [{ title: titleOf(chosen.draft), column: index }]
        }
      />
      <Part
        id="calls"
        title={chosen.most.length === 10 ? 'The ten calls that change most' : 'The calls that change most'}
        note={several ? `by “${titleOf(chosen.draft)}”` : 'each opens with both receipts, line by line'}
      >
        <ChangedCalls calls={chosen.most} mayReadAccounts={may.readAccounts} />
      </Part>
    </>
  );
}

interface OutcomeProps {
  several: boolean;
  beside: ComponentProps<typeof CompareDrafts>['columns'];
  chosen: BacktestColumn;
}

/** What it comes to: facts, or several drafts beside each other. */
function Outcome({ several, beside, chosen }: OutcomeProps) {
  if (!several) return <BacktestFacts column={chosen} />;
  return (
    <>
      <CompareDrafts columns={beside} />
      <ChooseDraft columns={beside} />
      <div className="@3xl:hidden">
        <BacktestFacts column={chosen} />
      </div>
    </>
  );
}

function Heading({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline gap-x-2.5 border-b border-line px-4 py-3">
      <h2 id={id} className="text-base font-semibold">
        {title}
      </h2>
      <span className="min-w-0 text-dense break-words text-quiet">{children}</span>
    </div>
  );
}

/** Calls of before the price in force: by it they would have cost something else, too. */
function InForce({ column: { covered } }: { column: BacktestColumn }) {
  if (covered.before === covered.after) return null;
  return (
    <p className="mt-3 text-dense text-quiet">
      The price changed meanwhile: by the price in force now, these calls would have cost{' '}
      <strong className="text-ink">{countOf(covered.after, 'credit')}</strong>. “Now” is what they did cost.
    </p>
  );
}
