import { creditsText } from '../../lib/text/count-text.ts';
import { momentText } from '../../lib/text/moment-text.ts';
import { type Receipt, receiptSchema } from '../../lib/receipt/receipt.ts';
import { PaperStub, Perforation } from './paper-stub.tsx';
import { ReceiptFacts } from './receipt-facts.tsx';
import { ReceiptLines } from './receipt-lines.tsx';

export function ReceiptStub({ receipt }: { receipt: unknown }) {
  const parsed = receiptSchema.safeParse(receipt);
  if (!parsed.success)
    return (
      <p className="rounded-md border border-line p-4 text-quiet">
        This page cannot read the receipt. Reload the page.
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

/** A call that did not end normally says so first. */
function Notice({ receipt }: { receipt: Receipt }) {
  const text = noticeOf(receipt);
  return text === undefined ? null : <p className="mb-4 text-sm text-warn">{text}</p>;
}

function noticeOf({ state, held, priced }: Receipt): string | undefined {
  if (state === 'dispatched')
    return `This call is running. ${creditsText(held)} ${held === 1 ? 'is' : 'are'} on hold until it ends.`;
  if (state === 'unknown')
    return 'The portal stopped during this call, so its outcome is unknown. You were not charged, and the call was not repeated.';
  if (priced?.unpriced !== undefined)
    return `The price of the actual usage could not be computed, so nothing was charged: ${priced.unpriced}`;
  return undefined;
}

/** One word; the lines above have the numbers. In colour if the call cost something. */
function Stamp({ receipt }: { receipt: Receipt }) {
  const isFree = receipt.state !== 'dispatched' && receipt.charged === 0;
  return (
    <p className="mt-6 mb-2 flex justify-end">
      <span
        className={`inline-block max-w-full -rotate-3 rounded-sm border-4 border-double px-3 py-1 text-right font-semibold tracking-wide break-words uppercase ${isFree ? 'border-quiet text-quiet' : 'border-accent text-accent'}`}
      >
        {stampText(receipt)}
      </span>
    </p>
  );
}

function stampText({ state, charged, outcome }: Receipt): string {
  if (state === 'dispatched') return 'On hold';
  if (charged > 0) return 'Charged';
  return outcome === 'success' ? 'Free' : 'Not charged';
}
