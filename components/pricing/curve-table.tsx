import { groupedNumber } from '../../lib/text/grouped-number.ts';
import type { RequestField } from '../../lib/operation/request-fields.ts';
import type { RangeAxis } from '../../lib/view/what-if/field-axis.ts';
import { type CurveRow, curveRows, type PriceCurve } from '../../lib/view/what-if/price-curve.ts';
import { valueText } from './value-text.ts';

const mostRows = 20;

/** The plot as a table. */
export function CurveTable({
  field,
  axis,
  curve,
}: {
  field: RequestField;
  axis: RangeAxis;
  curve: PriceCurve;
}) {
  return (
    <details className="mt-3 text-sm">
      <summary className="cursor-pointer py-1 text-quiet hover:text-ink">Show as table</summary>
      <div className="mt-2 overflow-x-auto">
        <table className="border-collapse tabular-nums">
          <thead>
            <tr className="border-b border-line text-left text-quiet">
              <th scope="col" className="py-1 pr-8 font-normal">
                {field.label}
              </th>
              <th scope="col" className="py-1 text-right font-normal">
                Credits
              </th>
            </tr>
          </thead>
          <tbody>
            {curveRows(curve, axis.last, mostRows).map((row) => (
              <tr key={row.from} className="border-b border-dashed border-line">
                <th scope="row" className="py-1 pr-8 text-left font-normal">
                  {rowText(row, axis)}
                </th>
                <td className="py-1 text-right">
                  {row.credits === undefined ? 'no price' : groupedNumber(row.credits)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

function rowText({ from, to }: CurveRow, { kind, valueAt }: RangeAxis): string {
  const last = valueText(kind, valueAt(to));
  if (from === to) return last;
  const first = kind === 'bytes' ? valueText(kind, valueAt(from)) : valueText('number', valueAt(from));
  return `${first}–${last}`;
}
