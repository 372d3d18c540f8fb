import { escapeXml } from '../svg.ts';
import { drawBars } from './draw-bars.ts';
import { drawLines } from './draw-lines.ts';
import { drawPie } from './draw-pie.ts';

export interface Datum {
  label: string;
  value: number;
}

export interface Series {
  name: string;
  points: { x: number; y: number }[];
}

export type Chart =
  | { kind: 'bar'; bars: Datum[] }
  | { kind: 'line'; series: Series[]; smooth: boolean }
  | { kind: 'pie'; slices: Datum[]; hole: number };

/** The drawing area of a chart in pixels, and its colours. */
export interface Canvas {
  width: number;
  height: number;
  colours: string[];
}

export interface ChartStyle extends Canvas {
  title: string | null;
  background: string;
}

const margin = { top: 16, right: 24, bottom: 40, left: 56 };
const titleHeight = 32;

export function drawChart(chart: Chart, { width, height, colours, title, background }: ChartStyle): string {
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
