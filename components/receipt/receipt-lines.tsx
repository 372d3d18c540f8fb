import type { Receipt } from '../../lib/receipt/receipt.ts';
import { type ReceiptRow, receiptRows } from '../../lib/view/receipt-rows.ts';

/** Every line of the price, and how they add up to the charge. */
export function ReceiptLines({ receipt }: { receipt: Receipt }) {
  const rows = receiptRows(receipt);
  return (
    <dl className="grid gap-3">
      {rows.map((row, index) => (
        // Lines have no id but their index.
        <Line key={index} row={row} strong={index === rows.length - 1} />
      ))}
    </dl>
  );
}

function Line({ row, strong }: { row: ReceiptRow; strong: boolean }) {
  const { label, detail, amount, faint, ruled } = row;
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
