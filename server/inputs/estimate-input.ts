import { isJsonObject, type JsonObject } from '../../lib/json/json.ts';
import { fieldEffects } from '../../lib/price/effects.ts';
import {
  type Evaluation,
  evaluatePrice,
  type PricedLine,
  type PriceFailure,
} from '../../lib/price/evaluate.ts';
import type { Work } from '../../lib/price/work.ts';
import { worstLines, worstPrice } from '../../lib/price/bounds.ts';
import { Problem } from '../../lib/problem/problem.ts';
import type { QuoteResult } from '../../lib/product/quote-result.ts';
import { type AssessedInput, assessInput } from './prepare-input.ts';
import type { CompiledVersion } from '../products/compiled-version.ts';
import { hashInput, quoteLifetimeMs, signQuote } from './quote.ts';
import type { InlineBudget } from './read-json-object.ts';

/** Estimates the credits of an input. `detailed` adds the quote and its lines. */
export function estimateInput(
  version: CompiledVersion,
  given: JsonObject,
  { detailed, secret }: { detailed: boolean; secret: Uint8Array },
  inline?: InlineBudget,
): QuoteResult {
  return resultOf(version, assessInput(version, given, inline?.validation), { detailed, secret }, inline);
}

/** An estimate as JSON, and the fields that it ignored, which it names only in detail. */
export interface EstimateText extends Pick<AssessedInput, 'ignored'> {
  json: string | Buffer;
}

export function estimateText(
  version: CompiledVersion,
  given: JsonObject,
  options: { detailed: boolean; secret: Uint8Array },
  inline?: InlineBudget,
): EstimateText & { json: string } {
  const assessed = assessInput(version, given, inline?.validation);
  return {
    json: JSON.stringify(resultOf(version, assessed, options, inline)),
    ignored: assessed.isTooComplex ? [] : assessed.ignored,
  };
}

function resultOf(
  version: CompiledVersion,
  assessed: AssessedInput,
  { detailed, secret }: { detailed: boolean; secret: Uint8Array },
  inline: InlineBudget | undefined,
): QuoteResult {
  if (assessed.isTooComplex) return dearestEstimate(version, detailed);
  const priced = priceOf(version, assessed, inline?.price);
  const { credits } = priced;
  return detailed
    ? { credits, ...quoteDetail(version, assessed, priced, { secret, work: inline?.price }) }
    : { credits };
}

/**
 * The estimate of an input that exceeds the validation budget: the highest price of the version, which no call exceeds.
 */
export function dearestEstimate({ bounds }: CompiledVersion, detailed: boolean): QuoteResult {
  const credits = bounds.to;
  if (!detailed) return { credits };
  const invalid = [{ pointer: '', detail: 'is too complex to validate' }];
  return { credits, breakdown: [], fields: [], missing: [], invalid, ignored: [] };
}

/** The exact price, or the highest price of all values for the holes. The lines add up to it. */
function priceOf(
  { price, shape }: CompiledVersion,
  { input, holes }: AssessedInput,
  work: Work | undefined,
): Priced {
  if (holes.length === 0) {
    const { credits, lines } = required(evaluatePrice(price, { input }, work));
    return { credits, lines: () => lines };
  }
  const { $defs = {} } = shape.schema;
  const open = holes.map(({ name, schema, required, default: fallback }) => ({
    name,
    optional: !required && fallback === undefined,
    schema: isJsonObject(schema) ? { ...schema, $defs } : schema,
  }));
  return {
    credits: worstPrice(price, input, open, work),
    lines: () => worstLines(price, input, open, work),
  };
}

interface Priced {
  credits: number;
  lines: () => Pick<PricedLine, 'label' | 'text' | 'amount'>[];
}

function quoteDetail(
  version: CompiledVersion,
  assessed: AssessedInput,
  { credits, lines }: Priced,
  { secret, work }: { secret: Uint8Array; work: Work | undefined },
): Omit<QuoteResult, 'credits'> {
  const { input, missing, invalid, ignored } = assessed;
  return {
    ...(missing.length === 0 && invalid.length === 0 && makeQuote(version, input, credits, secret)),
    breakdown: lines().map(({ label, text, amount }) => ({ label, text, credits: amount })),
    fields: fieldEffects(version.price, input, version.shape.fields, work),
    missing,
    invalid,
    ignored: ignored.map(({ name }) => name),
  };
}

function makeQuote({ hash }: CompiledVersion, input: JsonObject, credits: number, secret: Uint8Array) {
  const expiresAtMs = Date.now() + quoteLifetimeMs;
  const quote = signQuote({ versionHash: hash, inputHash: hashInput(input), credits, expiresAtMs }, secret);
  return { quote, expiresAt: new Date(expiresAtMs).toISOString() };
}

function required(evaluation: Evaluation): Exclude<Evaluation, PriceFailure> {
  if (evaluation.ok) return evaluation;
  throw new Problem('price-failed', `The price of this input cannot be computed: ${evaluation.detail}`);
}
