import { groupedNumber } from '../../lib/grouped-number.ts';
import type { ReactNode } from 'react';
import { creditsText } from '../../lib/call-words.ts';
import { momentText } from '../../lib/moment-text.ts';
import { type Receipt, receiptSchema } from '../../lib/receipt.ts';
import { PaperStub, Perforation } from './paper-stub.tsx';
import { ReceiptFacts } from './receipt-facts.tsx';
import { ReceiptLines } from './receipt-lines.tsx';

/** A receipt as the paper that is torn off when a call is made. */
export function ReceiptStub({ receipt }: { receipt: unknown }) {
  const parsed = receiptSchema.safeParse(receipt);
  if (!parsed.success)
    return (
      <p className="rounded-md border border-line p-4 text-quiet">
        This receipt is not of a form that this page knows. Load the page again.
      </p>
    );
  return <Paper receipt={parsed.data} />;
}

function Paper({ receipt }: { receipt: Receipt }) {
  const { product, template, times, id, caller } = receipt;
  return (
    <PaperStub label={`Receipt of ${product.name}`}>
      <header className="px-6 pt-6">
        <div className="flex flex-wrap items-baseline justify-between gap-x-6 text-sm text-quiet">
          <p className="tracking-widest uppercase">Farebox receipt</p>
          <p className="tabular-nums">
            <time dateTime={times.startedAt}>{momentText(times.startedAt)} UTC</time>
          </p>
        </div>
        <p className="mt-3 text-lg font-semibold break-words">{product.name}</p>
        <p className="text-sm break-words text-quiet">
          Version {template.version} of <span className="font-mono break-all">{template.id}</span>
          {caller === 'guest' ? ', called as a guest' : ''}
        </p>
        <p className="mt-1 font-mono text-sm break-all text-quiet">{id}</p>
      </header>
      <Perforation />
      <div className="px-6">
        <Notice receipt={receipt} />
        <ReceiptLines receipt={receipt} />
        <Stamp receipt={receipt} />
      </div>
      <Perforation />
      <ReceiptFacts receipt={receipt} />
    </PaperStub>
  );
}

/** What is not an ordinary end is said first. */
function Notice({ receipt }: { receipt: Receipt }) {
  const text = noticeOf(receipt);
  return text === undefined ? null : <p className="mb-4 text-sm text-warn">{text}</p>;
}

function noticeOf({ state, held, priced }: Receipt): string | undefined {
  if (state === 'dispatched')
    return `This call is under way. ${creditsText(held)} ${held === 1 ? 'is' : 'are'} held until it ends.`;
  if (state === 'unknown')
    return 'The portal stopped in the middle of this call, so that nobody knows how it ended. It cost nothing, and was not made again.';
  if (priced?.unpriced !== undefined)
    return `What was used could not be priced, and nothing is charged: ${priced.unpriced}`;
  return undefined;
}

/** Pressed onto the paper when the call is settled: in colour where it cost something, as on the stub of the ticket. */
function Stamp({ receipt }: { receipt: Receipt }) {
  const isFree = receipt.state !== 'dispatched' && receipt.charged === 0;
  return (
    <p className="mt-6 mb-2 flex justify-end">
      <span
        className={`inline-block max-w-full -rotate-3 rounded-sm border-4 border-double px-3 py-1 text-right font-semibold tracking-wide break-words uppercase tabular-nums ${isFree ? 'border-quiet text-quiet' : 'border-accent text-accent'}`}
      >
        {stampText(receipt)}
      </span>
    </p>
  );
}

function stampText({ state, charged, quoted, held }: Receipt): ReactNode {
  if (state === 'dispatched') return `${groupedNumber(held)} held`;
  return `Charged ${groupedNumber(charged)} of ${groupedNumber(quoted)} quoted`;
}
