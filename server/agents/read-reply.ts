import { z } from 'zod';
import { Problem } from '../../lib/problem/problem.ts';
import type { Context } from '../portal/context.ts';
import type { KeptAnswer } from '../store/ledger.ts';
import { wholeParameter } from '../whole-parameter.ts';
import { requireReplyLink } from './reply-link.ts';

export const replyQuery = z.object({
  expires: wholeParameter(0, 1e15, 'the time of the address').meta({
    description: 'When the address ends.',
    override: { type: 'integer', minimum: 0 },
  }),
  signature: z.string('the signature of the address').max(100).meta({ description: 'Of the portal.' }),
});

/** The stored response of a call, by an address that the portal signed. */
export async function readReply(
  context: Context,
  callId: string,
  query: z.output<typeof replyQuery>,
): Promise<KeptAnswer> {
  requireReplyLink(context, callId, query);
  const { calls } = context.store;
  const call = await calls.find(callId);
  const answer = call && (await calls.readAnswer(call.key));
  if (answer) return answer;
  throw new Problem('not-found', `The response of the call ${callId} is not stored, or not any more.`);
}
