import type { QuoteResult } from '../../lib/product/quote-result.ts';
import type { UnknownField } from '../../lib/validation/unknown-fields.ts';
import { newNonce, readQuote, signQuote } from '../inputs/quote.ts';
import { requireScope } from '../callers/require-scope.ts';
import type { Context } from '../portal/context.ts';
import { readVersion } from '../products/compiled-version.ts';
import { requireProduct } from '../products/find-product.ts';
import { quoteCall } from '../products/quote-call.ts';
import { readAgentInput } from './agent-input.ts';
import type { AgentSession } from './agent-tool.ts';

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
  const result = { ...estimate.value(), unknown };
  return result.quote === undefined ? result : { ...result, quote: forOneCall(context, result.quote) };
}

/** The same promise with a mark of its own: the quote is the key of its call, and two quotes are two calls. */
function forOneCall({ secret }: Context, quote: string): string {
  const promise = readQuote(quote, secret.all);
  if (!promise) throw new Error('The portal cannot read a quote that it just made.');
  return signQuote({ ...promise, nonce: newNonce() }, secret.signing);
}
