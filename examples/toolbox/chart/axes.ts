import type { ScaleLinear } from 'd3-scale';

const tickCount = 6;

/** Horizontal grid lines with their values on the left. */
export function valueAxis(scale: ScaleLinear<number, number>, width: number): string {
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
export function domainOf(values: number[], include: number[] = []): [number, number] {
  const all = [...values, ...include];
  const low = all.reduce((least, value) => Math.min(least, value), all[0] ?? 0);
  const high = all.reduce((most, value) => Math.max(most, value), all[0] ?? 0);
  return low === high ? [low - 1, high + 1] : [low, high];
}

export function round(pixels: number): number {
  return Math.round(pixels * 100) / 100;
}

export function colourAt(colours: string[], index: number): string {
  return colours[index % colours.length] ?? '#1a7f5a';
}
