import { groupedDigits, groupedNumber } from '../../lib/grouped-number.ts';
import type { ReactNode } from 'react';
import type { Receipt } from '../../lib/receipt.ts';

/** Every line of the price, what it was reckoned with, and how the charge follows from them. */
export function ReceiptLines({ receipt }: { receipt: Receipt }) {
  const { priced, quoted, charged, state, promised } = receipt;
  return (
    <dl className="grid gap-3">
      {priced?.lines.map(({ label, text, quantity, units, amount, applies }, index) => (
        <Line
          // Lines have no identity but their place.
          key={index}
          label={label}
          detail={
            <>
              {text}
              {quantity !== undefined && units !== undefined && quantity !== units
                ? ` (${groupedDigits(quantity)} counted)`
                : ''}
            </>
          }
          amount={groupedDigits(amount)}
          faint={applies === false}
        />
      ))}
      {priced && (
        <Line
          label={priced.by === 'settled' ? 'By what was used' : 'By what was quoted'}
          detail={sumText(priced)}
          amount={groupedNumber(priced.credits)}
          ruled={priced.lines.length > 0}
        />
      )}
      {promised !== undefined && (
        <Line label="The quote that came with the call" amount={groupedNumber(promised)} />
      )}
      <Line label="Quoted" detail="What the call could cost at most" amount={groupedNumber(quoted)} />
      <Line
        label="Charged"
        detail={chargeText(receipt)}
        amount={state === 'dispatched' ? '…' : groupedNumber(charged)}
        strong
        ruled
      />
    </dl>
  );
}

function sumText({ subtotal, clamped, credits }: NonNullable<Receipt['priced']>): string {
  if (clamped !== null) return `${groupedDigits(subtotal)}, ${clampWords[clamped]}`;
  return subtotal === String(credits)
    ? 'The sum of the lines'
    : `${groupedDigits(subtotal)}, rounded up once`;
}

const clampWords = {
  minimum: 'raised to the minimum of the price',
  maximum: 'cut to the maximum of the price',
};

function chargeText({ charge, state, charged, quoted, priced }: Receipt): string | undefined {
  if (state === 'dispatched') return 'Once the call has ended';
  if (charge === null || charge === 'nothing' || charged === 0) return 'This outcome costs nothing';
  if (charge === 'quoted') return 'This outcome costs the quote';
  return priced && priced.credits > quoted ? 'Never more than quoted' : 'What was used';
}

function Line({
  label,
  detail,
  amount,
  faint = false,
  strong = false,
  ruled = false,
}: {
  label: string;
  detail?: ReactNode;
  amount: string;
  faint?: boolean;
  strong?: boolean;
  ruled?: boolean;
}) {
  return (
    <div
      className={`grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-2 ${ruled ? 'border-t border-line pt-3' : ''} ${faint ? 'text-quiet' : ''}`}
    >
      <dt className={`flex min-w-0 items-baseline gap-2 ${strong ? 'text-lg font-semibold' : ''}`}>
        <span className="min-w-0 break-words">{label}</span>
        <span aria-hidden="true" className="min-w-4 flex-1 border-b-2 border-dotted border-line" />
      </dt>
      <dd className={`max-w-40 break-all tabular-nums ${strong ? 'text-lg font-semibold' : ''}`}>{amount}</dd>
      {detail !== undefined && <dd className="col-span-2 pr-12 text-sm break-words text-quiet">{detail}</dd>}
    </div>
  );
}
