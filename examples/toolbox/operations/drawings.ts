import { scaleBand, scaleLinear, type ScaleLinear } from 'd3-scale';
import { curveLinear, curveMonotoneX, line, arc, pie } from 'd3-shape';
import sharp from 'sharp';
import { operation, type Reply } from '../operation.ts';

interface CreateChartInput {
  chart: Chart;
  title: string | null;
  size: { width: number; height: number };
  colours: string[];
  background: string;
  format: 'png' | 'svg';
}

export const createChart = operation<CreateChartInput>(
  ({ chart, title, size, colours, background, format }) =>
    svgReply(drawChart(chart, { ...size, title, colours, background }), format),
);

interface Datum {
  label: string;
  value: number;
}

interface Series {
  name: string;
  points: { x: number; y: number }[];
}

type Chart =
  | { kind: 'bar'; bars: Datum[] }
  | { kind: 'line'; series: Series[]; smooth: boolean }
  | { kind: 'pie'; slices: Datum[]; hole: number };

/** Where a chart may draw, in pixels from its own top left corner, and the colours it takes in turn. */
interface Canvas {
  width: number;
  height: number;
  colours: string[];
}

interface ChartStyle extends Canvas {
  title: string | null;
  background: string;
}

const margin = { top: 16, right: 24, bottom: 40, left: 56 };
const titleHeight = 32;

function drawChart(chart: Chart, { width, height, colours, title, background }: ChartStyle): string {
  const top = margin.top + (title === null ? 0 : titleHeight);
  const canvas = { width: width - margin.left - margin.right, height: height - top - margin.bottom, colours };
  const heading =
    title === null
      ? ''
      : `<text x="${width / 2}" y="32" text-anchor="middle" font-size="18">${escapeXml(title)}</text>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`,
    ` role="img" font-family="DejaVu Sans, Helvetica, Arial, sans-serif" font-size="12" fill="#333333">`,
    `<rect width="100%" height="100%" fill="${background}"/>${heading}`,
    `<g transform="translate(${margin.left} ${top})">${draw(chart, canvas)}</g></svg>`,
  ].join('');
}

function draw(chart: Chart, canvas: Canvas): string {
  if (chart.kind === 'bar') return drawBars(chart.bars, canvas);
  if (chart.kind === 'line') return drawLines(chart.series, chart.smooth, canvas);
  return drawPie(chart.slices, chart.hole, canvas);
}

function drawBars(bars: Datum[], { width, height, colours }: Canvas): string {
  const values = scaleLinear(
    domainOf(
      bars.map((bar) => bar.value),
      [0],
    ),
    [height, 0],
  ).nice();
  const places = scaleBand(
    bars.map((_, index) => String(index)),
    [0, width],
  ).padding(0.2);
  const shapes = bars.map((bar, index) => {
    const x = round(places(String(index)) ?? 0);
    const [top, bottom] = [round(values(Math.max(bar.value, 0))), round(values(Math.min(bar.value, 0)))];
    const size = `width="${round(places.bandwidth())}" height="${round(bottom - top)}"`;
    const middle = round(x + places.bandwidth() / 2);
    return (
      `<rect x="${x}" y="${top}" ${size} fill="${colourAt(colours, index)}"/>` +
      `<text x="${middle}" y="${height + 20}" text-anchor="middle">${escapeXml(bar.label)}</text>`
    );
  });
  return valueAxis(values, width) + shapes.join('');
}

const ticksAcross = 8;

function drawLines(series: Series[], smooth: boolean, { width, height, colours }: Canvas): string {
  const points = series.flatMap((entry) => entry.points);
  const across = scaleLinear(domainOf(points.map((point) => point.x)), [0, width]);
  const up = scaleLinear(domainOf(points.map((point) => point.y)), [height, 0]).nice();
  const path = line<{ x: number; y: number }>(
    (point) => across(point.x),
    (point) => up(point.y),
  )
    .curve(smooth ? curveMonotoneX : curveLinear)
    .digits(2);
  const label = across.tickFormat(ticksAcross);
  const ticks = across
    .ticks(ticksAcross)
    .map(
      (tick) =>
        `<text x="${round(across(tick))}" y="${height + 20}" text-anchor="middle">${label(tick)}</text>`,
    );
  const lines = series.map(({ name, points: own }, index) => {
    const colour = colourAt(colours, index);
    const drawn = path([...own].sort((one, other) => one.x - other.x)) ?? '';
    return (
      `<path d="${drawn}" fill="none" stroke="${colour}" stroke-width="2"/>` +
      `<text x="${width - 4}" y="${14 + index * 16}" text-anchor="end" fill="${colour}">${escapeXml(name)}</text>`
    );
  });
  return valueAxis(up, width) + ticks.join('') + lines.join('');
}

const legendRowHeight = 18;

function drawPie(slices: Datum[], hole: number, { width, height, colours }: Canvas): string {
  const radius = Math.min(width / 2, height) / 2;
  const total = slices.reduce((sum, slice) => sum + slice.value, 0);
  const ring = arc<{ startAngle: number; endAngle: number }>()
    .innerRadius(radius * hole)
    .outerRadius(radius)
    .digits(2);
  const angles = pie<Datum>()
    .value((slice) => slice.value)
    .sort(null)(slices);
  const shapes = angles.map((angle, index) => {
    return `<path d="${ring(angle) ?? ''}" fill="${colourAt(colours, index)}" stroke="#ffffff"/>`;
  });
  const legend = slices.map(({ label, value }, index) => {
    const y = index * legendRowHeight;
    const share = total === 0 ? 0 : Math.round((value / total) * 100);
    return (
      `<rect x="${round(width / 2 + 40)}" y="${y}" width="12" height="12" fill="${colourAt(colours, index)}"/>` +
      `<text x="${round(width / 2 + 60)}" y="${y + 10}">${escapeXml(label)} (${share}%)</text>`
    );
  });
  return `<g transform="translate(${round(width / 4)} ${round(height / 2)})">${shapes.join('')}</g>${legend.join('')}`;
}

const tickCount = 6;

/** Horizontal grid lines with their values on the left. */
function valueAxis(scale: ScaleLinear<number, number>, width: number): string {
  const label = scale.tickFormat(tickCount);
  return scale
    .ticks(tickCount)
    .map((tick) => {
      const y = round(scale(tick));
      return `<path d="M0 ${y}H${width}" stroke="#dddddd"/><text x="-8" y="${y + 4}" text-anchor="end">${label(tick)}</text>`;
    })
    .join('');
}

/** A domain that includes all values and, for bars, zero. A single value gets space around it. */
function domainOf(values: number[], include: number[] = []): [number, number] {
  const all = [...values, ...include];
  const low = all.reduce((least, value) => Math.min(least, value), all[0] ?? 0);
  const high = all.reduce((most, value) => Math.max(most, value), all[0] ?? 0);
  return low === high ? [low - 1, high + 1] : [low, high];
}

function round(pixels: number): number {
  return Math.round(pixels * 100) / 100;
}

function colourAt(colours: string[], index: number): string {
  return colours[index % colours.length] ?? '#1a7f5a';
}

interface CreatePlaceholderInput {
  width: number;
  height: number;
  text?: string;
  background: string;
  foreground: string;
  format: 'png' | 'svg';
}

export const createPlaceholder = operation<CreatePlaceholderInput>((input) => {
  const { width, height, background, foreground, format } = input;
  const text = input.text ?? `${width} × ${height}`;
  const fontSize = Math.max(8, Math.floor(Math.min(height / 3, (width / Math.max(text.length, 4)) * 1.4)));
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<rect width="100%" height="100%" fill="${background}"/>
<text x="50%" y="50%" fill="${foreground}" font-family="DejaVu Sans, Helvetica, Arial, sans-serif" font-size="${fontSize}" text-anchor="middle" dominant-baseline="central">${escapeXml(text)}</text>
</svg>`;
  return svgReply(svg, format);
});

async function svgReply(svg: string, format: 'png' | 'svg'): Promise<Reply> {
  if (format === 'svg') return { type: 'image/svg+xml', body: svg };
  return { type: 'image/png', body: await sharp(Buffer.from(svg)).png().toBuffer() };
}

/** Escapes text for XML, and removes characters that XML forbids. */
function escapeXml(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
