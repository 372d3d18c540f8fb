import { InlineLimit } from '../../lib/operation/inline-limit.ts';
import type { JsonObject } from '../../lib/json/json.ts';
import { newInlineWork } from '../../lib/price/work.ts';
import { InlineWork } from '../../lib/validation/work.ts';
import type { GivenInput } from './given-input.ts';

/** The work that one input may cause on the main thread. What needs more is done on a thread for inputs. */
export class InlineBudget {
  readonly validation = new InlineWork();
  readonly price = newInlineWork();
}

/**
 * Does the work on the main thread, or leaves it to another one where the input is large or the work is much.
 * `onThread` hears whether the main thread has spent its budget on the input already.
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
