'use client';

import { sizeText } from '../../lib/text/size-text.ts';
import { downloadName } from '../../lib/view/reply/download-name.ts';
import { kindName } from '../../lib/view/reply/kind-name.ts';
import type { Reply } from '../../lib/view/reply/reply.ts';
import type { ReplyKind } from '../../lib/view/reply/reply-kind.ts';
import { textOf } from './blob-contents.ts';
import { CopyButton } from '../shell/copy-button.tsx';
import { quietButton } from '../quiet-button.ts';
import { ReplyHeaders } from './reply-headers.tsx';
import { saveBlob } from '../save-blob.ts';

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
