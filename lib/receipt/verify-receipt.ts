import { chargedCredits, chargeRow } from '../call/charges.ts';
import { isJsonObject, type JsonValue, type JsonObject } from '../json/json.ts';
import { parseStrictJson } from '../json/strict-json.ts';
import { isSettledByUse, recomputeLine, recomputePrice } from '../price/recompute.ts';
import { Problem } from '../problem/problem.ts';
import { type Receipt, receiptSchema } from './receipt.ts';

export interface Difference {
  pointer: string;
  stated: JsonValue;
  computed: JsonValue;
  detail: string;
}

type Verification = { ok: true } | { ok: false; differences: Difference[] };

/**
 * Recomputes a receipt from itself alone: each line from its quantity and the price, their sum, minimum and maximum,
 * the row of the charge table, and the charge. The signature shows whether the portal wrote it.
 */
export function verifyReceipt(value: JsonValue): Verification {
  const parsed = receiptSchema.safeParse(value);
  const found = new Differences();
  if (parsed.success) verifyParsed(parsed.data, found);
  else
    for (const { path, message } of parsed.error.issues)
      found.add(`/${path.map(String).map(escaped).join('/')}`, valueAt(value, path), null, message);
  const { list } = found;
  return list.length === 0 ? { ok: true } : { ok: false, differences: list };
}

class Differences {
  readonly list: Difference[] = [];

  add(pointer: string, stated: JsonValue, computed: JsonValue, detail: string): void {
    this.list.push({ pointer, stated, computed, detail });
  }

  compare(pointer: string, stated: JsonValue, computed: JsonValue, detail: string): void {
    if (stated !== computed) this.add(pointer, stated, computed, detail);
  }
}

function verifyParsed(receipt: Receipt, found: Differences): void {
  const { price, priced, quote } = receipt;
  if (priced) verifyReckoning(price, priced, '/priced', found);
  if (quote) verifyReckoning(price, quote, '/quote', found);
  verifyQuote(receipt, found);
  verifyCharge(receipt, found);
  verifyTimes(receipt, found);
}

function verifyReckoning(
  price: Receipt['price'],
  stated: NonNullable<Receipt['quote']>,
  at: string,
  found: Differences,
): void {
  const { lines, subtotal, clamped, credits } = stated;
  found.compare(`${at}/lines`, lines.length, price.lines.length, 'There is one line for each of the price.');
  for (const [index, kept] of lines.entries()) {
    const written = price.lines[index];
    if (!written) continue;
    const place = `${at}/lines/${index}`;
    const result = recomputeLine(written, kept);
    if (!result.ok) {
      found.add(place, kept.amount, null, result.detail);
      continue;
    }
    const { line } = result;
    for (const name of lineFigures)
      found.compare(`${place}/${name}`, kept[name] ?? null, line[name] ?? null, lineRules[name]);
  }
  const whole = recomputePrice(price, lines);
  if (!whole) return;
  found.compare(`${at}/subtotal`, subtotal, whole.subtotal, 'The sum of the lines.');
  found.compare(`${at}/clamped`, clamped, whole.clamped, 'Whether the minimum or maximum applied.');
  found.compare(
    `${at}/credits`,
    credits,
    whole.credits,
    'The sum rounded up once, raised to the minimum, cut to the maximum.',
  );
}

const lineRules = {
  label: 'The label as the price has it.',
  text: 'The line in words.',
  quantity: 'Only a line that counts has a quantity.',
  units: 'The whole units of the quantity that are charged.',
  choice: 'Only a line that is a choice has one.',
  applies: 'Whether the line applies.',
  amount: 'The units, or the choice, by the price as written.',
} as const;
const lineFigures = ['label', 'text', 'quantity', 'units', 'choice', 'applies', 'amount'] as const;

/**
 * The lines determine the quote if they are the quote's lines, or if no line settles by another quantity. Old receipts
 * of what was settled by use have no lines of the quote.
 */
function verifyQuote({ price, priced, quote, quoted, held, promised }: Receipt, found: Differences): void {
  found.compare('/held', held, quoted, 'What was quoted is held.');
  if (quoted > price.maximum)
    found.add('/quoted', quoted, price.maximum, 'A quote is never above the maximum of the price.');
  if (promised !== undefined && quoted > promised)
    found.add('/quoted', quoted, promised, 'The quote is not above the one that the call came with.');
  const isOfQuote = priced && (priced.by === 'quoted' || !isSettledByUse(price));
  const lines = isOfQuote ? priced.lines : quote?.lines;
  const whole = lines && recomputePrice(price, lines);
  if (!whole) return;
  const computed = Math.min(whole.credits, promised ?? whole.credits);
  found.compare('/quoted', quoted, computed, 'What the lines of the quote come to.');
}

function verifyCharge(receipt: Receipt, found: Differences): void {
  const { outcome, charge, charges, priced, state, quoted, charged, entries } = receipt;
  const row = outcome === null ? null : chargeRow(charges, outcome);
  found.compare('/charge', charge, row, 'The row of the charge table for this outcome.');
  if ((outcome === null) !== (priced === null))
    found.add('/outcome', outcome, null, 'A call has lines once it has an outcome.');
  if ((state === 'dispatched' || state === 'unknown') && outcome !== null)
    found.add('/state', state, null, 'A call whose outcome is known has ended.');
  if (state === 'settled' && outcome === null)
    found.add('/outcome', null, null, 'A call that is settled has an outcome.');
  if (priced) {
    const by = row === 'settled' && priced.unpriced === undefined ? 'settled' : 'quoted';
    found.compare('/priced/by', priced.by, by, 'Lines are of the settled price where that was applied.');
  }
  found.compare('/charged', charged, chargeOf(receipt), chargeRule(state));
  if (charged > quoted) found.add('/charged', charged, quoted, 'No call is charged more than its quote.');
  const sumOf = (kind: string) =>
    entries.reduce((sum, entry) => (entry.kind === kind ? sum + entry.amount : sum), 0);
  found.compare('/entries', 0 - sumOf('charge'), charged, 'What the entries take is what was charged.');
  if (sumOf('refund') > charged)
    found.add('/entries', sumOf('refund'), charged, 'No more is given back than was charged.');
}

function chargeRule(state: Receipt['state']): string {
  return state === 'settled'
    ? 'By the row of the charge table: the settled price, at most the quote; the quote; or nothing.'
    : `A call that is ${state} has cost nothing.`;
}

function chargeOf({ state, outcome, charges, price, priced, quoted }: Receipt): number {
  if (state !== 'settled' || outcome === null || !priced) return 0;
  const credits = recomputePrice(price, priced.lines)?.credits ?? priced.credits;
  return chargedCredits(chargeRow(charges, outcome), quoted, priced.unpriced === undefined ? credits : null);
}

function verifyTimes({ times, state }: Receipt, found: Differences): void {
  const { startedAt, settledAt, milliseconds } = times;
  const took = settledAt === null ? null : Date.parse(settledAt) - Date.parse(startedAt);
  found.compare('/times/milliseconds', milliseconds, took, 'From the start to the end.');
  if ((state === 'dispatched') !== (settledAt === null))
    found.add('/times/settledAt', settledAt, null, 'A call has an end once it is no longer under way.');
}

function valueAt(value: JsonValue, path: readonly PropertyKey[]): JsonValue {
  let at: JsonValue = value;
  for (const step of path) {
    if (Array.isArray(at)) at = at[Number(step)] ?? null;
    else if (isJsonObject(at)) at = at[String(step)] ?? null;
    else return null;
  }
  return typeof at === 'object' ? null : at;
}

function escaped(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** `reason` follows the name of the file. */
type ReadReceipt = { ok: true; receipt: JsonObject } | { ok: false; reason: string };

/** The receipt in a file that somebody was given. */
export function receiptOfText(text: string): ReadReceipt {
  const duplicate = duplicateKey(text);
  if (duplicate !== undefined) return { ok: false, reason: `is not a receipt: ${duplicate}` };
  const value = tryParse(text);
  if (value === undefined) return { ok: false, reason: 'is not JSON.' };
  if (isJsonObject(value) && typeof value['id'] === 'string' && 'signature' in value)
    return { ok: true, receipt: value };
  return {
    ok: false,
    reason: 'is not a receipt: expected the answer of /api/calls/CALL_ID, with an id and a signature.',
  };
}

/** `JSON.parse` takes the last of two equal keys; a person who reads the text might take the first. */
function duplicateKey(text: string): string | undefined {
  try {
    parseStrictJson(text);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    // The signature covers what else the strict parser refuses.
    if (error.code === 'duplicate-key') return error.message;
  }
  return undefined;
}

function tryParse(text: string): JsonValue | undefined {
  try {
    return jsonOf(text);
  } catch {
    return undefined;
  }
}

/** Guaranteed by `JSON.parse`. */
function jsonOf(text: string): JsonValue {
  return JSON.parse(text) as JsonValue;
}
