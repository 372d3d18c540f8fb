import { countOf } from '../../lib/text/count-text.ts';
import { Problem } from '../../lib/problem/problem.ts';
import type { Context } from '../portal/context.ts';
import type { CompiledVersion } from '../products/compiled-version.ts';
import { type Quote, readQuote } from '../inputs/quote.ts';
import type { PricedCall } from './call-stages.ts';
import { wayOn } from './way-on.ts';

/** Refuses a price above the limit of the caller. */
export function refuseAbove(context: Context, maxCredits: string, call: PricedCall): void {
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
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new Problem('invalid-parameter', 'Farebox-Max-Credits must be a whole number of credits.', [
    {
      parameter: 'Farebox-Max-Credits',
      detail: `is ${JSON.stringify(text)}; allowed are whole numbers from 0`,
    },
  ]);
}

/** The price that a signed quote promises for this input. */
export async function quotedCredits(
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
  if (quote.inputHash !== inputHash || !(await isOfTemplate(context, quote, version)))
    throw new Problem('quote-mismatch', 'The quote was made for another input or another product.');
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
