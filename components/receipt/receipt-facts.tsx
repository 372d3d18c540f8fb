import { countOf } from '../../lib/text/count-text.ts';
import { groupedNumber } from '../../lib/text/grouped-number.ts';
import type { ReactNode } from 'react';
import { endingText, stateWords } from '../../lib/call/call-words.ts';
import { momentText } from '../../lib/text/moment-text.ts';
import type { Receipt } from '../../lib/receipt/receipt.ts';
import { signedNumber } from '../../lib/text/signed-number.ts';

/** How and when the call ended, and its hashes. */
export function ReceiptFacts({ receipt }: { receipt: Receipt }) {
  const { times, state, outcome, problem, upstream, hashes, replyBytes, template, entries, usage, ignored } =
    receipt;
  const { key, requestId } = receipt;
  const upstreamStatus = upstream?.status ?? null;
  const ending = outcome && endingText({ outcome, problem: problem ?? null, upstreamStatus });
  return (
    <dl className="grid gap-x-6 gap-y-2 px-6 pb-4 text-sm sm:grid-cols-[auto_minmax(0,1fr)]">
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
      {key && <Fact name="API key">{key.name === '' ? key.id : `${key.name} (${key.id})`}</Fact>}
      {requestId !== undefined && <Fact name="Request">{requestId}</Fact>}
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
              <code className="font-mono break-all">{name}</code>
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
