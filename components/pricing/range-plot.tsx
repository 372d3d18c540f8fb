'use client';

import { type KeyboardEvent, type PointerEvent, useMemo, useState } from 'react';
import type { RequestField } from '../../lib/operation/request-fields.ts';
import { creditsText, groupedNumber } from '../../lib/text/numbers.ts';
import type { FieldEstimate } from '../../lib/what-if/estimate-field.ts';
import type { RangeAxis } from '../../lib/what-if/field-axis.ts';
import {
  type CurvePoint,
  priceCurve,
  type CurveRow,
  curveRows,
  type PriceCurve,
} from '../../lib/what-if/price-curve.ts';
import { PlotDrawing } from './plot-drawing.tsx';
import { valueText } from './value-text.ts';

interface Props {
  field: RequestField;
  axis: RangeAxis;
  estimate: FieldEstimate;
  /** The current value in the form. */
  own: CurvePoint | undefined;
  evaluations: number;
}

/** The price over a number or a length, with a marker for any value. */
export function RangePlot({ field, axis, estimate, own, evaluations }: Props) {
  const [moved, setMoved] = useState<number>();
  const position = Math.min(moved ?? own?.position ?? 0, axis.last);
  const isOwn = position === own?.position;
  const curve = useMemo(
    () => priceCurve(axis.last, (at) => estimate(axis.changeAt(at))?.credits, evaluations),
    [axis, estimate, evaluations],
  );
  const there = estimate(axis.changeAt(position));
  const credits = isOwn ? own.credits : there?.credits;
  const price = priceText(credits, !isOwn && there?.atMost);
  const valueAndPrice = `${valueText(axis.kind, axis.valueAt(position))}: ${price}`;
  return (
    <div className="min-w-0">
      <div className="flex min-h-14 flex-wrap items-baseline justify-between gap-x-6">
        <p className="min-w-0 tabular-nums">
          <span className="text-xl font-semibold">{price}</span>{' '}
          <span className="text-quiet">
            with {valueText(axis.kind, axis.valueAt(position))}
            {isOwn && ' (your input)'}
          </span>
        </p>
        {own && !isOwn && (
          <button
            type="button"
            onClick={() => setMoved(undefined)}
            className="py-1 text-sm text-accent underline underline-offset-4"
          >
            Back to your input: {priceText(own.credits)}
          </button>
        )}
      </div>
      <PlotDrawing
        field={field}
        axis={axis}
        curve={curve}
        marker={{ position, credits }}
        own={own}
        onPoint={(event) => setMoved(pointedAt(event, axis))}
      >
        <input
          type="range"
          min={0}
          max={axis.last}
          step={1}
          value={position}
          aria-label={field.label}
          aria-valuetext={valueAndPrice}
          onChange={({ target }) => setMoved(Number(target.value))}
          onKeyDown={(event) => {
            const next = positionAfter(event, position, axis.last);
            if (next === undefined) return;
            event.preventDefault();
            setMoved(next);
          }}
          className="-mx-2 block h-6 w-[calc(100%+1rem)] cursor-pointer accent-accent"
        />
      </PlotDrawing>
      {there?.atMost && (
        <p className="mt-2 text-sm text-quiet">
          The price also depends on the content of {field.label}. The plot shows the highest possible price.
        </p>
      )}
      <CurveTable field={field} axis={axis} curve={curve} />
    </div>
  );
}

function priceText(credits: number | undefined, atMost = false): string {
  return credits === undefined ? 'no price' : `${atMost ? 'at most ' : ''}${creditsText(credits)}`;
}

/** A hundred key presses cross the plot; with Shift, each is one value. */
function positionAfter({ key, shiftKey }: KeyboardEvent, position: number, last: number): number | undefined {
  const stride = shiftKey ? 1 : strideOf(last);
  const moves: Record<string, number> = {
    ArrowRight: stride,
    ArrowUp: stride,
    ArrowLeft: -stride,
    ArrowDown: -stride,
    PageUp: 10 * strideOf(last),
    PageDown: -10 * strideOf(last),
  };
  const move = moves[key];
  if (move === undefined) return undefined;
  // Key presses stop at round positions.
  const round = shiftKey ? position : move > 0 ? Math.floor(position / stride) : Math.ceil(position / stride);
  const next = shiftKey ? position + move : round * stride + move;
  return Math.max(0, Math.min(last, next));
}

function strideOf(last: number): number {
  if (last <= 200) return 1;
  const power = 10 ** Math.floor(Math.log10(last / 100));
  return [1, 2, 5, 10].map((factor) => factor * power).find((stride) => stride >= last / 100) ?? 1;
}

function pointedAt({ clientX, currentTarget }: PointerEvent<Element>, { last }: RangeAxis): number {
  const { left, width } = currentTarget.getBoundingClientRect();
  return Math.round(Math.max(0, Math.min(1, (clientX - left) / Math.max(1, width))) * last);
}

const mostRows = 20;

/** The plot as a table. */
function CurveTable({ field, axis, curve }: { field: RequestField; axis: RangeAxis; curve: PriceCurve }) {
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
