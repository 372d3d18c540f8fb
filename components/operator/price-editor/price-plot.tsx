import { scaleLinear } from 'd3-scale';
import { area, curveStepAfter, line } from 'd3-shape';
import { type KeyboardEvent, type PointerEvent, useId, useState } from 'react';
import type { Preview } from '../../../lib/operator/price-preview.ts';
import { groupedNumber } from '../../../lib/text/numbers.ts';
import { DivergingBar } from '../parts/diverging-bar.tsx';

type Plot = NonNullable<Preview['plot']>;
type Point = Plot['points'][number];
/** A point of an axis of numbers. */
type Place = Point & { at: number };

interface Props {
  plot: Plot;
  over: string;
  setOver: (over: string) => void;
  fields: readonly string[];
}

const units: Readonly<Record<Plot['kind'], string>> = {
  number: '',
  characters: ' characters',
  items: ' items',
  bytes: ' bytes',
  choice: '',
};

/** Both prices along a field. */
export function PricePlot({ plot, over, setOver, fields }: Props) {
  const id = useId();
  const places = plot.points.filter((point): point is Place => typeof point.at === 'number');
  return (
    <section aria-labelledby={id} className="min-w-0 rounded-lg border border-line bg-card">
      <div className="flex items-center gap-3 border-b border-line px-4 py-2">
        <h3 id={id} className="font-semibold">
          What if
        </h3>
        <label className="ml-auto flex min-w-0 items-center gap-2 text-dense text-quiet">
          over
          <select
            value={over}
            onChange={({ target }) => setOver(target.value)}
            className="field min-w-0 text-ink"
          >
            {fields.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        </label>
      </div>
      <div className="p-4">
        {plot.kind === 'choice' ? (
          <Choices points={plot.points} />
        ) : (
          <Lines key={plot.field} places={places} unit={units[plot.kind]} label={plot.label} />
        )}
      </div>
    </section>
  );
}

function Choices({ points }: { points: Plot['points'] }) {
  const most = Math.max(1, ...points.map(({ now, then }) => Math.abs((then ?? 0) - (now ?? 0))));
  return (
    <ul className="grid gap-2 text-dense tabular-nums">
      {points.map(({ at, now, then }) => (
        <li key={String(at)} className="grid grid-cols-[minmax(0,1fr)_5rem_4rem] items-center gap-2">
          <span className="truncate font-mono">{String(at)}</span>
          <span className="text-right">
            <span className="text-quiet">{now ?? 'none'}</span> →{' '}
            <b className="font-semibold">{then ?? 'none'}</b>
          </span>
          <DivergingBar share={now === null || then === null ? 0 : (then - now) / most} />
        </li>
      ))}
    </ul>
  );
}

/** The price now is dashed; areas between say where it rises and falls. Arrow keys move the mark. */
function Lines({ places, unit, label }: { places: readonly Place[]; unit: string; label: string }) {
  const [marked, setMarked] = useState<number>();
  const [first, last] = [places[0], places.at(-1)];
  if (!first || !last || first.at === last.at)
    return <p className="text-dense text-quiet">It has one value.</p>;
  const index = Math.min(marked ?? Math.floor(places.length / 3), places.length - 1);
  const mark = places[index] ?? first;
  const drawn = drawingOf(places, first.at, last.at);
  const price =
    mark.now === mark.then ? (mark.then ?? 'no price') : `${mark.now ?? 'none'} → ${mark.then ?? 'none'}`;
  const sentence = `${groupedNumber(mark.at)}${unit}: ${price}`;
  const point = (event: PointerEvent<Element>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const at = drawn.x.invert((100 * (event.clientX - left)) / Math.max(1, width));
    setMarked(
      Math.max(
        0,
        places.findLastIndex((place) => place.at <= at),
      ),
    );
  };
  const press = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    setMarked(Math.min(places.length - 1, Math.max(0, index + step)));
  };
  return (
    <>
      <Marked mark={mark} sentence={sentence} />
      <div className="grid grid-cols-[2rem_minmax(0,1fr)]">
        <svg aria-hidden="true" className="h-44 w-full overflow-visible fill-quiet text-xs tabular-nums">
          {drawn.ticks.map((tick) => (
            <text key={tick} x="100%" y={`${drawn.y(tick)}%`} dx="-6" dy="0.32em" textAnchor="end">
              {groupedNumber(tick)}
            </text>
          ))}
        </svg>
        <svg
          role="slider"
          tabIndex={0}
          aria-label={`Both prices by ${label}`}
          aria-valuemin={first.at}
          aria-valuemax={last.at}
          aria-valuenow={mark.at}
          aria-valuetext={sentence}
          onKeyDown={press}
          onPointerDown={point}
          onPointerMove={point}
          className="h-44 w-full cursor-crosshair touch-pan-y overflow-visible"
        >
          <Curves drawn={drawn} mark={mark} />
        </svg>
        <p aria-hidden className="col-start-2 mt-1 flex justify-between text-xs text-quiet tabular-nums">
          <span>{groupedNumber(first.at)}</span>
          <span>{groupedNumber(last.at)}</span>
        </p>
      </div>
      <Legend />
    </>
  );
}

function drawingOf(places: readonly Place[], from: number, to: number) {
  const x = scaleLinear([from, to], [0, 100]);
  const most = Math.max(1, ...places.flatMap(({ now, then }) => [now ?? 0, then ?? 0]));
  const y = scaleLinear([0, most * 1.08], [100, 0]);
  const across = ({ at }: Place) => x(at);
  const lineOf = (side: 'now' | 'then') =>
    line<Place>(across, (place) => y(place[side] ?? 0))
      .defined((place) => place[side] !== null)
      .curve(curveStepAfter)(places) ?? '';
  const between = (isDearer: boolean) =>
    area<Place>(
      across,
      ({ now }) => y(now ?? 0),
      ({ now, then }) => y(isDearer === (then ?? 0) > (now ?? 0) ? (then ?? 0) : (now ?? 0)),
    )
      .defined(({ now, then }) => now !== null && then !== null)
      .curve(curveStepAfter)(places) ?? '';
  return {
    ...{ x, y, now: lineOf('now'), then: lineOf('then') },
    ...{ dearer: between(true), cheaper: between(false), ticks: y.ticks(4).filter(Number.isInteger) },
  };
}

/** Positions are in percent, so that it fits any width. */
function Curves({ drawn: { x, y, ...drawn }, mark }: { drawn: ReturnType<typeof drawingOf>; mark: Place }) {
  const line = { vectorEffect: 'non-scaling-stroke', strokeWidth: 2 };
  const dot = { cx: `${x(mark.at)}%`, r: 4, strokeWidth: 2 };
  return (
    <>
      {drawn.ticks.map((tick) => (
        <line key={tick} x1="0" x2="100%" y1={`${y(tick)}%`} y2={`${y(tick)}%`} className="stroke-rule" />
      ))}
      <svg width="100%" height="100%" viewBox="0 0 100 100" preserveAspectRatio="none">
        <path d={drawn.dearer} className="fill-accent opacity-15" />
        <path d={drawn.cheaper} className="fill-good opacity-20" />
        <path {...line} d={drawn.now} strokeDasharray="5 4" className="fill-none stroke-before" />
        <path {...line} d={drawn.then} className="fill-none stroke-accent" />
      </svg>
      <line x1={dot.cx} x2={dot.cx} y1="0" y2="100%" className="stroke-edge" />
      {mark.now !== null && <circle {...dot} cy={`${y(mark.now)}%`} className="fill-before stroke-card" />}
      {mark.then !== null && <circle {...dot} cy={`${y(mark.then)}%`} className="fill-accent stroke-card" />}
    </>
  );
}

function Marked({ mark: { now, then }, sentence }: { mark: Place; sentence: string }) {
  const change = now === null || then === null ? 0 : then - now;
  return (
    <p aria-live="polite" className="mb-2 text-dense tabular-nums">
      <b className="font-semibold">{sentence}</b>{' '}
      {change !== 0 && (
        <span className={change > 0 ? 'text-accent' : 'text-good'}>
          {groupedNumber(Math.abs(change))} {change > 0 ? 'dearer' : 'cheaper'}
        </span>
      )}
    </p>
  );
}

function Legend() {
  return (
    <p className="mt-2 flex flex-wrap gap-x-4 text-xs text-quiet">
      <span className="flex items-center gap-1.5">
        <span aria-hidden className="w-4 border-t-2 border-dashed border-before" />
        now
      </span>
      <span className="flex items-center gap-1.5">
        <span aria-hidden className="w-4 border-t-2 border-accent" />
        then
      </span>
      <span className="ml-auto">the rest as in the fare above</span>
    </p>
  );
}
