import { z } from 'zod';
import { uncoveredReasons, type UncoveredReason } from '../backtest/call-facts.ts';
import { entryMistakes, entryText } from './products.ts';

/** Of how many days calls are priced again. */
export const backtestDays = [1, 7, 30, 90] as const;

/** The body of `POST /api/operator/products/{slug}/backtest`. */
export const backtestBody = z.strictObject({
  entry: entryText,
  days: z
    .literal([...backtestDays, null], {
      error: `Expected ${backtestDays.join(', ')} or null, for all calls.`,
    })
    .meta({ description: 'Calls of the last days; null: all.' }),
});

const totals = {
  calls: z.int(),
  before: z.int().meta({ description: 'Credits by the prices that they were made with.' }),
  after: z.int().meta({ description: 'Credits by the entry.' }),
};
const account = z
  .strictObject({ id: z.string(), name: z.string() })
  .nullable()
  .meta({ description: 'Null: guests.' });
const receiptLines = z
  .array(z.strictObject({ label: z.string(), text: z.string(), amount: z.string() }))
  .meta({ description: 'The lines of the receipt.' });

const backtestResult = z
  .strictObject({
    calls: z.int().meta({ description: 'How many calls were looked at, the newest first.' }),
    since: z.iso.datetime().nullable().meta({ description: 'When the oldest of them was made.' }),
    isComplete: z.boolean().meta({
      description:
        'Whether these are all calls of the days. If not, older ones were left out: there are too many.',
    }),
    covered: z.strictObject(totals).meta({
      description: 'The calls that could be priced exactly. All sums are theirs; nothing is estimated.',
    }),
    uncovered: z
      .array(
        z.strictObject({
          why: z.enum(uncoveredReasons),
          text: z.string(),
          calls: z.int(),
          credits: z.int().meta({ description: 'What they were charged.' }),
        }),
      )
      .meta({ description: 'The calls that are in no sum, by reason.' }),
    accounts: z
      .strictObject({
        dearer: z.int(),
        cheaper: z.int(),
        same: z.int(),
        change: z.strictObject({ p50: z.int(), p95: z.int(), most: z.int() }).nullable().meta({
          description: 'What an account pays more, in credits: half of them at most so much, and so on.',
        }),
        top: z.array(z.strictObject({ account, ...totals })),
      })
      .meta({ description: 'By account, where all guests are one. `top`: the 20 whose sum changes most.' }),
    most: z
      .array(
        z.strictObject({
          id: z.string(),
          account,
          at: z.iso.datetime(),
          before: z.int(),
          after: z.int(),
          lines: z.strictObject({ before: receiptLines, after: receiptLines }),
        }),
      )
      .meta({ description: 'The ten calls that change most.' }),
  })
  .meta({ id: 'Backtest' });

/** The response of `POST /api/operator/products/{slug}/backtest`. */
export const backtestAnswer = z
  .strictObject({
    mistakes: entryMistakes,
    backtest: backtestResult.nullable().meta({ description: 'Null if the entry has mistakes.' }),
  })
  .meta({ id: 'BacktestAnswer' });

export type BacktestAnswer = z.output<typeof backtestAnswer>;
export type BacktestResult = z.output<typeof backtestResult>;

export const uncoveredText: Record<UncoveredReason, string> = {
  running: 'They have not ended.',
  'no-input': 'The price needs their input, which is no longer stored.',
  file: 'The price reads a file, and files are not stored.',
  'no-usage': 'The price needs what the API answered, which is not stored.',
  'no-quote-lines': 'They are too old: neither their input nor what their quote counted is stored.',
  'no-price': 'They could not be made: the operation refuses their input, or the price has none for it.',
};
