import { z } from 'zod';
import { exactMicros } from './decimal.ts';

/** The most a call may cost. With it, the sum of every account stays far inside 64 bits. */
export const maxCredits = 1_000_000_000;
/** People read prices. A longer one is a program. */
const maxLines = 50;
const maxTiers = 50;
const maxChoices = 500;
/** Long enough for a formula that a person can check, short enough to parse in no time. */
export const maxExpressionLength = 1_000;
/** Quantities stay below the integers that a double holds exactly. */
const maxQuantity = 1_000_000_000_000;

const decimal = (what: string, most: number) =>
  z
    .number({ error: `Expected ${what} as a number.` })
    .min(0, `Expected ${what} of 0 or more; a price is never negative.`)
    .max(most, `Expected ${what} of at most ${most}.`)
    .refine((value) => value < 0 || exactMicros(value) !== undefined, {
      error: `Expected ${what} with at most 6 decimals.`,
    });

const credits = decimal('credits', maxCredits);
const rate = decimal('a rate', maxCredits);
const positiveQuantity = decimal('a quantity', maxQuantity).refine((value) => value > 0, {
  error: 'Expected a quantity above 0.',
});

const text = (what: string, most: number) =>
  z
    .string({ error: `Expected ${what} as a string.` })
    .trim()
    .min(1, `Expected ${what}; it is empty.`)
    .max(most, `Expected ${what} of at most ${most} characters.`);

const expression = text('a CEL expression', maxExpressionLength);

/** One quantity, or one for the quote and one for the actual use. */
const quantity = z.union([expression, z.strictObject({ quoted: expression, settled: expression })], {
  error: 'Expected a CEL expression, or {quoted, settled} with one each.',
});

const per = z.strictObject({
  quantity,
  rate,
  unit: text('the name of one unit', 60),
  every: positiveQuantity.optional(),
  included: decimal('an included quantity', maxQuantity).optional(),
});

const tier = z.strictObject({ upTo: positiveQuantity.optional(), rate });

const tiers = z.strictObject({
  quantity,
  unit: text('the name of one unit', 60),
  mode: z.enum(['graduated', 'volume'], {
    error:
      'Expected graduated (each unit at the rate of its own step) or volume (all at the rate of the last).',
  }),
  steps: z
    .array(tier)
    .min(1, 'Expected at least one step.')
    .max(maxTiers, `Expected at most ${maxTiers} steps.`)
    .superRefine((steps, context) => {
      steps.forEach((step, index) => {
        const last = index === steps.length - 1;
        const previous = steps[index - 1]?.upTo;
        const issue = (message: string) =>
          context.addIssue({ code: 'custom', path: [index, 'upTo'], message });
        if (last && step.upTo !== undefined)
          issue('Expected no upTo in the last step, which covers the rest.');
        if (!last && step.upTo === undefined) issue('Expected upTo; only the last step goes without.');
        if (step.upTo !== undefined && previous !== undefined && step.upTo <= previous)
          issue(`Expected more than ${previous}, the upTo of the step before.`);
      });
    }),
});

const choice = z.strictObject({
  value: expression,
  credits: z
    .record(z.string(), credits)
    .refine((table) => Object.keys(table).length <= maxChoices, `Expected at most ${maxChoices} choices.`),
  otherwise: credits.optional(),
});

const shapes = ['flat', 'per', 'tiers', 'choice'] as const;

const line = z
  .strictObject({
    label: text('a label', 200),
    flat: credits.optional(),
    per: per.optional(),
    tiers: tiers.optional(),
    choice: choice.optional(),
    when: expression.optional(),
  })
  .superRefine((value, context) => {
    const given = shapes.filter((shape) => value[shape] !== undefined);
    if (given.length === 1) return;
    const found = given.length === 0 ? 'none of them' : given.join(' and ');
    context.addIssue({
      code: 'custom',
      message: `Expected exactly one of ${shapes.join(', ')}; found ${found}.`,
    });
  });

/** A price, as in a catalogue entry and in `x-farebox.price`. */
export const priceSchema = z
  .strictObject({
    lines: z.array(line).max(maxLines, `Expected at most ${maxLines} lines.`),
    maximum: z
      .int({ error: 'Expected the most that a call may cost, a whole number of credits.' })
      .min(1, 'Expected a maximum of at least 1 credit.')
      .max(maxCredits, `Expected a maximum of at most ${maxCredits} credits.`),
    minimum: z
      .int({ error: 'Expected the least that a call costs, a whole number of credits.' })
      .min(0, 'Expected a minimum of 0 or more.')
      .optional(),
  })
  .refine((price) => price.minimum === undefined || price.minimum <= price.maximum, {
    path: ['minimum'],
    error: 'Expected a minimum that is not above the maximum.',
  });

export type Price = z.infer<typeof priceSchema>;
export type PriceLine = Price['lines'][number];
export type Quantity = z.infer<typeof quantity>;
