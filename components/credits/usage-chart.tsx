'use client';

import { type ScaleBand, type ScaleLinear, scaleBand, scaleLinear } from 'd3-scale';
import { stack } from 'd3-shape';
import { type KeyboardEvent, useId, useRef, useState, type RefObject, useEffect } from 'react';
import { creditsText, groupedNumber } from '../../lib/text/numbers.ts';
import { dayText } from '../../lib/text/times.ts';
import type { DailyUse } from '../../lib/view/daily-use.ts';

const height = 220;
/** Room for the numbers on the left. */
const margin = { top: 12, right: 2, bottom: 24, left: 56 };

/** Large numbers as 12K, in at most five characters. */
const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

type Day = DailyUse['days'][number];

/** Bars by day, stacked by product. Pointer or arrow keys choose a day, which is described below the chart. */
export function UsageChart({ use, names }: { use: DailyUse; names: Record<string, string> }) {
  const last = use.days.length - 1;
  const [chosen, setChosen] = useState(last);
  const words = useId();
  const place = useRef<HTMLDivElement>(null);
  const width = useWidth(place);
  const day = use.days[chosen];
  const choose = (event: KeyboardEvent) => {
    const next = { ArrowLeft: chosen - 1, ArrowRight: chosen + 1, Home: 0, End: last }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    setChosen(Math.min(Math.max(next, 0), last));
  };
  return (
    <figure className="mt-3">
      <div
        ref={place}
        role="slider"
        tabIndex={0}
        aria-label="Day"
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={chosen}
        aria-valuetext={day && dayWords(day, use, names)}
        aria-describedby={words}
        onKeyDown={choose}
        className="rounded-md"
      >
        <Bars use={use} width={width} chosen={chosen} onChoose={setChosen} />
      </div>
      <figcaption id={words} className="mt-2 min-h-12 text-sm break-words tabular-nums">
        {day && dayWords(day, use, names)}
      </figcaption>
    </figure>
  );
}

function Bars({
  use,
  width,
  chosen,
  onChoose,
}: {
  use: DailyUse;
  width: number;
  chosen: number;
  onChoose: (day: number) => void;
}) {
  const most = Math.max(1, ...use.days.map(({ credits }) => credits));
  const x = scaleBand<string>()
    .domain(use.days.map(({ day }) => day))
    .range([margin.left, width - margin.right])
    .paddingInner(0.25);
  const y = scaleLinear()
    .domain([0, most])
    .nice(3)
    .range([height - margin.bottom, margin.top]);
  const layers = stack<Day>()
    .keys(use.series)
    .value(({ by }, id) => by[id] ?? 0)(use.days);
  return (
    <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true" className="h-55 w-full tabular-nums">
      <CreditTicks y={y} width={width} />
      {layers.map((layer, index) => (
        <g key={layer.key} className={swatches[index]}>
          {layer.map(([from, to], at) => (
            <rect
              key={use.days[at]?.day}
              x={x(use.days[at]?.day ?? '')}
              width={x.bandwidth()}
              y={y(to)}
              height={y(from) - y(to)}
            />
          ))}
        </g>
      ))}
      {use.days.map(({ day }, index) => (
        <rect
          key={day}
          x={(x(day) ?? 0) - x.step() * x.paddingInner() * 0.5}
          width={x.step()}
          y={margin.top}
          height={height - margin.top - margin.bottom}
          onPointerEnter={() => onChoose(index)}
          onClick={() => onChoose(index)}
          className={index === chosen ? 'fill-ink/10' : 'fill-transparent'}
        />
      ))}
      <DayTicks days={use.days} x={x} every={width < 500 ? 15 : 10} />
    </svg>
  );
}

/** Credits are integers. */
function wholeTicks(y: ScaleLinear<number, number>): number[] {
  return y.ticks(3).filter(Number.isInteger);
}

function CreditTicks({ y, width }: { y: ScaleLinear<number, number>; width: number }) {
  return wholeTicks(y).map((tick) => (
    <g key={tick}>
      <line x1={margin.left} x2={width} y1={y(tick)} y2={y(tick)} className="stroke-line" />
      <text x={margin.left - 8} y={y(tick) + 4} textAnchor="end" className="fill-quiet text-[11px]">
        {compact.format(tick)}
      </text>
    </g>
  ));
}

function DayTicks({ days, x, every }: { days: Day[]; x: ScaleBand<string>; every: number }) {
  const last = days.length - 1;
  return days.map(({ day }, index) =>
    index % every === 0 ? (
      <text
        key={day}
        x={(x(day) ?? 0) + { start: 0, middle: x.bandwidth() / 2, end: x.bandwidth() }[anchorOf(index, last)]}
        y={height - 6}
        textAnchor={anchorOf(index, last)}
        className="fill-quiet text-[11px]"
      >
        {dayText(day).replace(/ \d{4}$/, '')}
      </text>
    ) : null,
  );
}

/** Keeps the first and the last label inside the chart. */
function anchorOf(index: number, last: number): 'start' | 'middle' | 'end' {
  if (index === 0) return 'start';
  return index === last ? 'end' : 'middle';
}

function dayWords(
  { day, calls, credits, by }: Day,
  { series }: DailyUse,
  names: Record<string, string>,
): string {
  if (calls === 0) return `${dayText(day)}: no calls.`;
  const parts = series.flatMap((id) => (by[id] ? [`${names[id] ?? id} ${groupedNumber(by[id])}`] : []));
  const of = parts.length > 0 ? `: ${parts.join(', ')}` : '';
  return `${dayText(day)}: ${creditsText(credits)} for ${groupedNumber(calls)} ${calls === 1 ? 'call' : 'calls'}${of}.`;
}

/** Used until the width is measured. */
const assumed = 720;

/** The width of an element in pixels. */
function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(assumed);
  useEffect(() => {
    if (!element.current) return undefined;
    const observer = new ResizeObserver(([entry]) =>
      setWidth(Math.round(entry?.contentRect.width ?? assumed)),
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}

/** One colour for each product of the chart, by credits. They differ in lightness, too. */
export const swatches = [
  'fill-accent',
  'fill-ink',
  'fill-good forced-colors:fill-[LinkText]',
  'fill-warn forced-colors:fill-[GrayText]',
  'fill-bad forced-colors:fill-[VisitedText]',
  'fill-quiet forced-colors:fill-[Canvas] forced-colors:stroke-[CanvasText]',
] as const;
