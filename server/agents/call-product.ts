import { hash, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { creditsText } from '../../lib/call/call-words.ts';
import type { JsonObject } from '../../lib/json/json.ts';
import { Problem } from '../../lib/problem/problem.ts';
import { groupedNumber } from '../../lib/text/grouped-number.ts';
import type { CallCost, CallResult } from '../calls/call-request.ts';
import { makeCall } from '../calls/make-call.ts';
import { readReceipt } from '../calls/read-receipt.ts';
import { readVersion } from '../products/compiled-version.ts';
import { requireProduct } from '../products/find-product.ts';
import { AgentCallClient } from './agent-call-client.ts';
import { type AgentSession, agentTool, type ToolResult } from './agent-tool.ts';
import { givenInputOf } from './given-input-of.ts';
import { productArgument } from './get-product.ts';
import { inputArgument } from './quote-call.ts';
import { refusedCall } from './refused-call.ts';
import { replyContent } from './reply-content.ts';
import { wholeAnswer } from './whole-answer.ts';

export const paymentArguments = {
  quote: z
    .string()
    .max(1_200)
    .optional()
    .describe(
      'The quote of quote_call for this product and input. The call costs at most what it says, once.',
    ),
  max_credits: z
    .int()
    .min(0)
    .optional()
    .describe('Without a quote: the most that the call may cost. If it would cost more, it is not made.'),
  offset: z
    .int()
    .min(0)
    .optional()
    .describe('With the quote of a call that was made: the character at which its result goes on.'),
};

export interface WishedCall {
  product: string;
  input: Record<string, unknown>;
  quote?: string | undefined;
  max_credits?: number | undefined;
  offset?: number | undefined;
}

export const callProduct = agentTool({
  name: 'call_product',
  title: 'Call a product',
  description:
    'Makes a call, which costs credits, and returns its result and charge. With a quote, a repeated request returns the first result and is charged once. A failed call costs nothing unless the product says so.',
  input: z.object({ product: productArgument, input: inputArgument, ...paymentArguments }),
  hints: { readOnlyHint: false, idempotentHint: true, openWorldHint: true },
  run: makeAgentCall,
});

/** Makes a call that has a quote, a limit, or costs nothing. */
export async function makeAgentCall(session: AgentSession, wish: WishedCall): Promise<ToolResult> {
  const { context, caller, network, names } = session;
  await refuseWithoutLimit(session, wish);
  const client = new AgentCallClient(network, names, givenInputOf(wish.input, network));
  const made = await makeCall(context, caller, {
    began: performance.now(),
    product: wish.product,
    idempotencyKey: wish.quote === undefined ? randomUUID() : keyOfQuote(wish.quote),
    quote: wish.quote ?? null,
    maxCredits: lowest(wish.max_credits, session.mostCredits),
    names,
    client,
  });
  try {
    return await resultOf(session, made, wish);
  } finally {
    client.end();
  }
}

/** Whoever has the quote again means the same call. */
function keyOfQuote(quote: string): string {
  return `quote-${hash('sha256', quote, 'base64url')}`;
}

function lowest(wished: number | undefined, ofAddress: number | null): string | null {
  const limits = [wished, ofAddress].filter((limit) => typeof limit === 'number');
  return limits.length === 0 ? null : String(Math.min(...limits));
}

async function refuseWithoutLimit(
  { context, mostCredits }: AgentSession,
  { product, quote, max_credits: limit }: WishedCall,
): Promise<void> {
  if (quote !== undefined || limit !== undefined || mostCredits !== null) return;
  const { bounds } = await readVersion(context, (await requireProduct(context, product)).versionKey);
  if (bounds.to === 0) return;
  throw new Problem(
    'quote-required',
    `A call of ${product} costs up to ${creditsText(bounds.to)}.`,
    [],
    {},
    { maximum: bounds.to },
  );
}

async function resultOf(session: AgentSession, made: CallResult, wish: WishedCall): Promise<ToolResult> {
  const whole = await wholeAnswer(made);
  const cost = await finalCost(session, made);
  if (whole.status >= 400) return refusedCall(whole, cost);
  const content = replyContent(whole, wish.offset ?? 0);
  return {
    content: [...content, { type: 'text', text: chargeWords(cost, made.isReplayed) }],
    meta: chargeMeta(cost, made),
  };
}

/** A stream is settled at its end, and its receipt says what it cost. */
async function finalCost({ context, caller }: AgentSession, { cost }: CallResult): Promise<CallCost> {
  if (cost.charged !== undefined) return cost;
  const { charged } = await readReceipt(context, caller, cost.callId);
  return { ...cost, charged: Number(charged) };
}

function chargeWords({ callId, charged = 0, balance }: CallCost, isReplayed: boolean): string {
  const left = balance === undefined ? '' : ` ${groupedNumber(balance)} are left.`;
  const paid = isReplayed
    ? `This is the result of the call that was made before, for ${creditsText(charged)}; nothing more was charged.`
    : `Charged ${creditsText(charged)}.`;
  return `${paid}${left} Call: ${callId}`;
}

export function chargeMeta(
  { callId, charged = 0, balance }: CallCost,
  { isReplayed }: Pick<CallResult, 'isReplayed'>,
): JsonObject {
  return {
    'dev.farebox/charge': { callId, charged, isReplayed, ...(balance !== undefined && { balance }) },
  };
}
