import { creditsText } from '../../lib/text/count-text.ts';
import { Problem } from '../../lib/problem/problem.ts';
import { groupedNumber } from '../../lib/text/grouped-number.ts';
import { findEarlierCall } from '../calls/earlier-call.ts';
import { idempotencyKeyOf } from '../calls/idempotency.ts';
import { readSpendable } from '../calls/spendable.ts';
import { readQuote } from '../inputs/quote.ts';
import { readVersion } from '../products/compiled-version.ts';
import { requireProduct } from '../products/find-product.ts';
import type { AgentSession, PriceQuestion } from './agent-tool.ts';
import { nameQuote } from './quoted-calls.ts';
import { quoteForAgent } from './quote-for-agent.ts';
import { keyOfCall, limitOf, type WishedCall } from './wished-call.ts';

/**
 * The call as it may be made, or what its person is asked first, because it costs more than the agent may spend alone.
 * A client that cannot ask has agreed by the quote that it sends.
 */
export async function agreeOnPrice(
  session: AgentSession,
  wish: WishedCall,
): Promise<WishedCall | PriceQuestion> {
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
  const key = idempotencyKeyOf(name, caller, await requireProduct(context, wish.product));
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
