import { groupedNumber } from '../../lib/text/grouped-number.ts';
import type { JsonValue } from '../../lib/json/json.ts';
import type { RequestField } from '../../lib/operation/request-fields.ts';
import type { FieldEstimate } from '../../lib/view/what-if/estimate-field.ts';
import type { Choice, ChoiceAxis } from '../../lib/view/what-if/field-axis.ts';
import { choiceText } from './value-text.ts';

interface Props {
  field: RequestField;
  axis: ChoiceAxis;
  estimate: FieldEstimate;
  current: JsonValue | undefined;
}

/** A table with a bar for each choice. */
export function ChoicePrices({ field, axis, estimate, current }: Props) {
  const chosen = chosenOf(axis.choices, current);
  const rows = axis.choices.map((choice) => ({
    choice,
    credits: estimate(choice.change)?.credits,
    isCurrent: choice === chosen,
  }));
  const most = Math.max(1, ...rows.map(({ credits }) => credits ?? 0));
  return (
    <table className="w-full border-collapse text-sm tabular-nums">
      <caption className="sr-only">Credits by {field.label}</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">{field.label}</th>
          <th scope="col">Credits</th>
          <th scope="col">Bar</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ choice, credits, isCurrent }, index) => (
          <tr key={index} className="border-t border-dashed border-line first:border-t-0">
            <th scope="row" className="max-w-40 py-2 pr-4 text-left font-normal break-words sm:max-w-64">
              <span className={typeof choice.is === 'string' ? 'text-quiet' : 'font-medium'}>
                {choiceText(choice)}
              </span>
              {isCurrent && (
                <span className="ml-2 rounded-sm bg-accent-soft px-1.5 py-0.5 text-xs whitespace-nowrap">
                  your input
                </span>
              )}
            </th>
            <td className="w-px py-2 pr-4 text-right whitespace-nowrap">
              {credits === undefined ? 'no price' : groupedNumber(credits)}
            </td>
            <td aria-hidden="true" className="w-3/5 py-2">
              <svg className="block h-3 w-full" focusable="false">
                <rect
                  width={`${(100 * (credits ?? 0)) / most}%`}
                  height="100%"
                  rx="2"
                  className={isCurrent ? 'fill-accent' : 'fill-quiet opacity-50'}
                />
              </svg>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The choice of the current value: itself, or “any other value” where that is a choice. */
function chosenOf(choices: readonly Choice[], current: JsonValue | undefined): Choice | undefined {
  const same = choices.find(({ is }) =>
    typeof is === 'string'
      ? is === 'left out' && current === undefined
      : JSON.stringify(is.value) === JSON.stringify(current),
  );
  return same ?? choices.find(({ is }) => is === 'given');
}
