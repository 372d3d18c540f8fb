import type { Context } from '../portal/context.ts';
import type { BufferedResponse, StreamedResponse } from '../http/response.ts';
import type { UpstreamReply } from '../gateway/upstream-reply.ts';
import { UpstreamFailure } from '../gateway/upstream-failure.ts';
import { answerBuffered } from './answer-buffered.ts';
import { answerStreamed, type Surroundings } from './answer-streamed.ts';
import type { HeldCall } from './held-call.ts';
import { ReplyHold } from './reply-hold.ts';

/**
 * Answers with a reply that is too large to be settled before its headers go out. One that does not say its length is
 * read to its end first, as far as there is room for it: where it is over the limit, or breaks off, nothing of it has
 * gone out. A metered one is needed whole.
 */
export async function answerLarge(
  context: Context,
  held: HeldCall,
  reply: UpstreamReply,
  surroundings: Surroundings,
): Promise<BufferedResponse | StreamedResponse> {
  const hold = new ReplyHold(held.purse);
  let streamed: StreamedResponse | undefined;
  try {
    if (held.version.metered) {
      const body = await readWhole(held, reply, hold);
      return await answerBuffered(context, held, reply, body, surroundings.clock);
    }
    // One that says its length was held to the limit by its head.
    if (reply.contentLength === null) await reply.readAhead(hold);
    streamed = answerStreamed(context, held, reply, { ...surroundings, hold });
    return streamed;
  } finally {
    // A stream gives back what it has written.
    if (!streamed) surroundings.connection.whenOver(() => hold.giveBackAll());
  }
}

async function readWhole(held: HeldCall, reply: UpstreamReply, hold: ReplyHold): Promise<Buffer> {
  const isComplete = await reply.readAhead(hold);
  const body = isComplete ? await reply.buffer(held.version.limits.responseBytes) : null;
  if (body !== null) return body;
  reply.abandon();
  const detail = 'Too many large responses at once. This one must be read completely to compute its price.';
  throw new UpstreamFailure('unavailable', 'buffering', detail);
}
