import { scaleBand, scaleLinear } from 'd3-scale';
import { escapeXml } from '../svg.ts';
import { colourAt, domainOf, round, valueAxis } from './axes.ts';
import type { Canvas, Datum } from './chart.ts';

export function drawBars(bars: Datum[], { width, height, colours }: Canvas): string {
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
