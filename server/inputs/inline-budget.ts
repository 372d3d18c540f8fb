import { InlineLimit } from '../../lib/operation/inline-limit.ts';
import type { JsonObject } from '../../lib/json/json.ts';
import { newInlineWork } from '../../lib/price/work.ts';
import { InlineWork } from '../../lib/validation/work.ts';
import type { GivenInput } from './given-input.ts';

/** The budget of an input on the main thread. Larger work runs on an input thread. */
export class InlineBudget {
  readonly validation = new InlineWork();
  readonly price = newInlineWork();
}

/**
 * Works on the main thread, or on another one if the input is large or the budget is exceeded.
 * `onThread` learns whether the budget was already spent.
 */
export async function inlineOrOnThread<Result>(
  { value }: Pick<GivenInput, 'value'>,
  inline: (value: JsonObject, budget: InlineBudget) => Result,
  onThread: (isBudgetSpent: boolean) => Promise<Result>,
): Promise<Result> {
  if (value === undefined) return onThread(false);
  try {
    return inline(value, new InlineBudget());
  } catch (error) {
    if (error instanceof InlineLimit) return onThread(true);
    throw error;
  }
}
