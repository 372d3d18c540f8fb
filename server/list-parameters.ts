import { z } from 'zod';
import type { PageWish } from './store/prisma-reads.ts';
import { mayBeStored } from './store/sql/statement.ts';

/** Of lists that are also a CSV. */
export const formatParameter = z
  .enum(['json', 'csv'], 'json or csv')
  .optional()
  .meta({ description: '`csv`: as CSV, as with `Accept: text/csv`. Default: `json`.' });

const mostRows = 1_000;
const usualRows = 50;
const sizes = `a whole number from 1 to ${mostRows}`;
const keys = 'the number `next` of a page';

/** The parameters of every list of operators. */
export const listParameters = {
  before: wholeParameter(1, Number.MAX_SAFE_INTEGER, keys)
    .optional()
    .meta({
      description: '`next` of the page before.',
      override: { type: 'integer', minimum: 1 },
    }),
  pageSize: wholeParameter(1, mostRows, sizes)
    .default(usualRows)
    .meta({
      description: 'Items per page.',
      override: { type: 'integer', minimum: 1, maximum: mostRows, default: usualRows },
    }),
  format: formatParameter,
};

/** A text that is compared. */
export const filterText = (description: string) =>
  z
    .string()
    .max(200, 'at most 200 characters')
    .refine(mayBeStored, 'a text without NUL')
    .optional()
    .meta({ description });

export function pageWish({ before, pageSize }: { before?: number | undefined; pageSize: number }): PageWish {
  return { before, most: pageSize };
}

/** The largest key of a table whose keys are numbers of rows. */
export const mostRowKey = 2_147_483_647;

/** A whole number in plain decimal, as a parameter of an address. The error says what is allowed. */
export function wholeParameter(least: number, most: number, error: string) {
  return z
    .string(error)
    .regex(/^(0|[1-9]\d*)$/, error)
    .transform(Number)
    .refine((value) => value >= least && value <= most, error);
}
