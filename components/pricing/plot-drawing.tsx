'use client';

import { groupedNumber, sizeUnit } from '../../lib/text/numbers.ts';
import { scaleLinear } from 'd3-scale';
import { area, curveStepAfter, line } from 'd3-shape';
import { type PointerEvent, type ReactNode, useMemo } from 'react';
import type { RequestField } from '../../lib/operation/request-fields.ts';
import type { RangeAxis } from '../../lib/what-if/field-axis.ts';
import type { CurvePoint, PriceCurve } from '../../lib/what-if/price-curve.ts';
import { shownNumber, tickText } from './value-text.ts';

interface Props {
  field: RequestField;
  axis: RangeAxis;
  curve: PriceCurve;
  marker: CurvePoint;
  /** The current value in the form. */
  own: CurvePoint | undefined;
  onPoint: (event: PointerEvent<Element>) => void;
  /** The slider for the marker, as wide as the plot. */
  children: ReactNode;
}

/**
 * Positions are in percent, so that the plot fits any width without measuring. Only the line is scaled, in a box of 100
 * × 100.
 */
export function PlotDrawing({ field, axis, curve, marker, own, onPoint, children }: Props) {
  const drawn = useMemo(() => drawingOf(axis, curve), [axis, curve]);
  const { x, y } = drawn;
  return (
    <div className="mt-2 grid grid-cols-[3rem_minmax(0,1fr)]">
      <svg aria-hidden="true" className="h-56 w-full overflow-visible fill-quiet text-xs tabular-nums">
        {drawn.yTicks.map(({ at, text }) => (
          <text key={at} x="100%" y={`${at}%`} dx="-8" dy="0.32em" textAnchor="end">
            {text}
          </text>
        ))}
      </svg>
      <svg
        role="img"
        aria-label={drawn.summary(field.label)}
        onPointerDown={onPoint}
        onPointerMove={(event) => event.buttons === 1 && onPoint(event)}
        className="h-56 w-full cursor-crosshair touch-pan-y overflow-visible"
      >
        {drawn.yTicks.map(({ at }) => (
          <line key={at} x1="0" x2="100%" y1={`${at}%`} y2={`${at}%`} className="stroke-line" />
        ))}
        <svg width="100%" height="100%" viewBox="0 0 100 100" preserveAspectRatio="none">
          <path d={drawn.area} className="fill-accent-soft" />
          <path
            d={drawn.line}
            vectorEffect="non-scaling-stroke"
            strokeWidth="2"
            className="fill-none stroke-accent"
          />
        </svg>
        {own && <OwnMark own={own} x={x} y={y} />}
        <Dot point={marker} x={x} y={y} radius="6" className="fill-accent stroke-paper" />
      </svg>
      <div className="col-start-2 min-w-0">{children}</div>
      <svg
        aria-hidden="true"
        className="col-start-2 h-5 w-full overflow-visible fill-quiet text-xs tabular-nums"
      >
        {drawn.xTicks.map(({ at, text, anchor }) => (
          <text key={at} x={`${at}%`} y="0.9em" textAnchor={anchor}>
            {text}
          </text>
        ))}
      </svg>
    </div>
  );
}

interface Scales {
  x: (position: number) => number;
  y: (credits: number) => number;
}

function OwnMark({ own, x, y }: { own: CurvePoint } & Scales) {
  const at = `${x(own.position)}%`;
  return (
    <>
      <line x1={at} x2={at} y1="0" y2="100%" strokeDasharray="3 4" className="stroke-quiet" />
      <Dot point={own} x={x} y={y} radius="5" className="fill-paper stroke-accent" />
    </>
  );
}

interface DotProps extends Scales {
  point: CurvePoint;
  radius: string;
  className: string;
}

function Dot({ point: { position, credits }, x, y, radius, className }: DotProps) {
  if (credits === undefined) return null;
  return (
    <circle cx={`${x(position)}%`} cy={`${y(credits)}%`} r={radius} strokeWidth="2" className={className} />
  );
}

function drawingOf(axis: RangeAxis, { points }: PriceCurve) {
  const { last, kind, valueAt } = axis;
  const prices = points.flatMap(({ credits }) => (credits === undefined ? [] : [credits]));
  const most = Math.max(1, ...prices);
  const x = (position: number) => (100 * position) / last;
  const y = scaleLinear([0, most * 1.08], [100, 0]);
  const ends = [shownNumber(kind, valueAt(0)), shownNumber(kind, valueAt(last))];
  const unit = kind === 'bytes' ? sizeUnit(Math.max(...ends)) : 1;
  const values = scaleLinear(
    ends.map((end) => end / unit),
    [0, 100],
  );
  const has = ({ credits }: CurvePoint) => credits !== undefined;
  const height = ({ credits = 0 }: CurvePoint) => y(credits);
  const across = ({ position }: CurvePoint) => x(position);
  return {
    x,
    y,
    line: line<CurvePoint>(across, height).defined(has).curve(curveStepAfter)(points) ?? '',
    area: area<CurvePoint>(across, 100, height).defined(has).curve(curveStepAfter)(points) ?? '',
    yTicks: y
      .ticks(4)
      .filter(Number.isInteger)
      .map((credits) => ({ at: y(credits), text: tickText('number', credits) })),
    xTicks: values.ticks(4).map((value) => {
      const at = values(value);
      return { at, text: tickText(kind, value * unit), anchor: anchorOf(at) };
    }),
    summary: (label: string) =>
      `Credits by ${label}: from ${groupedNumber(Math.min(...prices))} to ${groupedNumber(most)}.`,
  };
}

/** Keeps a number at an end inside the plot. */
function anchorOf(at: number): 'start' | 'middle' | 'end' {
  if (at < 3) return 'start';
  return at > 95 ? 'end' : 'middle';
}
