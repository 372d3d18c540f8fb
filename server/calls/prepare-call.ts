import { Problem } from '../../lib/problem/problem.ts';
import { bodyTooLarge } from '../inputs/body-too-large.ts';
import type { GivenInput } from '../inputs/given-input.ts';
import { inlineOrOnThread } from '../inputs/inline-budget.ts';
import { type PreparedInput, prepareInput } from '../inputs/prepare-input.ts';
import type { Context } from '../portal/context.ts';
import { type CompiledVersion, readVersion } from '../products/compiled-version.ts';
import type { ProductRecord } from '../store/catalogue.ts';
import { quotedCredits, quotedPrice } from './quoted-price.ts';

/** A call that may be made: its price is allowed, too. */
export interface PreparedCall extends PreparedInput {
  product: ProductRecord;
  version: CompiledVersion;
  /** The credits that are held, and the most that are charged: the price, or less where a quote promised less. */
  quoted: number;
  promised: number | undefined;
}

/** Everything that can be refused without touching a credit or an upstream. */
/** What a caller says about the price of a call, as it was sent. */
export interface PriceTerms {
  /** A signed quote. */
  quote: string | null;
  maxCredits: string | null;
}

export async function prepareCall(
  context: Context,
  product: ProductRecord,
  given: GivenInput,
  { quote, maxCredits }: PriceTerms,
): Promise<PreparedCall> {
  if (product.status !== 1)
    throw new Problem('product-offline', `${product.slug} is offline and cannot be called.`);
  const version = await readVersion(context, product.versionKey);
  const { bodyBytes } = version.limits;
  // One that is sent again may be longer, as long as its first answer is still due.
  if (given.bytes.length > bodyBytes) throw bodyTooLarge({ limitBytes: bodyBytes });
  const variables = isOnToolbox(version) ? await context.serverVariables : {};
  const prepared = await inlineOrOnThread(
    given,
    (value, budget) => prepareInput(version, value, variables, budget),
    () => context.inputThreads.prepare(version, given, variables),
  );
  const promised =
    quote === null ? undefined : await quotedCredits(context, quote, version, prepared.inputHash);
  const quoted = quotedPrice(maxCredits, prepared.priced.credits, promised);
  return Object.assign(prepared, { product, version, quoted, promised });
}

function isOnToolbox({ template }: CompiledVersion): boolean {
  const { variables } = template.server;
  return variables !== undefined && 'toolboxPort' in variables;
}
