import { z } from 'zod';
import { isFitForName, unfitForName } from '../text/name-text.ts';

export const longestReason = 500;

const text = z
  .string('Enter a reason.')
  .trim()
  .min(1, 'Enter a reason.')
  .max(longestReason, `A reason can have at most ${longestReason} characters.`)
  .refine(isFitForName, unfitForName('A reason'));

const meta = { description: 'Why, for the audit log.' };

/** The reason of a change of money, or of one that cannot be undone. */
export const requiredReason = text.meta(meta);

export const reason = text.optional().meta(meta);
