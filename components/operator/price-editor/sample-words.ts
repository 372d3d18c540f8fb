import type { Preview } from '../../../lib/operator/price-preview.ts';
import { maxCredits } from '../../../lib/price/price.ts';
import { groupedDigits } from '../../../lib/text/numbers.ts';

type Sample = Preview['samples'][number];

const names: Readonly<Record<Sample['kind'], string>> = {
  example: 'Example of the product',
  usual: 'A usual call',
  least: 'Cheapest sample',
  most: 'Dearest sample',
  dearer: 'Rises most',
  cheaper: 'Falls most',
  value: 'Other values',
};

/** A sample is the cheapest or dearest of all inputs where the bounds of the price say so. */
export function sampleName({ kind, input, then }: Sample, { from, to }: Preview['range']['then']): string {
  if (kind === 'least' && then?.credits === from) return 'Cheapest possible';
  if (kind === 'most' && then?.credits === to) return 'Dearest possible';
  return kind === 'value' ? input : names[kind];
}

export function sampleText(sample: Sample, range: Preview['range']['then']): string {
  const { kind, input } = sample;
  const name = sampleName(sample, range);
  return kind === 'value' || kind === 'example' ? name : `${name}: ${input}`;
}

/** What a line adds. Beyond what any call may cost there is no highest value. */
export function addsText({ from, to }: Preview['lines'][number]): string {
  if (Number(to) > maxCredits) return `${groupedDigits(from)} and more`;
  return from === to ? groupedDigits(to) : `${groupedDigits(from)}–${groupedDigits(to)}`;
}
