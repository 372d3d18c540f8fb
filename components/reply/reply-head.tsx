'use client';

import { sizeText } from '../../lib/text/numbers.ts';
import { downloadName } from '../../lib/view/reply/download-name.ts';
import { kindName, type ReplyKind, type Reply } from '../../lib/view/reply/reply-kind.ts';
import { quietButton } from '../shell/buttons.tsx';
import { saveBlob } from '../browser.ts';
import { CopyButton } from '../shell/copy-button.tsx';
import { textOf } from './blob-contents.ts';

const copied: ReplyKind[] = ['events', 'json', 'html', 'markdown', 'table', 'text'];

/** The type and size of a reply, with buttons to copy and save it. */
export function ReplyHead({ reply, kind }: { reply: Reply; kind: ReplyKind | null }) {
  const { body, contentType, headers } = reply;
  const isSvg = /^image\/svg\+xml\b/i.test(contentType);
  return (
    <header>
      <div className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2">
        <h2 className="sr-only">Reply</h2>
        <Status status={reply.status} />
        <p className="min-w-0 text-sm break-words text-quiet tabular-nums">
          {kind !== null && <span className="text-ink">{nameOf(kind)}</span>}
          {kind !== null && ' · '}
          {sizeText(body?.size ?? reply.receivedBytes ?? 0)}
        </p>
        <div className="ml-auto flex min-h-7 gap-2">
          {body !== null && kind !== null && (isSvg || copied.includes(kind)) && (
            <CopyButton label="Copy" text={() => textOf(body)} />
          )}
          {body !== null && body.size > 0 && (
            <button
              type="button"
              className={quietButton}
              onClick={() => saveBlob(body, downloadName(headers, contentType))}
            >
              Download
            </button>
          )}
        </div>
      </div>
      <ReplyHeaders headers={headers} />
    </header>
  );
}

const goodWords: Record<number, string> = { 201: 'Created', 202: 'Accepted', 204: 'No content' };

function Status({ status }: { status: number }) {
  const isGood = status < 400;
  return (
    <p className="flex items-center gap-2 text-sm font-semibold tabular-nums">
      <span aria-hidden className={`size-2 rounded-full ${isGood ? 'bg-good' : 'bg-bad'}`} />
      <span className={isGood ? 'text-good' : 'text-bad'}>
        {status} {isGood ? (goodWords[status] ?? 'OK') : status < 500 ? 'Refused' : 'Failed'}
      </span>
    </p>
  );
}

function nameOf(kind: ReplyKind): string {
  const name = kindName(kind);
  return name.charAt(0).toUpperCase() + name.slice(1);
}

function ReplyHeaders({ headers }: { headers: [string, string][] }) {
  if (headers.length === 0) return null;
  return (
    <details className="group border-t border-dashed border-line text-sm">
      <summary className="flex min-h-8 cursor-pointer items-center px-4 py-1 text-quiet hover:text-ink">
        <DisclosureCaret />
        {headers.length} {headers.length === 1 ? 'header' : 'headers'}
      </summary>
      <div
        role="region"
        aria-label="List of headers"
        tabIndex={0}
        className="max-h-80 overflow-auto px-4 pb-3 -outline-offset-2"
      >
        <table className="w-full font-mono text-xs">
          <caption className="sr-only">Headers of the reply</caption>
          <thead className="sr-only">
            <tr>
              <th scope="col">Header</th>
              <th scope="col">Value</th>
            </tr>
          </thead>
          <tbody>
            {headers.map(([name, value], index) => (
              <tr
                key={`${index} ${name}`}
                className="block border-t border-line py-1 align-top @md:table-row"
              >
                <th
                  scope="row"
                  className="block py-0.5 pr-4 text-left font-normal wrap-anywhere text-quiet @md:table-cell @md:w-64"
                >
                  {name}
                </th>
                <td className="block py-0.5 break-all @md:table-cell">{value}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <div className="mt-2">
          <CopyButton
            label="Copy headers"
            text={() => headers.map(([name, value]) => `${name}: ${value}`).join('\n')}
          />
        </div>
      </div>
    </details>
  );
}

/** Points down while its `details` element, of class `group`, is open. */
function DisclosureCaret() {
  return (
    <svg aria-hidden viewBox="0 0 10 10" className="mr-1.5 size-2.5 shrink-0 group-open:rotate-90">
      <path d="M3 1l4 4-4 4" fill="none" stroke="currentColor" strokeWidth="1.5" />
    </svg>
  );
}
