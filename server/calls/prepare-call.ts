import { type BoundRequest, bindInput } from '../../lib/bind/bind.ts';
import type { JsonObject } from '../../lib/json.ts';
import { evaluatePrice, type PricedCall } from '../../lib/price/evaluate.ts';
import { Problem } from '../../lib/problem.ts';
import type { Asker } from '../asker.ts';
import { portal } from '../portal.ts';
import { assessInput } from '../products/assess-input.ts';
import { type CompiledVersion, readVersion } from '../products/compiled-version.ts';
import type { ProductRecord } from '../products/product-record.ts';
import { hashInput } from '../quote.ts';
import { quotedCredits, quotedPrice } from './quoted-price.ts';

/** A call that may be made: its input is valid, its request is bound, its price is known and allowed. */
export interface PreparedCall {
  product: ProductRecord;
  version: CompiledVersion;
  input: JsonObject;
  inputHash: string;
  request: BoundRequest;
  /** The price by what is known before the call. */
  priced: PricedCall;
  /** What is held, and the most that is charged: the price, or less where a quote promised less. */
  quoted: number;
  promised: number | undefined;
}

/** Everything that can be refused without touching a credit or an upstream. */
export async function prepareCall(
  product: ProductRecord,
  given: JsonObject,
  headers: Asker['headers'],
): Promise<PreparedCall> {
  if (product.status !== 1)
    throw new Problem('product-offline', `${product.slug} is offline: it can be read about, but not called.`);
  const version = await readVersion(product.versionKey);
  const input = validInput(version, given);
  const inputHash = hashInput(input);
  const request = boundRequest(version, input, isOnToolbox(version) ? await portal().serverVariables : {});
  const priced = evaluatePrice(version.price, { input });
  if (!priced.ok)
    throw new Problem('price-failed', `The price of this input cannot be computed: ${priced.detail}`);
  const token = headers.get('farebox-quote');
  const promised = token === null ? undefined : await quotedCredits(token, version, inputHash);
  const quoted = quotedPrice(headers, priced.credits, promised);
  return { product, version, input, inputHash, request, priced, quoted, promised };
}

function validInput(version: CompiledVersion, given: JsonObject): JsonObject {
  const { input, missing, invalid } = assessInput(version, given);
  const faults = [...missing, ...invalid];
  if (faults.length === 0) return input;
  const fields = faults.length === 1 ? 'one field' : `${faults.length} places`;
  throw new Problem(
    'validation',
    `The input is not one that this product takes; ${fields} must be mended.`,
    faults.slice(0, mostFaults),
  );
}

/** Enough for a person; an array of a million wrong items has no more to tell. */
const mostFaults = 100;

function isOnToolbox({ template }: CompiledVersion): boolean {
  const { variables } = template.server;
  return variables !== undefined && 'toolboxPort' in variables;
}

function boundRequest(
  { template, shape }: CompiledVersion,
  input: JsonObject,
  variables: Record<string, string>,
): BoundRequest {
  const bound = bindInput(template, shape, input, variables);
  if (bound.ok) return bound.request;
  throw new Problem('validation', 'The input cannot be sent safely.', bound.errors);
}
