import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { groupedNumber } from '../../lib/text/grouped-number.ts';
import { plainWords } from '../../lib/agents/plain-words.ts';
import { creditsText } from '../../lib/call/call-words.ts';
import type { QuoteFault, QuoteResult } from '../../lib/product/quote-result.ts';
import { readBalance } from '../calls/read-credits.ts';
import { readQuote, signQuote } from '../inputs/quote.ts';
import type { Context } from '../portal/context.ts';
import { readVersion } from '../products/compiled-version.ts';
import { requireProduct } from '../products/find-product.ts';
import { quoteCall } from '../products/quote-call.ts';
import { agentTool, textResult } from './agent-tool.ts';
import { productArgument } from './get-product.ts';
import { givenInputOf } from './given-input-of.ts';

const nonceBytes = 9;
const mostLines = 12;
const mostWords = 200;

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
  async run({ context, caller, network }, { product, input }) {
    const found = await requireProduct(context, product);
    const version = await readVersion(context, found.versionKey);
    const result = (
      await quoteCall(context, version, givenInputOf(input, network), { detail: 'full' })
    ).value();
    const { available } = await readBalance(context, caller);
    const quote = result.quote === undefined ? undefined : forOneCall(context, result.quote);
    const lines = [
      `This call costs at most ${creditsText(result.credits)}. You have ${groupedNumber(available)}.`,
      ...linesOf(result),
      ...(quote === undefined ? withoutQuote(result) : withQuote(quote, result.expiresAt ?? '')),
    ];
    return textResult(lines, {
      'dev.farebox/quote': {
        ...{ credits: result.credits, available },
        ...(quote !== undefined && { quote, expiresAt: result.expiresAt ?? null }),
      },
    });
  },
});

/** The same promise with a mark of its own: the quote is the key of its call, and two quotes are two calls. */
function forOneCall({ secret }: Context, quote: string): string {
  const promise = readQuote(quote, secret.all);
  if (!promise) throw new Error('The portal cannot read a quote that it just made.');
  return signQuote({ ...promise, nonce: randomBytes(nonceBytes).toString('base64url') }, secret.signing);
}

function linesOf({ breakdown = [] }: QuoteResult): string[] {
  return breakdown
    .slice(0, mostLines)
    .map(
      ({ label, text, credits }) =>
        `- ${plainWords(label, mostWords)}: ${plainWords(text, mostWords)} = ${credits}`,
    );
}

function withQuote(quote: string, expiresAt: string): string[] {
  return [
    `Quote: ${quote}`,
    `It holds until ${expiresAt}. Send it with the same input to call_product. If you repeat that request, nothing is charged twice.`,
  ];
}

function withoutQuote({ missing = [], invalid = [] }: QuoteResult): string[] {
  const said = (fault: QuoteFault) => `- ${fault.pointer}: ${fault.detail}`;
  return [
    'There is no quote, because a call would be refused. The price is that of the dearest values. Correct these fields:',
    ...[...missing, ...invalid].slice(0, mostLines).map(said),
  ];
}
