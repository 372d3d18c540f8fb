import { drawChart } from '../chart/draw-chart.ts';
import type { Chart } from '../chart/chart.ts';
import { operation } from '../operation.ts';
import { svgReply } from '../svg.ts';

interface Input {
  chart: Chart;
  title: string | null;
  size: { width: number; height: number };
  colours: string[];
  background: string;
  format: 'png' | 'svg';
}

export const createChart = operation<Input>(({ chart, title, size, colours, background, format }) =>
  svgReply(drawChart(chart, { ...size, title, colours, background }), format),
);
