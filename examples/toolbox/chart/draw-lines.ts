import { scaleLinear } from 'd3-scale';
import { curveLinear, curveMonotoneX, line } from 'd3-shape';
import { escapeXml } from '../svg.ts';
import { colourAt, domainOf, round, valueAxis } from './axes.ts';
import type { Canvas, Series } from './chart.ts';

const tickCount = 8;

export function drawLines(series: Series[], smooth: boolean, { width, height, colours }: Canvas): string {
  const points = series.flatMap((entry) => entry.points);
  const across = scaleLinear(domainOf(points.map((point) => point.x)), [0, width]);
  const up = scaleLinear(domainOf(points.map((point) => point.y)), [height, 0]).nice();
  const path = line<{ x: number; y: number }>(
    (point) => across(point.x),
    (point) => up(point.y),
  )
    .curve(smooth ? curveMonotoneX : curveLinear)
    .digits(2);
  const label = across.tickFormat(tickCount);
  const ticks = across
    .ticks(tickCount)
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
