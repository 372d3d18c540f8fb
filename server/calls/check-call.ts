import type { JsonObject } from '../../lib/json/json.ts';
import type { IdempotencyKey } from '../../lib/ledger/earlier-call.ts';
import { Problem } from '../../lib/problem/problem.ts';
import { countOf } from '../../lib/text/numbers.ts';
import type { Context } from '../context.ts';
import { bodyTooLarge, type GivenInput, inlineOrOnThread } from '../inputs/read-json-object.ts';
import { prepareInput } from '../inputs/prepare-input.ts';
import { type Quote, readQuote, newNonce, otherQuote, quoteLifetimeMs, signQuote } from '../inputs/quote.ts';
import { type CompiledVersion, readVersion } from '../products/compiled-version.ts';
import { noSuchProduct } from '../products/find-product.ts';
import { sees } from '../store/catalogue/audience.ts';
import type { ProductRecord } from '../store/catalogue/catalogue.ts';
import { requireApproval } from './approvals.ts';
import type { IdentifiedCall, FoundCall, PricedCall } from './call-request.ts';
import { findEarlierCall, idempotencyKeyOf } from './earlier-call.ts';
import { requireTerms } from './terms.ts';

export async function findVersion(
  context: Context,
  call: IdentifiedCall,
  product: ProductRecord,
): Promise<FoundCall> {
  const { caller, request } = call;
  const { idempotencyKey } = request;
  const key = idempotencyKey === null ? null : idempotencyKeyOf(idempotencyKey, caller, product);
  const version = await readVersion(context, product.versionKey);
  const mostBytes = await mostBodyBytes(context, call, version, key);
  return Object.assign(call, { product, version, key, mostBytes });
}

/** A repeated call may be as long as the product allowed the first time. */
async function mostBodyBytes(
  context: Context,
  call: IdentifiedCall,
  { limits }: CompiledVersion,
  key: IdempotencyKey | null,
): Promise<number> {
  const { announcedBytes } = call.request.client;
  const isSmall = announcedBytes !== null && announcedBytes <= limits.bodyBytes;
  if (key === null || isSmall) return limits.bodyBytes;
  const earlier = await findEarlierCall(context, call, key);
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
  const { product: name, quote, maxCredits, isStrict } = found.request;
  if (!sees(context.audience, product)) throw noSuchProduct(name);
  if (product.approval !== 0) await requireApproval(context, found.caller, product);
  if (product.status !== 1) throw offline(product);
  if (product.terms) await requireTerms(context, found.caller, product);
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
  const priced = Object.assign(found, { prepared, quoted, promised });
  if (maxCredits !== null) refuseAbove(context, maxCredits, priced);
  return priced;
}

export function isOnToolbox({ template }: CompiledVersion): boolean {
  const { variables } = template.server;
  return variables !== undefined && 'toolboxPort' in variables;
}

/** Refuses a price above the limit of the caller. */
function refuseAbove(context: Context, maxCredits: string, call: PricedCall): void {
  const most = wholeCredits(maxCredits);
  const { quoted } = call;
  if (quoted <= most) return;
  throw new Problem(
    'over-max-credits',
    `This call costs up to ${countOf(quoted, 'credit')}, but Farebox-Max-Credits is ${most}.`,
    [],
    {},
    { maximum: most, ...wayOn(context, call, { shortfall: quoted - most }) },
  );
}

function wholeCredits(text: string): number {
  const credits = Number(text);
  if (/^\d{1,16}$/.test(text) && Number.isSafeInteger(credits)) return credits;
  throw new Problem('invalid-parameter', 'Farebox-Max-Credits must be a whole number of credits.', [
    {
      parameter: 'Farebox-Max-Credits',
      detail: `is ${JSON.stringify(text)}; allowed are whole numbers from 0 to ${Number.MAX_SAFE_INTEGER}`,
    },
  ]);
}

/** The price that a signed quote promises for this input. */
async function quotedCredits(
  context: Context,
  token: string,
  version: CompiledVersion,
  inputHash: string,
): Promise<number> {
  const quote = readQuote(token, context.secret.all);
  if (!quote) throw new Problem('quote-invalid', 'Farebox-Quote is not a quote signed by this portal.');
  if (quote.expiresAtMs <= Date.now()) {
    const ended = new Date(quote.expiresAtMs).toISOString();
    throw new Problem('quote-expired', `The quote expired at ${ended}. Get a new one.`);
  }
  if (quote.inputHash !== inputHash || !(await isOfTemplate(context, quote, version))) throw otherQuote();
  return quote.credits;
}

/** A quote survives a change of the price, so any version of the same template will do. */
async function isOfTemplate(
  { store }: Context,
  { versionHash }: Quote,
  { hash, templateKey }: CompiledVersion,
): Promise<boolean> {
  if (versionHash === hash) return true;
  return store.catalogue.hasVersion(templateKey, versionHash);
}

/** What was met: credits that are not there, or a limit. */
interface MetLimit {
  /** The credits of the call that are over it. */
  shortfall: number;
  /** When it allows more by itself. */
  resetsAt?: string | undefined;
}

/**
 * How to go on after a refusal for its price, for programs: what is needed and what of it is missing, when more may be
 * spent, and a quote that holds meanwhile.
 */
export function wayOn(
  { secret }: Pick<Context, 'secret'>,
  call: PricedCall,
  { shortfall, resetsAt }: MetLimit,
): JsonObject {
  const { quoted, prepared } = call;
  return {
    required: quoted,
    shortfall,
    ...(resetsAt !== undefined && { resetsAt }),
    breakdown: prepared.priced.lines.map(({ label, text, amount }) => ({ label, text, credits: amount })),
    ...quoteOf(secret, call),
  };
}

/** The quote that came with the call, or one for the same input. */
function quoteOf(secret: Context['secret'], { request, version, prepared, quoted }: PricedCall): JsonObject {
  const given = request.quote;
  const promise = given === null ? undefined : readQuote(given, secret.all);
  if (given !== null && promise)
    return { quote: given, expiresAt: new Date(promise.expiresAtMs).toISOString() };
  const expiresAtMs = Date.now() + quoteLifetimeMs;
  const quote = signQuote(
    {
      versionHash: version.hash,
      inputHash: prepared.inputHash,
      credits: quoted,
      expiresAtMs,
      nonce: newNonce(),
    },
    secret.signing,
  );
  return { quote, expiresAt: new Date(expiresAtMs).toISOString() };
}
