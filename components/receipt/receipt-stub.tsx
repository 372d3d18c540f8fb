import Link from 'next/link';
import { usePortalFacts } from '../portal-facts.tsx';
import type { ReactNode } from 'react';
import { endingText, stateWords } from '../../lib/call/call-words.ts';
import type { Receipt } from '../../lib/receipt/receipt.ts';
import { creditsText, countOf, groupedNumber, signedNumber } from '../../lib/text/numbers.ts';
import { momentText } from '../../lib/text/times.ts';
import { type ReceiptRow, receiptRows } from '../../lib/view/receipt-rows.ts';
import { pricesAddress } from '../../lib/view/product-tab.ts';
import { shownName } from '../../lib/text/names.ts';

/** `isShort`: its facts stand beside it. */
export function ReceiptStub({ receipt, isShort = false }: { receipt: Receipt; isShort?: boolean }) {
  const { product, template, times, id, caller } = receipt;
  const { name: portal } = usePortalFacts();
  return (
    <PaperStub label={`Receipt of ${product.name}`}>
      <header className="px-6 pt-6">
        <div className="flex flex-wrap items-baseline justify-between gap-x-6 text-sm text-quiet">
          <p className="tracking-widest uppercase">{portal} receipt</p>
          <p className="tabular-nums">
            <time dateTime={times.startedAt}>{momentText(times.startedAt)} UTC</time>
          </p>
        </div>
        <p className="mt-3 text-lg font-semibold break-words">{product.name}</p>
        <p className="text-sm break-words text-quiet">
          <Link
            href={pricesAddress(product.slug, template.version)}
            prefetch={false}
            className="underline underline-offset-4"
          >
            Version {template.version}
          </Link>{' '}
          of <span className="font-mono break-all">{template.id}</span>
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
      {!isShort && (
        <>
          <Perforation />
          <div className="px-6 pb-4">
            <ReceiptFacts receipt={receipt} />
          </div>
        </>
      )}
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

/** One word; the lines above have the numbers. In colour if the call cost something: orange is for what can be pressed. */
function Stamp({ receipt }: { receipt: Receipt }) {
  const isFree = receipt.state !== 'dispatched' && receipt.charged === 0;
  return (
    <p className="mt-6 mb-2 flex justify-end">
      <span
        className={`inline-block max-w-full -rotate-3 rounded-sm border-4 border-double px-3 py-1 text-right font-semibold tracking-wide break-words uppercase ${isFree ? 'border-quiet text-quiet' : 'border-good text-good'}`}
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

/** Torn paper: a ragged lower edge, with a transparent background behind it. */
function PaperStub({ label, children }: { label: string; children: ReactNode }) {
  return (
    <article aria-label={label} className="[filter:drop-shadow(0_0_0.5px_var(--quiet))]">
      <div className="rounded-t-md bg-card pb-6 [mask:conic-gradient(from_-45deg_at_bottom,#0000,#000_1deg_89deg,#0000_90deg)_50%/12px_100%]">
        {children}
      </div>
    </article>
  );
}

/** A perforated line across the paper. */
function Perforation() {
  return (
    <div aria-hidden="true" className="relative my-5 border-t-2 border-dashed border-line">
      <span className="absolute -top-2 -left-2 size-4 rounded-full bg-paper" />
      <span className="absolute -top-2 -right-2 size-4 rounded-full bg-paper" />
    </div>
  );
}

/** Every line of the price, and how they add up to the charge. */
function ReceiptLines({ receipt }: { receipt: Receipt }) {
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

/** How and when the call ended, and its hashes. */
export function ReceiptFacts({
  receipt,
  isOfConsole = false,
}: {
  receipt: Receipt;
  /** Whose head has the key and the request. */
  isOfConsole?: boolean;
}) {
  const { times, state, outcome, problem, upstream, hashes, replyBytes, template, entries, usage, ignored } =
    receipt;
  const { key, requestId } = receipt;
  const upstreamStatus = upstream?.status ?? null;
  const ending = outcome && endingText({ outcome, problem: problem ?? null, upstreamStatus });
  return (
    <dl className="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-[auto_minmax(0,1fr)]">
      <Fact name="Outcome">
        {ending === null ? stateWords[state] : `${ending} · ${stateWords[state].toLowerCase()}`}
        {problem !== undefined && (
          <>
            {' ('}
            <a href={`/problems/${problem}`} className="text-accent underline underline-offset-4">
              {problem}
            </a>
            )
          </>
        )}
      </Fact>
      {!isOfConsole && key && (
        <Fact name="API key">{key.name === '' ? key.id : `${key.name} (${key.id})`}</Fact>
      )}
      {!isOfConsole && requestId !== undefined && <Fact name="Request">{requestId}</Fact>}
      <Fact name="Ended">
        {times.settledAt === null
          ? 'Not yet'
          : `${momentText(times.settledAt)} UTC, after ${durationText(times.milliseconds ?? 0)}`}
      </Fact>
      {upstream && (
        <Fact name="API">
          {upstream.status === null ? 'No usable response' : `Status ${upstream.status}`} after{' '}
          {durationText(upstream.totalMs)}
          {upstream.firstByteMs !== null && `, first byte after ${durationText(upstream.firstByteMs)}`}
        </Fact>
      )}
      {usage !== undefined && (
        <Fact name="Usage reported">
          <code className="font-mono break-all">{JSON.stringify(usage)}</code>
        </Fact>
      )}
      {ignored && (
        <Fact name="Unknown fields">
          {ignored.map(({ name, nearest }, index) => (
            <span key={name}>
              {index > 0 && ', '}
              <code className="font-mono break-all">{shownName(name)}</code>
              {nearest !== undefined && ` (did you mean “${nearest}”?)`}
            </span>
          ))}
        </Fact>
      )}
      {entries.map(({ id, kind, amount, at }) => (
        <Fact key={id} name={`Ledger entry ${id}`}>
          {entryWords[kind] ?? kind} {signedNumber(amount)}, {momentText(at)} UTC
        </Fact>
      ))}
      <Hash name="Input SHA-256" value={hashes.input} />
      {hashes.reply !== null && <Hash name="Reply SHA-256" value={hashes.reply} />}
      {hashes.reply !== null && <Fact name="Reply size">{countOf(replyBytes ?? 0, 'byte')}</Fact>}
      <Hash name="Price hash" value={template.hash} />
    </dl>
  );
}

const entryWords: Record<string, string> = { charge: 'Charge', refund: 'Refund' };

function durationText(ms: number): string {
  return ms < 10_000 ? `${groupedNumber(ms)} ms` : `${groupedNumber(ms / 1000)} s`;
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-quiet">{name}</dt>
      <dd className="-mt-2 min-w-0 break-words tabular-nums sm:mt-0">{children}</dd>
    </>
  );
}

function Hash({ name, value }: { name: string; value: string }) {
  return (
    <Fact name={name}>
      <span className="font-mono break-all">{value}</span>
    </Fact>
  );
}
