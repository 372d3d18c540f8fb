import { Problem } from '../../lib/problem/problem.ts';
import { bodyTooLarge } from '../inputs/body-too-large.ts';
import type { GivenInput } from '../inputs/given-input.ts';
import { inlineOrOnThread } from '../inputs/inline-budget.ts';
import { prepareInput } from '../inputs/prepare-input.ts';
import type { Context } from '../portal/context.ts';
import { type CompiledVersion, readVersion } from '../products/compiled-version.ts';
import type { ProductRecord } from '../store/catalogue.ts';
import type { IdempotencyKey } from '../store/ledger.ts';
import type { IdentifiedCall, FoundCall, PricedCall } from './call-stages.ts';
import { findEarlierCall } from './earlier-call.ts';
import { idempotencyKeyOf } from './idempotency.ts';
import { quotedCredits, refuseAbove } from './quoted-price.ts';

export async function findVersion(
  context: Context,
  identified: IdentifiedCall,
  product: ProductRecord,
): Promise<FoundCall> {
  const { caller, request } = identified;
  const { idempotencyKey } = request;
  const key = idempotencyKey === null ? null : idempotencyKeyOf(idempotencyKey, caller, product);
  const version = await readVersion(context, product.versionKey);
  const mostBytes = await mostBodyBytes(context, identified, version, key);
  return { identified, product, version, key, mostBytes };
}

/** A repeated call may be as long as the product allowed the first time. */
async function mostBodyBytes(
  context: Context,
  identified: IdentifiedCall,
  { limits }: CompiledVersion,
  key: IdempotencyKey | null,
): Promise<number> {
  const { announcedBytes } = identified.request.client;
  const isSmall = announcedBytes !== null && announcedBytes <= limits.bodyBytes;
  if (key === null || isSmall) return limits.bodyBytes;
  const earlier = await findEarlierCall(context, identified, key);
  if (!earlier) return limits.bodyBytes;
  const { limits: before } = await readVersion(context, earlier.versionKey);
  return Math.max(limits.bodyBytes, before.bodyBytes);
}

export function offline({ slug }: { slug: string }): Problem {
  return new Problem('product-offline', `${slug} is offline and cannot be called.`);
}

/** Validates, binds and prices the input: every check that needs neither a credit nor the upstream. */
export async function priceCall(context: Context, found: FoundCall, given: GivenInput): Promise<PricedCall> {
  const { product, version } = found;
  const { quote, maxCredits, isStrict } = found.identified.request;
  if (product.status !== 1) throw offline(product);
  const { bodyBytes } = version.limits;
  if (given.bytes.length > bodyBytes) throw bodyTooLarge({ limitBytes: bodyBytes });
  const variables = isOnToolbox(version) ? await context.serverVariables : {};
  const prepared = await inlineOrOnThread(
    given,
    (value, budget) => prepareInput(version, value, variables, budget, isStrict),
    () => context.inputThreads.prepare(version, given, variables, isStrict),
  );
  const promised =
    quote === null ? undefined : await quotedCredits(context, quote, version, prepared.inputHash);
  const { credits } = prepared.priced;
  const quoted = promised === undefined ? credits : Math.min(credits, promised);
  const priced = { found, prepared, quoted, promised };
  if (maxCredits !== null) refuseAbove(context, maxCredits, priced);
  return priced;
}

function isOnToolbox({ template }: CompiledVersion): boolean {
  const { variables } = template.server;
  return variables !== undefined && 'toolboxPort' in variables;
}
