/** One colour for each product of the chart, by credits. They differ in lightness, too. */
export const swatches = [
  'fill-accent',
  'fill-ink',
  'fill-good forced-colors:fill-[LinkText]',
  'fill-warn forced-colors:fill-[GrayText]',
  'fill-bad forced-colors:fill-[VisitedText]',
  'fill-quiet forced-colors:fill-[Canvas] forced-colors:stroke-[CanvasText]',
] as const;
