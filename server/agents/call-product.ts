import { reachable } from '../../lib/face/reachable.ts';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { Problem } from '../../lib/problem/problem.ts';
import { creditsText, groupedNumber } from '../../lib/text/numbers.ts';
import type { Answer, CallClient } from '../calls/call-request.ts';
import { findEarlierCall, idempotencyKeyOf, productOfCall } from '../calls/earlier-call.ts';
import { makeCall } from '../calls/make-call.ts';
import { readSpendable } from '../calls/spendable.ts';
import type { UpstreamReply } from '../gateway/upstream-call.ts';
import { problemResponse } from '../http/response.ts';
import { bodyTooLarge, type GivenInput } from '../inputs/read-json-object.ts';
import { readQuote } from '../inputs/quote.ts';
import { type CompiledVersion, readVersion } from '../products/compiled-version.ts';
import { requireProduct } from '../products/find-product.ts';
import type { RequestNames } from '../log.ts';
import { readAgentInput } from './agent-input.ts';
import { type AgentSession, agentTool, type PriceQuestion, type ToolResult } from './agent-tool.ts';
import { callResult } from './call-result.ts';
import { inputArgument, quoteForAgent } from './quote-call.ts';
import {
  wholeCall,
  nameQuote,
  budgetWords,
  type GivenCall,
  keyOfCall,
  limitOf,
  type WishedCall,
} from './quoted-calls.ts';
import { productArgument } from './search-products.ts';

export const paymentArguments = {
  quote: z
    .string()
    .max(1_200)
    .optional()
    .describe(
      'The quote from quote_call. The call costs at most that, once. With it, product and input can be left out.',
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
      'With the quote or idempotency_key of an earlier call: the character at which to continue its result.',
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
      const version = await versionOf(session, wish);
      return readAgentInput(context, version, wish.input, { network, account, mostBytes });
    },
    (error) => reachable(asBudget(error, session, wish), context.face.last),
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

async function refuseWithoutLimit(session: AgentSession, wish: WishedCall): Promise<void> {
  const { product, quote, max_credits: limit } = wish;
  if (quote !== undefined || limit !== undefined || session.mostCredits !== null) return;
  const { bounds } = await versionOf(session, wish);
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

async function versionOf({ context, caller }: AgentSession, wish: WishedCall): Promise<CompiledVersion> {
  const { versionKey } = await productOfCall(context, caller, wish.product, keyOfCall(wish) ?? null);
  return readVersion(context, versionKey);
}

/**
 * The client of a call by an agent. It is never gone: a connection that was lost does not end a paid call, whose result
 * the same quote gets again.
 */
class AgentCallClient implements CallClient {
  readonly gone = undefined;
  readonly readsWhole = true;
  readonly #listeners: (() => void)[] = [];

  constructor(
    readonly network: string,
    readonly names: RequestNames,
    /** Null where files of the input are still to be fetched. */
    readonly announcedBytes: number | null,
    readonly input: (mostBytes: number, account: string | undefined) => Promise<GivenInput>,
    /** A refusal as it is meant for the agent. */
    readonly meant: (error: unknown) => unknown,
  ) {}

  async readInput(mostBytes: number, account: string | undefined): Promise<GivenInput> {
    const input = await this.input(mostBytes, account);
    if (input.bytes.length > mostBytes) throw bodyTooLarge({ limitBytes: mostBytes });
    return input;
  }

  whenGone(): void {}

  whenOver(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** The answer was passed on. */
  end(): void {
    for (const listener of this.#listeners) listener();
  }

  replyAnswer({ contentType }: UpstreamReply, body: Buffer): Answer {
    return {
      status: 200,
      headers: { 'content-type': contentType || 'application/octet-stream' },
      payload: body,
    };
  }

  problemAnswer(error: unknown): Answer {
    return problemResponse(this.meant(error), this.names);
  }

  streamHead(): never {
    throw new Error('A call of an agent is answered whole.');
  }
}

/**
 * The call as it may be made, or what its person is asked first, because it costs more than the agent may spend alone.
 * A client that cannot ask has agreed by the quote that it sends.
 */
async function agreeOnPrice(session: AgentSession, wish: WishedCall): Promise<WishedCall | PriceQuestion> {
  const { above, canAsk, answer } = session.asking;
  if (answer && (wish.quote ?? answer.quote) === answer.quote) {
    if (answer.agreed) return { ...wish, quote: answer.quote };
    throw new Problem('price-not-agreed', 'The person did not agree to the price. Nothing was charged.');
  }
  const dear = await dearQuote(session, wish);
  if (!dear) return wish;
  if (canAsk) return questionOf(session, wish, dear);
  if (wish.quote !== undefined) return wish;
  const { credits, quote: token, expiresAt } = dear;
  const quote = nameQuote(session, wish, token);
  throw new Problem(
    'price-not-agreed',
    `This call costs up to ${creditsText(credits)}, and more than ${groupedNumber(above)} need an agreement. Nothing was charged.`,
    [],
    {},
    { required: credits, quote, expiresAt },
  );
}

interface DearQuote {
  credits: number;
  quote: string;
  expiresAt: string;
}

/** A quote of the call, if it costs more than the agent may spend alone, and was not made before. */
async function dearQuote(session: AgentSession, wish: WishedCall): Promise<DearQuote | undefined> {
  const { context, asking } = session;
  const limit = limitOf(session, wish) ?? Number.POSITIVE_INFINITY;
  if (limit <= asking.above) return undefined;
  const dear = wish.quote === undefined ? await newQuote(session, wish) : quoteOf(session, wish.quote);
  // A price above the limit is refused anyway.
  if (!dear || dear.credits <= asking.above || dear.credits > limit) return undefined;
  const name = keyOfCall(wish);
  if (name === undefined) return dear;
  const { caller } = session;
  const key = idempotencyKeyOf(name, caller, await productOfCall(context, caller, wish.product, name));
  const earlier = await findEarlierCall(context, { caller, startedMs: Date.now() }, key);
  return earlier ? undefined : dear;
}

function quoteOf({ context }: AgentSession, quote: string): DearQuote | undefined {
  const promise = readQuote(quote, context.secret.all);
  return (
    promise && { credits: promise.credits, quote, expiresAt: new Date(promise.expiresAtMs).toISOString() }
  );
}

async function newQuote(
  session: AgentSession,
  { product, input }: WishedCall,
): Promise<DearQuote | undefined> {
  const { context, asking } = session;
  const { bounds } = await readVersion(context, (await requireProduct(context, product)).versionKey);
  if (bounds.to <= asking.above) return undefined;
  const { credits, quote, expiresAt } = await quoteForAgent(session, product, input);
  return quote === undefined || expiresAt === undefined ? undefined : { credits, quote, expiresAt };
}

async function questionOf(
  { context, caller }: AgentSession,
  { product }: WishedCall,
  { credits, quote }: DearQuote,
): Promise<PriceQuestion> {
  const found = await requireProduct(context, product);
  const { spendable } = await readSpendable(context, caller, found);
  const left = groupedNumber(Math.max(0, spendable.credits));
  const message = `A call of ${found.slug} costs up to ${creditsText(credits)} of the ${left} that you can spend. Make it?`;
  return { message, quote };
}
