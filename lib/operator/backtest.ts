import { z } from 'zod';
import { uncoveredReasons, type UncoveredReason } from '../backtest/call-facts.ts';
import { unknownOutlooks } from '../backtest/replay.ts';
import { nextPage, reason } from './accounts.ts';
import { backtestDays, mostDraftsBeside } from './backtest-days.ts';
import { draftAuthor } from './drafts.ts';
import { entryMistakes, entryText } from './products.ts';

const days = z
  .literal([...backtestDays, null], {
    error: `Expected ${backtestDays.join(', ')} or null, for all calls.`,
  })
  .meta({ description: 'Calls of the last days; null: all.' });

/** The body of `POST /api/operator/products/{slug}/backtest`. */
export const backtestBody = z.strictObject({ entry: entryText, days });

/** The body of `POST /api/operator/products/{slug}/backtests`. */
export const newBacktestBody = z.strictObject({
  drafts: z
    .array(z.int().min(1), 'Expected the numbers of drafts.')
    .min(1, 'Choose a draft.')
    .max(mostDraftsBeside, `Choose at most ${mostDraftsBeside} drafts.`)
    .refine((numbers) => new Set(numbers).size === numbers.length, 'Choose each draft once.')
    .meta({ description: 'The numbers of the drafts that are compared. The price in force is beside them.' }),
  days,
  reason,
});

export const backtestActBody = z.strictObject({ reason });

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

const reached = {
  calls: z.int().meta({ description: 'How many calls were looked at, the newest first.' }),
  since: z.iso.datetime().nullable().meta({ description: 'When the oldest of them was made.' }),
  isComplete: z.boolean().meta({
    description:
      'Whether these are all calls of the days. If not, older ones were left out: there are too many.',
  }),
};

const ofAccounts = {
  dearer: z.int(),
  cheaper: z.int(),
  same: z.int(),
  overTenth: z.int().meta({ description: 'Of the dearer ones, those that pay more than 10 % more.' }),
  change: z.strictObject({ p50: z.int(), p95: z.int(), most: z.int() }).nullable().meta({
    description: 'What an account pays more, in credits: half of them at most so much, and so on.',
  }),
  spread: z.strictObject({ percent: z.int(), accounts: z.array(z.int()) }).meta({
    description:
      'How many accounts change by how much, from the cheapest on, in steps of `percent`. In the middle: the same.',
  }),
};

const ofCalls = {
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
};

const backtestResult = z
  .strictObject({
    ...reached,
    ...ofCalls,
    accounts: z
      .strictObject({ ...ofAccounts, top: z.array(z.strictObject({ account, ...totals })) })
      .meta({ description: 'By account, where all guests are one. `top`: the 20 whose sum changes most.' }),
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

export const backtestStates = ['waiting', 'running', 'done', 'stopped', 'failed'] as const;

const summary = {
  number: z.int().meta({ description: 'From 1, for each product.' }),
  state: z.enum(backtestStates),
  days: days.meta({ description: 'Calls of so many days; null: all.' }),
  by: draftAuthor.meta({ description: 'Who began it.' }),
  createdAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
  done: z.int().meta({ description: 'So many calls are read.' }),
  total: z.int().meta({ description: 'Of so many.' }),
  problem: z.string().nullable().meta({ description: 'Why it failed.' }),
  drafts: z.array(
    z.strictObject({
      number: z.int(),
      title: z.string(),
      state: z.enum(['same', 'changed', 'deleted']).meta({
        description: 'Whether the draft still is as it was reckoned.',
      }),
    }),
  ),
};

/** What becomes of an account by a draft. */
const outlook = z
  .strictObject({
    kind: z.enum(['fine', 'dry', 'limit', 'unknown']).meta({
      description:
        '`dry`: a call would have been refused for want of credits; `limit`: by a limit that is in force today; `unknown`: that cannot be said exactly.',
    }),
    at: z.iso.datetime().nullable().meta({ description: 'When that call was made.' }),
    call: z.string().nullable(),
    limit: z
      .strictObject({
        of: z.enum(['key', 'member', 'account']),
        period: z.enum(['day', 'month', 'total']),
        credits: z.int(),
      })
      .nullable(),
    why: z.enum(unknownOutlooks).nullable().meta({ description: 'Why it is unknown.' }),
  })
  .meta({ id: 'BacktestOutlook' });

export type BacktestOutlook = z.output<typeof outlook>;

const backtestColumn = z
  .strictObject({
    draft: z.int().nullable().meta({ description: 'Its number; null: the price in force.' }),
    ...ofCalls,
    accounts: z.strictObject(ofAccounts).meta({ description: 'By account, where all guests are one.' }),
  })
  .meta({ id: 'BacktestColumn' });

export type BacktestColumn = z.output<typeof backtestColumn>;

const accountOfBacktest = z
  .strictObject({
    account,
    columns: z
      .array(z.strictObject({ ...totals, outlook }))
      .meta({ description: 'In the order of the columns.' }),
  })
  .meta({ id: 'BacktestAccount' });

export type BacktestAccount = z.output<typeof accountOfBacktest>;

/** The response of `GET /api/operator/products/{slug}/backtests/{number}`. */
export const savedBacktest = z
  .strictObject({
    ...summary,
    result: z
      .strictObject({
        ...reached,
        tookMs: z.int(),
        columns: z.array(backtestColumn).meta({ description: 'The price in force, then the drafts.' }),
        accounts: z
          .array(accountOfBacktest)
          .meta({ description: 'The 1,000 accounts whose sum changes most by one of the drafts.' }),
        allAccounts: z.int(),
      })
      .nullable()
      .meta({ description: 'Null until it is done.' }),
  })
  .meta({ id: 'SavedBacktest' });

export type SavedBacktest = z.output<typeof savedBacktest>;

/** The response of `GET /api/operator/products/{slug}/backtests`. */
export const backtestList = z
  .strictObject({ list: z.array(z.strictObject(summary)), next: nextPage })
  .meta({ id: 'BacktestList', description: 'Newest first.' });

export type BacktestList = z.output<typeof backtestList>;

/** The response of `GET /api/operator/products/{slug}/backtests/{number}/accounts`. */
export const backtestAccounts = z
  .strictObject({
    list: z.array(z.strictObject({ draft: z.int().nullable(), account, ...totals, outlook })),
    next: nextPage,
  })
  .meta({ id: 'BacktestAccounts', description: 'A row for each account and column.' });

export type BacktestAccounts = z.output<typeof backtestAccounts>;

export const begunBacktest = z
  .strictObject({ slug: z.string(), number: z.int() })
  .meta({ id: 'BegunBacktest' });

export const uncoveredText: Record<UncoveredReason, string> = {
  running: 'They have not ended.',
  'no-input': 'The price needs their input, which is no longer stored.',
  file: 'The price reads a file, and files are not stored.',
  'no-usage': 'The price needs what the API answered, which is not stored.',
  'no-quote-lines': 'They are too old: neither their input nor what their quote counted is stored.',
  'no-price': 'They could not be made: the operation refuses their input, or the price has none for it.',
};
