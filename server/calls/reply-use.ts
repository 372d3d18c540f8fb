import { Problem } from '../../lib/problem/problem.ts';
import { UpstreamFailure } from '../gateway/upstream-failure.ts';
import type { Context } from '../portal/context.ts';
import type { HeldCall } from './held-call.ts';
import { jsonOf, usageOf } from '../inputs/reply-json.ts';
import type { ReplyUse } from './settle-call.ts';

/** Parsing more takes milliseconds, and of the largest replies a second, for which everybody would wait. */
const mostInlineBytes = 128 * 1024;

/** Reads what a metered price is settled by. A thread parses large replies, and computes the price there. */
export async function replyUse(context: Context, held: HeldCall, body: Buffer): Promise<ReplyUse> {
  const { version, input, quoted, priced, purse } = held;
  if (body.length <= mostInlineBytes) {
    const response = jsonOf(body);
    return { response, usage: usageOf(response) };
  }
  try {
    return await context.inputThreads.settle(version, { body, caller: purse, input, quoted, priced });
  } catch (error) {
    throw error instanceof Problem ? unreadBecause(error) : error;
  }
}

/** A caller pays nothing for a reply that the portal cannot read. */
function unreadBecause({ code, detail }: Problem): UpstreamFailure {
  const isBusy = code === 'unavailable';
  return new UpstreamFailure(
    isBusy ? 'unavailable' : 'upstream-unreadable',
    'buffering',
    isBusy
      ? 'Too many large responses at once. This one must be read completely to compute its price.'
      : 'Reading the response to compute its price takes too much time or memory.',
    { cause: `the price could not be settled: ${detail}` },
  );
}
