import type { JsonObject } from '../../lib/json/json.ts';
import { newNonce, quoteLifetimeMs, readQuote, signQuote } from '../inputs/quote.ts';
import type { Context } from '../portal/context.ts';
import type { PricedCall } from './call-stages.ts';

/** What was met: credits that are not there, or a limit. */
export interface MetLimit {
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
function quoteOf(secret: Context['secret'], { found, prepared, quoted }: PricedCall): JsonObject {
  const given = found.identified.request.quote;
  const promise = given === null ? undefined : readQuote(given, secret.all);
  if (given !== null && promise)
    return { quote: given, expiresAt: new Date(promise.expiresAtMs).toISOString() };
  const expiresAtMs = Date.now() + quoteLifetimeMs;
  const quote = signQuote(
    {
      versionHash: found.version.hash,
      inputHash: prepared.inputHash,
      credits: quoted,
      expiresAtMs,
      nonce: newNonce(),
    },
    secret.signing,
  );
  return { quote, expiresAt: new Date(expiresAtMs).toISOString() };
}
