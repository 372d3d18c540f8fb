import { z } from 'zod';
import { uncoveredReasons } from '../backtest/call-facts.ts';
import { changeKinds } from '../price/cost-text.ts';
import { entryMistakes, entryText } from './products.ts';

const fieldName = z.string().max(200, 'Expected the name of a field.').optional();

/** The inputs that a price is shown for. `value`: the usual one, with one value of a list. */
export const sampleKinds = ['example', 'usual', 'least', 'most', 'dearer', 'cheaper', 'value'] as const;

/** The body of `POST /api/operator/products/{slug}/price-preview`. */
export const pricePreviewBody = z.strictObject({
  entry: entryText,
  over: fieldName.meta({
    description: 'The field along which prices are returned. Left out: the first one.',
  }),
  sample: z.int().min(0).max(100).optional().meta({
    description: 'The sample whose other fields stay, by its place in `samples`. Left out: the first one.',
  }),
});

const range = z.strictObject({ from: z.int(), to: z.int() });
const side = z
  .strictObject({
    credits: z.int(),
    limitedBy: z.enum(['minimum', 'maximum']).nullable(),
    lines: z.array(z.strictObject({ label: z.string(), text: z.string(), amount: z.string() })),
  })
  .nullable()
  .meta({ description: 'Null: there is no price for it.' });

const credits = z.int().nullable().meta({ description: 'Null: no price.' });

const plot = z
  .strictObject({
    field: z.string(),
    label: z.string(),
    kind: z.enum(['number', 'characters', 'items', 'bytes', 'choice']),
    points: z
      .array(z.strictObject({ at: z.union([z.number(), z.string()]), now: credits, then: credits }))
      .meta({ description: 'Where one of the prices changes, with both; of choices, each.' }),
  })
  .nullable();

const fieldHint = z.strictObject({
  path: z.string().meta({ description: 'As a formula names it, such as `input.parcels`.' }),
  type: z.string(),
  about: z.string().meta({ description: 'What it may be, in words.' }),
  description: z.string(),
  values: z.array(z.string()).meta({ description: 'The values of a list, as a choice names them.' }),
});

/** The response of `POST /api/operator/products/{slug}/price-preview`. */
export const pricePreview = z
  .strictObject({
    mistakes: entryMistakes,
    fields: z.array(fieldHint).meta({ description: 'What formulas can read of the input.' }),
    preview: z
      .strictObject({
        mayCostMore: z.boolean().nullable().meta({
          description: 'Whether a call can cost more; `false` is proved. Null if the price stays.',
        }),
        changes: z.array(
          z.strictObject({
            kind: z.enum(changeKinds),
            label: z.string(),
            before: z.string().nullable(),
            now: z.string().nullable(),
          }),
        ),
        range: z.strictObject({ now: range, then: range }),
        maximum: z.strictObject({ now: z.int(), then: z.int() }),
        lines: z
          .array(z.strictObject({ label: z.string(), text: z.string(), from: z.string(), to: z.string() }))
          .meta({ description: 'The lines of the entry in words, and what each adds at least and at most.' }),
        total: z.string(),
        samples: z
          .array(
            z.strictObject({
              kind: z.enum(sampleKinds),
              input: z.string().meta({ description: 'The fields that count, in words.' }),
              now: side,
              then: side,
            }),
          )
          .meta({ description: 'Inputs at the corners of the schema, none of callers.' }),
        reads: z.array(z.string()).meta({ description: 'The fields of the input that either price reads.' }),
        plot,
        calls: z
          .strictObject({
            looked: z.int(),
            prices: z.array(z.strictObject({ now: z.int(), then: z.int(), calls: z.int() })),
            uncovered: z.array(z.strictObject({ why: z.enum(uncoveredReasons), calls: z.int() })),
          })
          .meta({ description: 'What inputs of the last hundred calls cost; not what they were.' }),
        notes: z.array(z.string()).meta({ description: 'Such as where the maximum cuts.' }),
      })
      .nullable()
      .meta({ description: 'Null if it cannot be published.' }),
  })
  .meta({ id: 'PricePreview' });

export type PricePreview = z.output<typeof pricePreview>;
export type Preview = NonNullable<PricePreview['preview']>;
export type FieldHint = PricePreview['fields'][number];
