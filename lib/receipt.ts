import { z } from 'zod';
import { CALL_OUTCOMES, type CallOutcome, type Charge, chargeSchema } from './charges.ts';
import type { JsonObject, JsonValue } from './json.ts';
import type { PricedCall } from './price/evaluate.ts';

const decimal = z.string().regex(/^(0|[1-9]\d*)(\.\d{1,6})?$/, 'Expected a decimal with at most 6 places.');
const credits = z.int().min(0);
const milliseconds = z.int().min(0);

/** What a line was reckoned with, and what it came to. Label, words and units follow from that and the price. */
const keptLine = z.strictObject({
  quantity: decimal.optional(),
  choice: z.string().nullable().optional(),
  applies: z.literal(false).optional(),
  amount: decimal,
});

const upstream = z.strictObject({
  /** Null where it never answered. */
  status: z.int().nullable(),
  firstByteMs: milliseconds.nullable(),
  totalMs: milliseconds,
});

/** How a call ended, as the ledger keeps it in `Call.ending`: what cannot be known any more once the call is over. */
export const endingSchema = z.strictObject({
  outcome: z.enum(CALL_OUTCOMES),
  /** The code of the problem that the caller was told. */
  problem: z.string().optional(),
  /** The row of the charge table. The lines are of the settled price where it is `settled`, else of the quote. */
  charge: chargeSchema,
  lines: z.array(keptLine),
  subtotal: decimal,
  clamped: z.enum(['minimum', 'maximum']).nullable(),
  /** What the lines come to: rounded up and clamped. */
  credits,
  /** Why the price by what was used could not be computed. The lines are of the quote then, and nothing is charged. */
  unpriced: z.string().optional(),
  /** The credits of the quote that the call carried (`Farebox-Quote`): it was not quoted more. */
  promised: credits.optional(),
  usage: z.json().optional(),
  upstream: upstream.nullable(),
  replyHash: z.string().nullable(),
  replyBytes: z.int().min(0),
});

export type Ending = z.output<typeof endingSchema>;

export interface CallEnd {
  outcome: CallOutcome;
  problem?: string | undefined;
  charge: Charge;
  /** By what was used where the row is `settled` and that could be computed, else the quote's. */
  priced: PricedCall;
  unpriced?: string | undefined;
  promised?: number | undefined;
  usage?: JsonValue | undefined;
  /** Null where nothing was dialled. */
  upstream: { status: number | null; firstByteMs: number | null; totalMs: number } | null;
  /** SHA-256, base64url, of what the caller got of the reply's body. */
  replyHash: string | null;
  replyBytes: number;
}

/** What an upstream says of its use is some numbers; more than this is not worth keeping for ever. */
const longestUsage = 1_000;

/** The JSON of `Call.ending`; `endingSchema` reads it. */
export function makeEnding(end: CallEnd): JsonObject {
  const { outcome, charge, priced, upstream, replyHash, replyBytes } = end;
  const ending: JsonObject = {
    outcome,
    charge,
    lines: priced.lines.map(keptLineOf),
    subtotal: priced.subtotal,
    clamped: priced.clamped,
    credits: priced.credits,
    upstream,
    replyHash,
    replyBytes,
  };
  if (end.problem !== undefined) ending['problem'] = end.problem;
  if (end.unpriced !== undefined) ending['unpriced'] = end.unpriced;
  if (end.promised !== undefined) ending['promised'] = end.promised;
  if (end.usage !== undefined && JSON.stringify(end.usage).length <= longestUsage)
    ending['usage'] = end.usage;
  return ending;
}

function keptLineOf({ quantity, choice, applies, amount }: PricedCall['lines'][number]): JsonObject {
  if (applies === false) return { applies, amount };
  if (quantity !== undefined) return { quantity, amount };
  return choice === undefined ? { amount } : { choice, amount };
}
