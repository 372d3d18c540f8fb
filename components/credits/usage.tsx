'use client';

import { queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CreditAccount, UsageKind } from '../../lib/account/credit-account.ts';
import { mayRole } from '../../lib/account/roles.ts';
import { creditsText, groupedNumber } from '../../lib/text/numbers.ts';
import { dayText } from '../../lib/text/times.ts';
import { type DailyUse, dailyUse, others, usageWords } from '../../lib/view/daily-use.ts';
import { CsvLink } from '../calls/export-csv.tsx';
import { fetching } from '../fetch-json.ts';
import { sessionOptions } from '../keys/session-options.ts';
import { OwnLoadError } from '../load-error.tsx';
import { quietButton } from '../shell/buttons.tsx';
import { productNameOptions } from './queries.ts';
import { swatches, UsageChart } from './usage-chart.tsx';

interface Props {
  usage: CreditAccount['usage'];
  today: string;
  isGuest: boolean;
}

/** The credits of the last 31 days by day, and by product, key or member, as a chart or a table. */
export function Usage({ usage, today, isGuest }: Props) {
  const [by, setBy] = useState<UsageKind>('product');
  const kinds = useKinds(isGuest);
  return (
    <section aria-labelledby="usage" className="mt-12">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 id="usage" className="text-lg font-semibold">
          {isGuest ? 'Usage on your network, last 31 days' : 'Usage, last 31 days'}
        </h2>
        <div className="flex flex-wrap items-center gap-2">
          {kinds.length > 1 &&
            kinds.map((kind) => (
              <button
                key={kind}
                type="button"
                aria-pressed={kind === by}
                onClick={() => setBy(kind)}
                className={`${quietButton} aria-pressed:border-ink aria-pressed:bg-sunk`}
              >
                By {usageWords[kind].one}
              </button>
            ))}
          <CsvLink
            address={`/api/usage?by=${by}&format=csv`}
            fileName="farebox-usage.csv"
            of={`usage by ${usageWords[by].one}`}
          />
        </div>
      </div>
      {by === 'product' ? (
        <UsageByProduct usage={usage} today={today} />
      ) : (
        <UsageBy key={by} by={by} today={today} />
      )}
    </section>
  );
}

/** Members without a right to see the keys of others get no sums by key. */
function useKinds(isGuest: boolean): UsageKind[] {
  const { data: session } = useQuery({ ...sessionOptions(), enabled: false });
  if (isGuest || session?.kind !== 'account') return ['product'];
  const { role } = session;
  const seesKeys = role === null || mayRole(role, 'read-keys');
  return ['product', ...(seesKeys ? (['key'] as const) : []), 'member'];
}

function UsageByProduct({ usage, today }: { usage: CreditAccount['usage']; today: string }) {
  const use = dailyUse(usage, today);
  return <ShownUsage use={use} names={useProductNames(use.series)} by="product" />;
}

function UsageBy({ by, today }: { by: UsageKind; today: string }) {
  const { data, error, refetch } = useQuery(usageOptions(by));
  if (error) return <OwnLoadError what="The usage" error={error} retry={() => void refetch()} />;
  if (!data) return <p className="mt-3 text-quiet">Loading the usage…</p>;
  const words = usageWords[by];
  const names: Record<string, string> = { [others]: words.others, [nobody]: words.none };
  for (const { of } of data.list) if (of) names[of.id] = of.name;
  const rows = data.list.map(({ of, ...row }) => ({ ...row, productId: of?.id ?? nobody }));
  return <ShownUsage use={dailyUse(rows, today)} names={names} by={by} />;
}

const nobody = 'nobody';

function ShownUsage({ use, names, by }: { use: DailyUse; names: Record<string, string>; by: UsageKind }) {
  const [asTable, setAsTable] = useState(false);
  if (use.calls === 0) return <p className="mt-1 text-sm text-quiet">No calls in this period.</p>;
  return (
    <>
      <div className="mt-1 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p className="text-sm text-quiet tabular-nums">
          {creditsText(use.credits)} for {groupedNumber(use.calls)} {use.calls === 1 ? 'call' : 'calls'}. Days
          are in UTC.
        </p>
        <button
          type="button"
          aria-pressed={asTable}
          onClick={() => setAsTable(!asTable)}
          className={`${quietButton} aria-pressed:bg-sunk`}
        >
          Show as table
        </button>
      </div>
      {asTable ? (
        <UsageTable use={use} names={names} kind={by} />
      ) : (
        <>
          <Legend use={use} names={names} />
          <UsageChart use={use} names={names} />
        </>
      )}
    </>
  );
}

function useProductNames(series: string[]): Record<string, string> {
  const ids = series.filter((id) => id !== others);
  const answers = useQueries({ queries: ids.map((id) => productNameOptions(id)) });
  const names: Record<string, string> = { [others]: usageWords.product.others };
  for (const [index, id] of ids.entries()) names[id] = answers[index]?.data?.name ?? id;
  return names;
}

function Legend({ use, names }: { use: DailyUse; names: Record<string, string> }) {
  return (
    <ul className="mt-3 flex flex-wrap gap-x-5 gap-y-1 text-sm">
      {use.series.map((id, index) => (
        <li key={id} className="flex min-w-0 items-center gap-2">
          <svg aria-hidden="true" viewBox="0 0 10 10" className={`size-3 shrink-0 ${swatches[index] ?? ''}`}>
            <rect width="10" height="10" />
          </svg>
          <span className="min-w-0 truncate">{names[id]}</span>
        </li>
      ))}
    </ul>
  );
}

/** The usage of the last 31 days by product, API key or member. */
function usageOptions(by: UsageKind) {
  return queryOptions({
    queryKey: ['credits', 'usage', by],
    queryFn: fetching('GET /api/usage', { query: { by } }),
  });
}

/** The chart as a table, without days that had no calls. */
function UsageTable({ use, names, kind }: { use: DailyUse; names: Record<string, string>; kind: UsageKind }) {
  const title = `by day and ${usageWords[kind].one}`;
  return (
    // A scrolling region must be reachable by keyboard.
    <div tabIndex={0} role="group" aria-label={`Usage ${title}`} className="mt-3 overflow-x-auto">
      <table className="w-full border-y border-line text-right text-sm tabular-nums">
        <caption className="sr-only">Credits {title}</caption>
        <thead className="text-quiet">
          <tr>
            <th scope="col" className="py-2 pr-4 text-left font-normal">
              Day
            </th>
            <th scope="col" className="py-2 pr-4 font-normal">
              Calls
            </th>
            <th scope="col" className="py-2 pr-4 font-normal">
              Credits
            </th>
            {use.series.map((id) => (
              <th key={id} scope="col" className="max-w-40 truncate py-2 pl-4 font-normal">
                {names[id]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line border-t border-line">
          {use.days
            .filter(({ calls }) => calls > 0)
            .reverse()
            .map(({ day, calls, credits, by }) => (
              <tr key={day}>
                <th scope="row" className="py-1.5 pr-4 text-left font-normal whitespace-nowrap">
                  {dayText(day)}
                </th>
                <td className="pr-4">{groupedNumber(calls)}</td>
                <td className="pr-4 font-semibold">{groupedNumber(credits)}</td>
                {use.series.map((id) => (
                  <td key={id} className="pl-4">
                    {groupedNumber(by[id] ?? 0)}
                  </td>
                ))}
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  );
}
