import { z } from 'zod';
import { callOutcomes, type CallOutcome, type Charge, chargeSchema, outcomes } from '../call/charges.ts';
import type { JsonObject, JsonValue } from '../json/json.ts';
import type { PricedCall } from '../price/evaluate.ts';
import { priceSchema } from '../price/price.ts';

const decimal = z.string().regex(/^(0|[1-9]\d*)(\.\d{1,6})?$/, 'Expected a decimal with at most 6 places.');
const credits = z.int().min(0);
const milliseconds = z.int().min(0);

/** The stored quantity and amount of a line. Label, text and units follow from these and the price. */
const keptLine = z.strictObject({
  quantity: decimal.optional(),
  choice: z.string().nullable().optional(),
  applies: z.literal(false).optional(),
  amount: decimal,
});

const upstream = z.strictObject({
  /** Null if it never responded. */
  status: z.int().nullable(),
  firstByteMs: milliseconds.nullable(),
  totalMs: milliseconds,
});

/** The line amounts and the end of the call, which nothing else stores. */
const reckoned = {
  subtotal: decimal,
  clamped: z.enum(['minimum', 'maximum']).nullable(),
  credits: credits.meta({
    description: 'The sum of the lines, rounded up once, then raised to the minimum or cut to the maximum.',
  }),
};

const ignoredFields = z.array(
  z.strictObject({
    name: z.string(),
    nearest: z.string().optional().meta({ description: 'The field that was probably meant.' }),
  }),
);

/** The end of a call, stored in `Call.ending`: facts that cannot be found out later. */
export const endingSchema = z.strictObject({
  outcome: z.enum(callOutcomes),
  /** The problem code that the caller received. */
  problem: z.string().optional(),
  /** The row of the charge table. The lines are those of the settled price for `settled`, else of the quote. */
  charge: chargeSchema,
  lines: z.array(keptLine),
  ...reckoned,
  /** The lines of the quote, where those above are of the settled price: the charge is the lesser of the two. */
  quoteLines: z.array(keptLine).optional(),
  /** Why the price of the actual use could not be computed. The lines are then the quote's, and the call is free. */
  unpriced: z.string().optional(),
  /** The credits of the `Farebox-Quote` header: an upper limit for the quote. */
  promised: credits.optional(),
  ignored: ignoredFields.optional(),
  usage: z.json().optional(),
  upstream: upstream.nullable(),
  replyHash: z.string().nullable(),
  replyBytes: z.int().min(0),
  /** Of the request that made the call. Absent in old rows, and if the portal stopped during the call. */
  requestId: z.string().optional(),
});

export type Ending = z.output<typeof endingSchema>;

export interface CallEnd {
  outcome: CallOutcome;
  problem?: string | undefined;
  charge: Charge;
  /** The settled price if the row is `settled` and it could be computed, else the quote. */
  priced: PricedCall;
  /** What was held, and `priced` where no other price was settled. */
  quote: PricedCall;
  unpriced?: string | undefined;
  promised?: number | undefined;
  /** Fields of the input that the template does not know. */
  ignored?: { name: string; nearest?: string }[] | undefined;
  usage?: JsonValue | undefined;
  /** Null if no connection was opened. */
  upstream: { status: number | null; firstByteMs: number | null; totalMs: number } | null;
  /** SHA-256, base64url, of the body that the caller received. */
  replyHash: string | null;
  replyBytes: number;
  requestId?: string | undefined;
}

/** `unpriced` of a reply that had none. */
export const replyWithoutUse = 'The reply did not say what was used.';

/** A use report is a few numbers. Longer ones are not worth storing for ever. */
const longestUsage = 1_000;

/** The JSON of `Call.ending`, which `endingSchema` parses. */
export function makeEnding(end: CallEnd): JsonObject {
  const { outcome, charge, priced, quote, upstream, replyHash, replyBytes } = end;
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
  if (quote !== priced) ending['quoteLines'] = quote.lines.map(keptLineOf);
  if (end.unpriced !== undefined) ending['unpriced'] = end.unpriced;
  if (end.promised !== undefined) ending['promised'] = end.promised;
  if (end.ignored !== undefined && end.ignored.length > 0) ending['ignored'] = end.ignored;
  if (end.requestId !== undefined) ending['requestId'] = end.requestId;
  const usage = keptUsage(end.usage);
  if (usage !== undefined) ending['usage'] = usage;
  return ending;
}

export function keptUsage(usage: JsonValue | undefined): JsonValue | undefined {
  return usage !== undefined && JSON.stringify(usage).length <= longestUsage ? usage : undefined;
}

function keptLineOf({ quantity, choice, applies, amount }: PricedCall['lines'][number]): JsonObject {
  if (applies === false) return { applies, amount };
  if (quantity !== undefined) return { quantity, amount };
  return choice === undefined ? { amount } : { choice, amount };
}

const moment = z.iso.datetime();
const sha256 = z.string().meta({ description: 'SHA-256 in base64url.' });

const receiptLine = z.strictObject({
  label: z.string(),
  text: z.string().meta({ description: 'The line in words.' }),
  quantity: decimal.optional().meta({ description: 'The quantity that was counted.' }),
  units: z.string().optional().meta({ description: 'The whole units that are charged.' }),
  choice: z
    .string()
    .nullable()
    .optional()
    .meta({ description: 'The chosen row of the price table; null if none matched.' }),
  applies: z
    .literal(false)
    .optional()
    .meta({ description: 'False if the condition of the line was not met.' }),
  amount: decimal.meta({ description: 'Credits, as an exact decimal.' }),
});

const reckonedLines = { lines: z.array(receiptLine), ...reckoned };

export const callStates = ['dispatched', 'settled', 'released', 'unknown'] as const;
export type CallState = (typeof callStates)[number];

/** The response of `GET /api/calls/{id}`: enough for anybody to recompute the charge without the portal. */
export const receiptSchema = z
  .strictObject({
    id: z.string(),
    product: z.strictObject({ id: z.string(), slug: z.string(), name: z.string() }),
    template: z.strictObject({ id: z.string(), version: z.int().min(1), hash: z.string() }),
    price: priceSchema.meta({
      id: 'Price',
      description: 'The published price of this version.',
      override: { type: 'object', additionalProperties: true },
    }),
    charges: z
      .record(z.enum(outcomes), chargeSchema)
      .meta({ description: 'The charge table of this version: what each outcome costs.' }),
    caller: z.enum(['account', 'guest']),
    key: z
      .strictObject({ id: z.string(), name: z.string() })
      .optional()
      .meta({ description: 'The API key that made the call. Absent without one.' }),
    requestId: z.string().optional().meta({
      description: 'The `X-Request-Id` of the request that made the call. Absent while it runs.',
    }),
    state: z.enum(callStates).meta({
      description:
        'dispatched: running. settled: charged. released: ended without a charge. unknown: the portal stopped during the call; not charged.',
    }),
    outcome: z.enum(callOutcomes).nullable(),
    problem: z.string().optional().meta({ description: 'The error code of the response.' }),
    charge: chargeSchema.nullable().meta({ description: 'The rule of the charge table that was applied.' }),
    quoted: credits,
    held: credits.meta({ description: 'Credits on hold while the call was running.' }),
    charged: credits,
    promised: credits.optional().meta({
      description: 'Credits of the quote that was sent with the call. The call is not quoted more.',
    }),
    ignored: ignoredFields.optional().meta({
      description:
        'Fields of the input that the product does not know: names of fields, and JSON pointers for deeper ones. At most 20.',
    }),
    priced: z
      .strictObject({
        by: z.enum(['settled', 'quoted']).meta({
          description: 'By actual usage, or by the quote.',
        }),
        ...reckonedLines,
        unpriced: z.string().optional().meta({
          description: 'Why the price of the actual usage could not be computed. Nothing is charged then.',
        }),
      })
      .nullable(),
    quote: z.strictObject(reckonedLines).optional().meta({
      description:
        'The price of the input, which was held. Present where `priced` is by actual usage: the charge is the lesser of the two.',
    }),
    usage: z.unknown().optional().meta({ description: 'The usage that the API reported.' }),
    upstream: upstream.nullable(),
    times: z.strictObject({
      startedAt: moment,
      settledAt: moment.nullable(),
      milliseconds: z.int().nullable(),
    }),
    hashes: z.strictObject({ input: sha256, reply: sha256.nullable() }),
    replyBytes: z.int().min(0).nullable(),
    entries: z
      .array(z.strictObject({ id: z.int(), kind: z.string(), amount: z.int(), at: moment }))
      .meta({ description: 'The ledger entries of the call.' }),
    signature: z
      .strictObject({
        algorithm: z.literal('Ed25519'),
        publicKey: z
          .string()
          .meta({ description: 'Base64url. The key of this portal is at /api/receipt-key.' }),
        value: z.string().meta({
          description:
            'Base64url. Signature of the receipt without this value, as canonical JSON in UTF-8 (keys sorted by code unit, no white space).',
        }),
      })
      .meta({ description: 'Proves that this portal issued the receipt and that it was not changed.' }),
  })
  .meta({ id: 'Receipt', description: 'What a call cost and why.' });

export type Receipt = z.output<typeof receiptSchema>;
