import { outcomeWords, stateWords } from '../call/call-words.ts';
import { groupedNumber, signedNumber } from '../text/numbers.ts';
import { isJsonObject, type JsonValue } from '../json/json.ts';
import { type Receipt, receiptSchema } from './receipt.ts';
import { type Difference, verifyReceipt } from './verify-receipt.ts';

/** A recomputed value, and where the receipt differs. */
export interface ReceiptCheck {
  what: string;
  /** The value in the receipt. */
  stated: string;
  differences: Difference[];
}

export type ReceiptChecks =
  | { readable: true; checks: ReceiptCheck[] }
  /** Why the value is not a receipt. */
  | { readable: false; differences: Difference[] };

interface Part {
  what: string;
  stated: string;
  /** Pointers to the values of this check, including everything below them. */
  pointers: string[];
}

/** The checks of `verifyReceipt` as a list, passed or failed. */
export function receiptChecks(value: JsonValue): ReceiptChecks {
  const verification = verifyReceipt(value);
  const differences = verification.ok ? [] : verification.differences;
  const parsed = receiptSchema.safeParse(value);
  if (!parsed.success || !isJsonObject(value)) return { readable: false, differences };
  const left = new Set(differences);
  const checks = partsOf(parsed.data).map(({ what, stated, pointers }) => {
    const own = [...left].filter(({ pointer }) => pointers.some((part) => isWithin(pointer, part)));
    for (const difference of own) left.delete(difference);
    return { what, stated, differences: own };
  });
  const others = [...left];
  if (others.length > 0) checks.push({ what: 'Everything else', stated: '', differences: others });
  return { readable: true, checks };
}

function isWithin(pointer: string, part: string): boolean {
  return pointer === part || pointer.startsWith(`${part}/`);
}

function partsOf(receipt: Receipt): Part[] {
  const { priced, quoted, charged, charge, outcome, state, entries, times } = receipt;
  const lines = (priced?.lines ?? []).map(({ label, text, amount }, index) => ({
    what: `Price line ${index + 1}: ${label}`,
    stated: `${text} = ${amount}`,
    pointers: [`/priced/lines/${index}`],
  }));
  return [
    ...lines,
    ...(priced ? [{ what: 'Total', stated: totalText(priced), pointers: ['/priced'] }] : []),
    {
      what: 'Quote',
      stated: `${quoted}, held while the call was running`,
      pointers: ['/quote', '/quoted', '/held'],
    },
    {
      what: 'Charge rule',
      stated: outcome === null ? stateWords[state] : `${outcomeWords[outcome]}: ${chargeWords(charge)}`,
      pointers: ['/charge', '/outcome', '/state'],
    },
    { what: 'Charge', stated: String(charged), pointers: ['/charged'] },
    {
      what: 'Ledger entries',
      stated: entries.map(({ kind, amount }) => `${kind} ${signedNumber(amount)}`).join(', ') || 'none',
      pointers: ['/entries'],
    },
    {
      what: 'Duration',
      stated: times.milliseconds === null ? 'still running' : `${groupedNumber(times.milliseconds)} ms`,
      pointers: ['/times'],
    },
  ];
}

function totalText({ subtotal, clamped, credits }: NonNullable<Receipt['priced']>): string {
  if (subtotal === String(credits)) return subtotal;
  const how = { minimum: 'raised to the minimum price of', maximum: 'cut to the maximum price of' };
  return `${subtotal}, ${clamped === null ? 'rounded up to' : how[clamped]} ${credits}`;
}

function chargeWords(charge: Receipt['charge']): string {
  if (charge === 'settled') return 'charged by actual usage, at most the quote';
  return charge === 'quoted' ? 'charged the full quote' : 'free';
}

/** A summary of the checks: `3 price lines, total, quote and charge`. */
export function checkedText(checks: readonly ReceiptCheck[]): string {
  const lines = checks.filter(({ what }) => what.startsWith('Price line')).length;
  const others = checks
    .filter(({ what }) => !what.startsWith('Price line'))
    .map(({ what }) => what.toLowerCase());
  return [...(lines > 0 ? [lines === 1 ? '1 price line' : `${lines} price lines`] : []), ...others].join(
    ', ',
  );
}
