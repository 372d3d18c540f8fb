import { arc, pie } from 'd3-shape';
import { escapeXml } from '../svg.ts';
import { colourAt, round } from './axes.ts';
import type { Canvas, Datum } from './chart.ts';

const legendRowHeight = 18;

export function drawPie(slices: Datum[], hole: number, { width, height, colours }: Canvas): string {
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
