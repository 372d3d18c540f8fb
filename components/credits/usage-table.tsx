import { groupedNumber } from '../../lib/text/grouped-number.ts';
import type { DailyUse } from '../../lib/view/daily-use.ts';
import type { UsageKind } from '../../lib/account/usage.ts';
import { usageWords } from '../../lib/view/usage-words.ts';
import { dayText } from '../../lib/text/moment-text.ts';

/** The chart as a table, without days that had no calls. */
export function UsageTable({
  use,
  names,
  kind,
}: {
  use: DailyUse;
  names: Record<string, string>;
  kind: UsageKind;
}) {
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
