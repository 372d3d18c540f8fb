'use client';

import { groupedNumber } from '../../lib/text/grouped-number.ts';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { creditsText } from '../../lib/call/call-words.ts';
import type { CreditAccount } from '../../lib/account/credit-account.ts';
import { type DailyUse, dailyUse, others } from '../../lib/view/daily-use.ts';
import { productNameOptions } from './product-name-options.ts';
import { UsageChart } from './usage-chart.tsx';
import { UsageTable } from './usage-table.tsx';
import { swatches } from './swatches.ts';

interface Props {
  usage: CreditAccount['usage'];
  today: string;
  isGuest: boolean;
}

/** The credits of the last 31 days by day and product, as a chart or a table. */
export function Usage({ usage, today, isGuest }: Props) {
  const use = dailyUse(usage, today);
  const names = useProductNames(use.series);
  const [asTable, setAsTable] = useState(false);
  return (
    <section aria-labelledby="usage" className="mt-12">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 id="usage" className="text-lg font-semibold">
          {isGuest ? 'Usage on your network, last 31 days' : 'Usage, last 31 days'}
        </h2>
        {use.calls > 0 && (
          <button
            type="button"
            aria-pressed={asTable}
            onClick={() => setAsTable(!asTable)}
            className="rounded-md border border-line px-3 py-1.5 text-sm hover:bg-sunk aria-pressed:bg-sunk"
          >
            Show as table
          </button>
        )}
      </div>
      <p className="mt-1 text-sm text-quiet tabular-nums">
        {use.calls === 0
          ? 'No calls in this period.'
          : `${creditsText(use.credits)} for ${groupedNumber(use.calls)} ${use.calls === 1 ? 'call' : 'calls'}. Days are in UTC.`}
      </p>
      {use.calls > 0 &&
        (asTable ? (
          <UsageTable use={use} names={names} />
        ) : (
          <>
            <Legend use={use} names={names} />
            <UsageChart use={use} names={names} />
          </>
        ))}
    </section>
  );
}

function useProductNames(series: string[]): Record<string, string> {
  const ids = series.filter((id) => id !== others);
  const answers = useQueries({ queries: ids.map((id) => productNameOptions(id)) });
  const names: Record<string, string> = { [others]: 'Other products' };
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
