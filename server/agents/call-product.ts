import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { creditsText } from '../../lib/text/count-text.ts';
import { Problem } from '../../lib/problem/problem.ts';
import { makeCall } from '../calls/make-call.ts';
import { type CompiledVersion, readVersion } from '../products/compiled-version.ts';
import type { Context } from '../portal/context.ts';
import { requireProduct } from '../products/find-product.ts';
import { agreeOnPrice } from './agree-on-price.ts';
import { AgentCallClient } from './agent-call-client.ts';
import { type AgentSession, agentTool, type PriceQuestion, type ToolResult } from './agent-tool.ts';
import { readAgentInput } from './agent-input.ts';
import { callResult } from './call-result.ts';
import { productArgument } from './get-product.ts';
import { wholeCall } from './quoted-calls.ts';
import { inputArgument } from './quote-call.ts';
import { budgetWords, type GivenCall, keyOfCall, limitOf, type WishedCall } from './wished-call.ts';

export const paymentArguments = {
  quote: z
    .string()
    .max(1_200)
    .optional()
    .describe(
      'The quote of quote_call. The call costs at most what it says, once. It needs no product and input.',
    ),
  max_credits: z
    .int()
    .min(0)
    .optional()
    .describe('Without a quote: the most that the call may cost. If it would cost more, it is not made.'),
  idempotency_key: z
    .string()
    .regex(/^[\x21-\x7e]{1,255}$/, 'Expected 1 to 255 visible ASCII characters, such as a UUID.')
    .optional()
    .describe('A name of your choice for this one call. Repeated with it, the call is charged once.'),
  offset: z
    .int()
    .min(0)
    .optional()
    .describe(
      'With the quote or idempotency_key of a call that was made: the character at which its result goes on.',
    ),
};

export const callProduct = agentTool({
  name: 'call_product',
  title: 'Call a product',
  description:
    'Makes a call, which costs credits, and returns its result and charge. A repeated request with the same quote or idempotency_key returns the first result and is charged once; without them, it is another call. A failed call costs nothing unless the product says so.',
  input: z.object({
    product: productArgument.optional(),
    input: inputArgument.optional(),
    ...paymentArguments,
  }),
  hints: { readOnlyHint: false, idempotentHint: false, openWorldHint: true },
  run: makeAgentCall,
});

/** Makes a call that has a quote, a limit, or costs nothing, unless its person has to be asked first. */
export async function makeAgentCall(session: AgentSession, given: GivenCall): Promise<ToolResult> {
  const { context, caller, network, names } = session;
  const wished = await wholeCall(session, given);
  const readsOn = (wished.offset ?? 0) > 0 || wished.isMade === true;
  const wish = readsOn ? withKey(wished) : await withPrice(session, wished);
  if ('message' in wish) return { content: [], question: wish };
  const limit = limitOf(session, wish);
  const client = new AgentCallClient(
    network,
    names,
    announcedBytes(wish.input),
    async (mostBytes, account) => {
      const version = await versionOf(context, wish.product);
      return readAgentInput(context, version, wish.input, { network, account, mostBytes });
    },
    (error) => asBudget(error, session, wish),
  );
  const made = await makeCall(context, caller, {
    began: performance.now(),
    product: wish.product,
    idempotencyKey: keyOfCall(wish) ?? randomUUID(),
    quote: wish.quote ?? null,
    maxCredits: limit === null ? null : String(limit),
    isStrict: true,
    readsOn,
    names,
    client,
  });
  try {
    return await callResult(session, made, wish);
  } finally {
    client.end();
  }
}

/** An agent cannot raise the limit in the address, with a quote or without. */
function asBudget(error: unknown, { mostCredits }: AgentSession, wish: WishedCall): unknown {
  if (!(error instanceof Problem && error.code === 'over-max-credits')) return error;
  if (mostCredits === null || (wish.max_credits ?? Infinity) < mostCredits) return error;
  const { breakdown = null } = error.members;
  const detail = `This call costs more, and ${budgetWords(mostCredits)}.`;
  return new Problem('over-max-credits', detail, [], {}, { maximum: mostCredits, breakdown });
}

/** Without a key, no request means a call that was made. */
function withKey(wish: WishedCall): WishedCall {
  if (keyOfCall(wish) !== undefined) return wish;
  throw new Problem(
    'nothing-at-offset',
    'An offset needs the quote or the idempotency_key of a call that was made.',
  );
}

async function withPrice(session: AgentSession, wish: WishedCall): Promise<WishedCall | PriceQuestion> {
  await refuseWithoutLimit(session, wish);
  return agreeOnPrice(session, wish);
}

async function refuseWithoutLimit(
  { context, mostCredits }: AgentSession,
  { product, quote, max_credits: limit }: WishedCall,
): Promise<void> {
  if (quote !== undefined || limit !== undefined || mostCredits !== null) return;
  const { bounds } = await versionOf(context, product);
  if (bounds.to === 0) return;
  throw new Problem(
    'quote-required',
    `A call of ${product} costs up to ${creditsText(bounds.to)}.`,
    [],
    {},
    { maximum: bounds.to },
  );
}

function announcedBytes(input: Record<string, unknown>): number | null {
  const text = JSON.stringify(input);
  return /"https?:/i.test(text) ? null : Buffer.byteLength(text);
}

async function versionOf(context: Context, product: string): Promise<CompiledVersion> {
  return readVersion(context, (await requireProduct(context, product)).versionKey);
}
