import type { FieldHint } from '../../../lib/operator/price-preview.ts';
import {
  type FormLine,
  type FormPrice,
  type FormQuantity,
  lineShapes,
  shapeOf,
} from '../../../lib/product/edit-price.ts';
import { AsWritten } from '../../../lib/yaml/wanted.ts';

export type Shape = (typeof lineShapes)[number];

export const shapeNames: Readonly<Record<Shape, string>> = {
  flat: 'Flat',
  per: 'Per unit',
  tiers: 'Steps',
  choice: 'By choice',
};

/** The line as another kind, with what both have. */
export function withShape(line: FormLine, shape: Shape, hints: readonly FieldHint[]): FormLine {
  if (shapeOf(line) === shape) return line;
  const { label, when } = line;
  const common = { label, ...(when !== undefined && { when }) };
  const { quantity, unit, rate } = countedOf(line, hints);
  switch (shape) {
    case 'flat':
      return { ...common, flat: rate };
    case 'per':
      return { ...common, per: { quantity, rate, unit } };
    case 'tiers':
      return {
        ...common,
        tiers: { quantity, unit, mode: 'graduated', steps: [{ upTo: 10, rate }, { rate }] },
      };
    case 'choice': {
      const field = hints.find(({ values }) => values.length > 0);
      return {
        ...common,
        choice: { value: field?.path ?? '', credits: (field?.values ?? []).map((name) => [name, rate]) },
      };
    }
  }
}

function countedOf(line: FormLine, hints: readonly FieldHint[]) {
  const counted = 'per' in line ? line.per : 'tiers' in line ? line.tiers : undefined;
  const number = hints.find(({ type }) => /number|integer/.test(type));
  const rates = [
    'per' in line ? line.per.rate : undefined,
    'tiers' in line ? line.tiers.steps?.[0]?.rate : undefined,
    'flat' in line ? line.flat : undefined,
  ];
  const quantity: FormQuantity = counted?.quantity ?? number?.path ?? '';
  return { quantity, unit: counted?.unit ?? 'unit', rate: rates.find((rate) => rate !== undefined) ?? 1 };
}

/** The same line as it is published: by its name, else by its place. */
export function publishedLine(
  published: FormPrice | undefined,
  line: FormLine,
  index: number,
  lines: FormPrice['lines'],
): FormLine | undefined {
  const known = (one: FormPrice['lines'][number] | undefined) => (one instanceof AsWritten ? undefined : one);
  const same = published?.lines.find((one) => !(one instanceof AsWritten) && one.label === line.label);
  if (same || !published) return known(same);
  const there = known(published.lines[index]);
  const isTaken = lines.some((one) => !(one instanceof AsWritten) && there && one.label === there.label);
  return there && !isTaken && shapeOf(there) === shapeOf(line) ? there : undefined;
}
