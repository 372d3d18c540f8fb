import type { JsonValue } from '../../lib/json/json.ts';
import type { ChargeResult } from '../../lib/price/evaluate.ts';
import { Problem } from '../../lib/problem/problem.ts';
import { type UpstreamAnswer, UpstreamFailure } from '../gateway/upstream-failure.ts';
import { jsonOf, usageOf } from '../inputs/reply-json.ts';
import type { Context } from '../portal/context.ts';
import type { HeldCall } from './call-stages.ts';

/** The part of a reply that a metered price depends on, or the price if a thread has computed it. */
export type ReplyUse = { usage: JsonValue | undefined } & (
  | { response: JsonValue | undefined }
  | { settled: ChargeResult }
);

/** Parsing more takes milliseconds, and up to a second for the largest replies: everybody would wait. */
const mostInlineBytes = 128 * 1024;

/** A thread parses large replies, and computes the price there. */
export async function replyUse(context: Context, { priced }: HeldCall, body: Buffer): Promise<ReplyUse> {
  if (body.length <= mostInlineBytes) return useOf(body);
  const { found, prepared, quoted } = priced;
  const { caller } = found.identified;
  try {
    return await context.inputThreads.settle(found.version, {
      body,
      caller: caller.purse,
      input: prepared.input,
      quoted,
      priced: prepared.priced,
    });
  } catch (error) {
    throw error instanceof Problem ? unread(error) : error;
  }
}

/** The same for an answer that rejects the request. */
export function rejectionUse(answer: UpstreamAnswer | undefined): ReplyUse {
  return answer?.body ? useOf(answer.body) : { response: undefined, usage: undefined };
}

function useOf(body: Buffer): ReplyUse {
  const response = jsonOf(body);
  return { response, usage: usageOf(response) };
}

/** A reply that the portal cannot read is free. */
function unread({ code, detail }: Problem): UpstreamFailure {
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
