import { z } from 'zod';
import { InlineLimit } from '../../lib/operation/file-text.ts';
import { errorText, log } from '../log.ts';
import { type GivenInput, InlineBudget, inlineOrOnThread } from './read-json-object.ts';
import { type EstimateText, estimateText } from './estimate-input.ts';
import { Problem } from '../../lib/problem/problem.ts';
import { JsonText } from '../json-text.ts';
import type { Context } from '../context.ts';
import { comingWords } from '../../lib/product/coming-price.ts';
import { type CompiledVersion, readVersion } from '../products/compiled-version.ts';
import { readComingPrice } from '../products/coming-prices.ts';
import type { ProductRecord } from '../store/catalogue/catalogue.ts';
import { type QuoteResult, quoteResult } from '../../lib/product/quote-result.ts';

export const quoteQuery = z.object({
  detail: z.literal('full', 'full').optional().meta({
    description: 'Adds the signed quote, the price lines, and the missing, invalid and ignored fields.',
  }),
});

export const callInput = z.record(z.string(), z.unknown()).meta({
  id: 'CallInput',
  description: 'The parameters of the call: the request fields of the playground endpoint.',
  override: { type: 'object', additionalProperties: true },
});

/** Estimates the highest cost of a call. Every object has a price: an invalid field counts as its dearest value. */
export async function quoteCall(
  context: Context,
  version: CompiledVersion,
  given: GivenInput,
  { detail }: z.output<typeof quoteQuery>,
): Promise<{ estimate: JsonText<QuoteResult>; ignored: EstimateText['ignored'] }> {
  const { secret, inputThreads, rateLimits } = context;
  const detailed = detail !== undefined;
  const { json, ignored } = await inlineOrOnThread<EstimateText>(
    given,
    (value, budget) => estimateText(version, value, { detailed, secret: secret.signing }, budget),
    async (isBudgetSpent) => {
      // A published example has no network; its page was counted instead.
      if (isBudgetSpent && given.network !== '') await rateLimits.takeLongEstimate(given.network);
      return inputThreads.estimate(version, given, detailed);
    },
  );
  return { estimate: new JsonText(json, (value) => quoteResult.parse(value)), ignored };
}

/** What the same call costs by a price that is announced; nothing if none is. Of long inputs that alone is left out. */
export async function quoteComing(
  context: Context,
  product: ProductRecord,
  given: GivenInput,
): Promise<Pick<QuoteResult, 'changesAt' | 'changeText' | 'creditsThen'>> {
  const coming = await readComingPrice(context, product);
  if (!coming) return {};
  const told = { changesAt: coming.at, changeText: comingWords(coming) };
  if (given.value === undefined) return told;
  try {
    const next = await readVersion(context, coming.versionKey);
    const { json } = estimateText(
      next,
      given.value,
      { detailed: false, secret: context.secret.signing },
      new InlineBudget(),
    );
    return { ...told, creditsThen: quoteResult.parse(JSON.parse(json)).credits };
  } catch (error) {
    // The estimate itself is made: nothing of another price may spoil it.
    if (!(error instanceof Problem || error instanceof InlineLimit))
      log('error', 'price-not-reckoned', { product: product.slug, error: errorText(error) });
    return told;
  }
}
