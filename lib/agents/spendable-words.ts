import type { Spendable } from '../account/spendable.ts';
import type { JsonObject } from '../json/json.ts';
import { creditsText } from '../text/count-text.ts';

/** What can be spent, why it is not more, and who can change that. */
export function spendableWords({ credits, code, why }: Spendable): string[] {
  if (code !== undefined) return [`You can make no calls now: ${why ?? code}`];
  return [`You can spend ${creditsText(Math.max(0, credits))}.${why === undefined ? '' : ` ${why}`}`];
}

/** The same for programs. */
export function spendableMeta({ credits, code, why }: Spendable): JsonObject {
  return { credits, ...(code !== undefined && { code }), ...(why !== undefined && { why }) };
}
