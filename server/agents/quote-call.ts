import { z } from 'zod';
import { breakdownWords, spendableMeta, spendableWords } from '../../lib/agents/quoted-words.ts';
import type { QuoteFault, QuoteResult } from '../../lib/product/quote-result.ts';
import { creditsText } from '../../lib/text/numbers.ts';
import { type UnknownField, unknownFieldDetail } from '../../lib/validation/unknown-fields.ts';
import { requireScope } from '../callers/require-role.ts';
import { readSpendable } from '../calls/spendable.ts';
import type { Context } from '../context.ts';
import { newNonce, readQuote, signQuote } from '../inputs/quote.ts';
import { readVersion } from '../products/compiled-version.ts';
import { requireProduct } from '../products/find-product.ts';
import { quoteCall, quoteComing } from '../inputs/quote-call.ts';
import { readAgentInput } from './agent-input.ts';
import { agentTool, textResult, type AgentSession } from './agent-tool.ts';
import { nameQuote, budgetWords } from './quoted-calls.ts';
import { productArgument } from './search-products.ts';

const mostLines = 12;

export const inputArgument = z
  .record(z.string(), z.unknown())
  .describe('The input of the product, as its schema in get_product says.');

export const quoteCallForAgent = agentTool({
  name: 'quote_call',
  title: 'Quote a call',
  description:
    'Says what a call costs at most, before it is made, and promises it with a signed quote. A quote is for one call. Free.',
  input: z.object({ product: productArgument, input: inputArgument }),
  hints: { readOnlyHint: true, idempotentHint: false, openWorldHint: false },
  async run(session, { product, input }) {
    const result = await quoteForAgent(session, product, input);
    const { context, caller, mostCredits } = session;
    const { spendable } = await readSpendable(context, caller, await requireProduct(context, product));
    const { quote } = result;
    // Without a quote the price is that of the dearest values.
    const isPast = quote !== undefined && mostCredits !== null && result.credits > mostCredits;
    const lines = [
      `This call costs at most ${creditsText(result.credits)}.`,
      ...spendableWords(spendable),
      ...breakdownWords(result.breakdown),
      ...comingLines(result),
      ...(isPast
        ? [pastBudget(mostCredits)]
        : quote === undefined
          ? withoutQuote(result)
          : withQuote(nameQuote(session, { product, input }, quote), result.expiresAt ?? '')),
      ...unknownLines(result.unknown),
    ];
    return textResult(lines, {
      'dev.farebox/quote': {
        credits: result.credits,
        ...(result.changesAt !== undefined && {
          changesAt: result.changesAt,
          creditsThen: result.creditsThen ?? null,
        }),
        available: Math.max(0, spendable.credits),
        spendable: spendableMeta(spendable),
        ...(quote !== undefined && !isPast && { quote, expiresAt: result.expiresAt ?? null }),
      },
    });
  },
});

/** A quote is used until it ends, whatever the price is then. */
function comingLines({ changeText, creditsThen }: QuoteResult): string[] {
  if (changeText === undefined) return [];
  const then = creditsThen === undefined ? '' : ` This call costs at most ${creditsText(creditsThen)} then.`;
  return [`${changeText}.${then}`];
}

function unknownLines(unknown: readonly UnknownField[]): string[] {
  if (unknown.length === 0) return [];
  return [
    'call_product refuses these fields. The price and the quote leave them out where they can:',
    ...unknown.slice(0, mostLines).map((field) => `- ${field.pointer}: ${unknownFieldDetail(field)}`),
  ];
}

function pastBudget(mostCredits: number): string {
  return `There is no quote, because ${budgetWords(mostCredits)}, and call_product refuses this call. Change the input, or ask the person who chose the limit.`;
}

function withQuote(quote: string, expiresAt: string): string[] {
  return [
    `Quote: ${quote}`,
    `It is valid until ${expiresAt}. Send it to call_product, which needs no product or input with it. If you repeat that request, nothing is charged twice.`,
  ];
}

function withoutQuote({ missing = [], invalid = [] }: QuoteResult): string[] {
  const said = (fault: QuoteFault) => `- ${fault.pointer}: ${fault.detail}`;
  return [
    'There is no quote, because a call would be refused. The price assumes the most expensive values. Correct these fields:',
    ...[...missing, ...invalid].slice(0, mostLines).map(said),
  ];
}

/** The price of a call, with a quote that is for one call, unless the call would be refused. */
export async function quoteForAgent(
  { context, caller, network }: AgentSession,
  product: string,
  input: Record<string, unknown>,
): Promise<QuoteResult & { unknown: UnknownField[] }> {
  const found = await requireProduct(context, product);
  if (caller.apiKey) await requireScope(context, caller.apiKey, found);
  const version = await readVersion(context, found.versionKey);
  const source = { network, account: caller.kind === 'account' ? caller.purse : undefined };
  const { bodyBytes } = version.limits;
  const given = await readAgentInput(context, version, input, { ...source, mostBytes: bodyBytes });
  const { estimate, ignored: unknown } = await quoteCall(context, version, given, { detail: 'full' });
  const result = { ...estimate.value(), ...(await quoteComing(context, found, given)), unknown };
  return result.quote === undefined ? result : { ...result, quote: forOneCall(context, result.quote) };
}

/** The same promise with a mark of its own: the quote is the key of its call, and two quotes are two calls. */
function forOneCall({ secret }: Context, quote: string): string {
  const promise = readQuote(quote, secret.all);
  if (!promise) throw new Error('The portal cannot read a quote that it just made.');
  return signQuote({ ...promise, nonce: newNonce() }, secret.signing);
}
