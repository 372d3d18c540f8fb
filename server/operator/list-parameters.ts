import { z } from 'zod';
import type { PageWish } from '../store/page.ts';
import { mayBeStored } from '../store/sql/may-be-stored.ts';
import { formatParameter } from '../format-parameter.ts';
import { wholeParameter } from '../whole-parameter.ts';

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
