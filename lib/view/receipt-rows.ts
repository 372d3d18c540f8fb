import { groupedDigits, groupedNumber } from '../text/numbers.ts';
import { decimalText, microsOf, microsOfText } from '../price/decimal.ts';
import type { Receipt } from '../receipt/receipt.ts';

/** A line of a receipt: a line of the price, an adjustment, or a sum. */
export interface ReceiptRow {
  label: string;
  detail?: string;
  amount: string;
  /** Its condition was false. */
  faint?: true;
  /** A sum has a rule above it. */
  ruled?: true;
}

/** The rows from the lines of the price to the charge. They add up; a sum that equals the charge is not repeated. */
export function receiptRows(receipt: Receipt): ReceiptRow[] {
  const { priced, quoted, charged, state, promised } = receipt;
  const isRunning = state === 'dispatched';
  const total = priced?.credits;
  // The lines of a usage-based charge differ from its quote.
  const isQuoteOfLines = priced?.by === 'quoted' && total === quoted;
  return [
    ...(priced ? [...lineRows(priced), ...adjustmentRows(priced)] : []),
    ...(total !== undefined && total !== charged && !isQuoteOfLines
      ? [{ label: 'Total', amount: groupedNumber(total), ruled: true as const }]
      : []),
    ...(promised !== undefined && promised !== quoted
      ? [{ label: 'Quote sent with the call', amount: groupedNumber(promised) }]
      : []),
    ...(isRunning || quoted !== charged
      ? [
          {
            label: 'Quoted',
            detail: 'Highest possible charge',
            amount: groupedNumber(quoted),
            ...(isQuoteOfLines && { ruled: true as const }),
          },
        ]
      : []),
    {
      label: 'Charged',
      detail: chargeText(receipt),
      amount: isRunning ? '…' : groupedNumber(charged),
      ruled: true,
    },
  ];
}

type Priced = NonNullable<Receipt['priced']>;

function lineRows({ lines }: Priced): ReceiptRow[] {
  return lines.map(({ label, text, quantity, units, amount, applies }) => ({
    label,
    detail:
      quantity !== undefined && units !== undefined && units !== '0' && quantity !== units
        ? `${text} (${groupedDigits(quantity)} counted)`
        : text,
    amount: groupedDigits(amount),
    ...(applies === false && { faint: true as const }),
  }));
}

/** Adjustments between the sum of the lines and the price in whole credits. */
function adjustmentRows({ subtotal, clamped, credits }: Priced): ReceiptRow[] {
  const difference = microsOf(credits) - (microsOfText(subtotal) ?? 0n);
  if (difference === 0n) return [];
  const amount = `${difference > 0n ? '+' : '−'}${groupedDigits(decimalText(difference > 0n ? difference : -difference))}`;
  return [{ label: clamped === null ? 'Rounding up' : boundLabels[clamped], amount }];
}

const boundLabels = {
  minimum: 'Up to the minimum price',
  maximum: 'Down to the maximum price',
};

function chargeText({ charge, state, charged, quoted, priced }: Receipt): string {
  if (state === 'dispatched') return 'When the call has ended';
  if (priced?.unpriced !== undefined) return 'The price could not be computed';
  if (charge === null || charge === 'nothing') return 'This outcome is free';
  if (quoted === 0) return 'This call is free';
  if (charge === 'quoted') return 'This outcome costs the full quote';
  if (priced && priced.credits > quoted) return 'Never more than the quote';
  return charged === quoted ? 'As quoted' : 'By actual usage';
}
