import { z } from 'zod';
import { isJsonObject, type JsonObject } from '../../lib/json.ts';
import { fieldEffects } from '../../lib/price/effects.ts';
import {
  type Evaluation,
  evaluatePrice,
  type PricedLine,
  type PriceFailure,
} from '../../lib/price/evaluate.ts';
import { worstLines, worstPrice } from '../../lib/price/worst-value.ts';
import { Problem } from '../../lib/problem.ts';
import type { QuoteResult } from '../../lib/quote-result.ts';
import { type Prepared, prepareOnce } from '../answer.ts';
import { portal } from '../portal.ts';
import { hashInput, quoteLifetimeMs, signQuote } from '../quote.ts';
import { type AssessedInput, assessInput } from './assess-input.ts';
import { type CompiledVersion, readVersion } from './compiled-version.ts';
import { requireProduct } from './product-info.ts';

export const quoteParams = z.object({
  api_id: z.string().meta({ description: 'The id of the product, or its slug.' }),
});

export const quoteQuery = z.object({
  detail: z.literal('full', 'full').optional().meta({
    description: 'Adds the signed quote, the price line by line, and what is missing, invalid or ignored.',
  }),
});

export const callInput = z.record(z.string(), z.unknown()).meta({
  id: 'CallInput',
  description: 'The parameters of the call: the fields that the playground lists.',
  override: { type: 'object', additionalProperties: true },
});

/** What a call with this input costs at most. Any object has a price: what is wrong counts as its dearest value. */
export async function quoteCall(
  name: string,
  query: z.output<typeof quoteQuery>,
  input: JsonObject,
): Promise<Prepared> {
  const product = await requireProduct(name);
  const version = await readVersion(product.versionKey);
  const assessed = assessInput(version, input);
  const priced = priceOf(version, assessed);
  const { credits } = priced;
  const result: QuoteResult = query.detail
    ? { credits, ...quoteDetail(version, assessed, priced) }
    : { credits };
  return prepareOnce(200, 'application/json', JSON.stringify(result));
}

/** Exactly, or with what has no valid value at its dearest. The lines are those that the credits come from. */
function priceOf({ price, shape }: CompiledVersion, { input, holes }: AssessedInput): Priced {
  if (holes.length === 0) {
    const { credits, lines } = required(evaluatePrice(price, { input }));
    return { credits, lines: () => lines };
  }
  const { $defs = {} } = shape.schema;
  const open = holes.map(({ name, schema, required, default: fallback }) => ({
    name,
    optional: !required && fallback === undefined,
    schema: isJsonObject(schema) ? { ...schema, $defs } : schema,
  }));
  return { credits: worstPrice(price, input, open).credits, lines: () => worstLines(price, input, open) };
}

interface Priced {
  credits: number;
  lines: () => Pick<PricedLine, 'label' | 'text' | 'amount'>[];
}

function quoteDetail(
  version: CompiledVersion,
  assessed: AssessedInput,
  { credits, lines }: Priced,
): Omit<QuoteResult, 'credits'> {
  const { input, missing, invalid, ignored } = assessed;
  return {
    ...(missing.length === 0 && invalid.length === 0 && makeQuote(version, input, credits)),
    breakdown: lines().map(({ label, text, amount }) => ({ label, text, credits: amount })),
    fields: fieldEffects(version.price, input, version.shape.fields),
    missing,
    invalid,
    ignored,
  };
}

function makeQuote({ hash }: CompiledVersion, input: JsonObject, credits: number) {
  const { secret } = portal();
  const expiresAtMs = Date.now() + quoteLifetimeMs;
  const quote = signQuote({ versionHash: hash, inputHash: hashInput(input), credits, expiresAtMs }, secret);
  return { quote, expiresAt: new Date(expiresAtMs).toISOString() };
}

function required(evaluation: Evaluation): Exclude<Evaluation, PriceFailure> {
  if (evaluation.ok) return evaluation;
  throw new Problem('price-failed', `The price of this input cannot be computed: ${evaluation.detail}`);
}
