/** One for each product of the chart, from the most to the least; told apart by their lightness, too. */
export const swatches = [
  'fill-accent',
  'fill-ink',
  'fill-good',
  'fill-warn',
  'fill-bad',
  'fill-quiet',
] as const;
