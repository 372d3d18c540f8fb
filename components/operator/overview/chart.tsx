import { scaleLinear } from 'd3-scale';
import { StepReader } from './step-reader.tsx';

export interface Series {
  name: string;
  values: (number | null)[];
  /** Its colour as text, which bars and lines take. */
  colour: string;
}

interface Props {
  /** Of the drawing, which is 104 pixels high otherwise. */
  height?: string;
  /** What the keys and the pointer choose from. */
  label: string;
  kind: 'bars' | 'line' | 'area';
  series: Series[];
  /** The period before: marks on bars, a dashed line beside lines. */
  before: Series;
  /** Which steps are over or running: later ones have no line. */
  begun: number;
  /** The time of each step in words, and below the axis. */
  titles: string[];
  ticks: (string | null)[];
  format: (value: number) => string;
  formatTick: (value: number) => string;
  /** Whether values are whole, as are the lines behind them. */
  isWhole: boolean;
}

/** A chart without script: it is drawn in per cent, so that it fits any width. Pointer and arrow keys read its steps. */
export function Chart(props: Props) {
  const { label, kind, series, before, begun, titles, ticks, format, formatTick, isWhole } = props;
  const { height = 'h-26' } = props;
  const all = [...series, before];
  const tops = kind === 'bars' ? [sumsOf(series), before.values] : all.map(({ values }) => values);
  const most = Math.max(isWhole ? 3 : 1, ...tops.flatMap((values) => values.map((value) => value ?? 0)));
  const scale = scaleLinear().domain([0, most]).nice(3);
  const top = scale.domain()[1] ?? most;
  const marks = scale.ticks(3).filter((tick) => !isWhole || Number.isInteger(tick));
  const step = 100 / titles.length;
  const y = (value: number) => 100 - (value / top) * 100;
  const shown = (value: number | null = null) => (value === null ? '–' : format(value));
  return (
    <div className="mt-3">
      <div className={`relative ml-11 ${height}`}>
        {marks.map((tick) => (
          <GridLine key={tick} top={y(tick)} text={formatTick(tick)} />
        ))}
        <StepReader
          label={label}
          names={all.map(({ name }) => name)}
          steps={titles.map((title, index) => [title, ...all.map(({ values }) => shown(values[index]))])}
          start={Math.max(0, begun - 1)}
        >
          <svg
            aria-hidden
            viewBox="0 0 100 100"
            preserveAspectRatio="none"
            className="size-full overflow-visible"
          >
            {series.map(({ name, values, colour }, index) => {
              const drawn = { values: values.slice(0, begun), colour, step, y };
              return kind === 'bars' ? (
                <Bars key={name} {...drawn} below={sumsOf(series.slice(0, index))} />
              ) : (
                <Line key={name} {...drawn} isFilled={kind === 'area'} />
              );
            })}
            <Before isMarks={kind === 'bars'} {...before} {...{ step, y }} />
          </svg>
        </StepReader>
      </div>
      <TimeAxis {...{ ticks, titles, step }} />
    </div>
  );
}

function GridLine({ top, text }: { top: number; text: string }) {
  return (
    <span
      aria-hidden
      className="absolute inset-x-0 border-t border-rule text-xs leading-4 text-quiet tabular-nums"
      style={{ top: `${top}%` }}
    >
      <span className="absolute right-full -translate-y-1/2 pr-2 whitespace-nowrap">{text}</span>
    </span>
  );
}

function TimeAxis({ ticks, titles, step }: Pick<Props, 'ticks' | 'titles'> & { step: number }) {
  return (
    <div aria-hidden className="relative mt-1.5 ml-11 h-4 text-xs text-quiet">
      {ticks.map((tick, index) =>
        tick === null ? null : (
          <span
            key={titles[index]}
            className="absolute -translate-x-1/2 whitespace-nowrap"
            style={{ left: `${(index + 0.5) * step}%` }}
          >
            <Tick text={tick} />
          </span>
        ),
      )}
    </div>
  );
}

function Tick({ text }: { text: string }) {
  const [word, rest] = text.split('|');
  if (rest === undefined) return word;
  return (
    <>
      <span className="max-rail:hidden">{word} </span>
      {rest}
    </>
  );
}

interface Drawn {
  values: (number | null)[];
  colour: string;
  step: number;
  y: (value: number) => number;
}

function Before({ isMarks, values, colour, step, y }: Drawn & { isMarks: boolean }) {
  const marks = values.map((value, index) =>
    value ? `M${index * step + step * 0.1} ${y(value)}h${step * 0.8}` : '',
  );
  return (
    <path
      d={isMarks ? marks.join('') : pathOf(values, step, y)}
      strokeDasharray={isMarks ? undefined : '4 3'}
      vectorEffect="non-scaling-stroke"
      className={`fill-none stroke-current stroke-[1.5] ${isMarks ? 'text-ink forced-colors:text-[GrayText]' : colour}`}
    />
  );
}

/** Bars of several series stand on each other. */
function Bars({ values, colour, step, y, below }: Drawn & { below: number[] }) {
  const width = step * 0.72;
  const bars = values.map((value, index) => {
    const from = below[index] ?? 0;
    const left = index * step + (step - width) / 2;
    return value ? `M${left} ${y(from)}V${y(from + value)}h${width}V${y(from)}z` : '';
  });
  return <path d={bars.join('')} className={`fill-current opacity-80 ${colour}`} />;
}

function sumsOf(series: Pick<Series, 'values'>[]): number[] {
  const [first] = series;
  return (first?.values ?? []).map((_value, index) =>
    series.reduce((sum, { values }) => sum + (values[index] ?? 0), 0),
  );
}

function Line({ values, colour, step, y, isFilled }: Drawn & { isFilled: boolean }) {
  const last = values.length - 1;
  return (
    <g className={colour}>
      {isFilled && last > 0 && (
        <path
          d={`${pathOf(values, step, y)}L${(last + 0.5) * step} 100L${step / 2} 100z`}
          className="fill-current opacity-10"
        />
      )}
      <path
        d={pathOf(values, step, y)}
        vectorEffect="non-scaling-stroke"
        className="fill-none stroke-current stroke-2 [stroke-linecap:round] [stroke-linejoin:round]"
      />
    </g>
  );
}

/** Through the middles of the steps. A step without a value is a gap, and one alone is a dot. */
function pathOf(values: (number | null)[], step: number, y: (value: number) => number): string {
  return values
    .map((value, index) => {
      if (value === null) return '';
      const isFirst = index === 0 || values[index - 1] === null;
      const point = `${(index + 0.5) * step} ${y(value)}`;
      return isFirst ? `M${point}h.01` : `L${point}`;
    })
    .join('');
}
