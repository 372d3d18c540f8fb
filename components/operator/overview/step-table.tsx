import type { Activity, Figures } from '../../../lib/operator/activity.ts';
import { durationText, groupedNumber } from '../../../lib/text/numbers.ts';

const columns = ['Calls', 'Credits', 'Failed', 'Median', '95 %'];

interface Props {
  activity: Activity;
  titles: string[];
  /** How many steps have begun. */
  begun: number;
}

/** The charts as a table, in which each figure stands above that of the period before. */
export function StepTable({ activity: { steps }, titles, begun }: Props) {
  return (
    <details className="mt-2 text-dense">
      <summary className="w-fit cursor-pointer py-1 text-quiet hover:text-ink">Show as table</summary>
      <div tabIndex={0} role="group" aria-label="Activity as a table" className="mt-1 overflow-x-auto">
        <table className="w-full text-right tabular-nums">
          <caption className="sr-only">Activity by time, with the period before in brackets</caption>
          <thead className="text-xs text-quiet">
            <tr className="border-b border-line">
              <th scope="col" className="h-8 pr-3 text-left font-medium">
                Time (UTC)
              </th>
              {columns.map((column) => (
                <th key={column} scope="col" className="h-8 pl-3 font-medium">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {steps.slice(0, begun).map(({ at, before, ...now }, index) => (
              <tr key={at} className="border-b border-rule">
                <th scope="row" className="h-8 pr-3 text-left font-normal whitespace-nowrap">
                  {titles[index]}
                </th>
                {cellsOf(now).map((cell, column) => (
                  <td key={columns[column]} className="pl-3 whitespace-nowrap">
                    {cell} <span className="text-quiet">({cellsOf(before)[column]})</span>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

function cellsOf({ calls, credits, failed, medianMs, p95Ms }: Figures): string[] {
  const times = [medianMs, p95Ms].map((ms) => (ms === null ? '–' : durationText(ms)));
  return [...[calls, credits, failed].map((count) => groupedNumber(count)), ...times];
}
