'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import Link from 'next/link';
import { useState } from 'react';
import type { Receipt } from '../../lib/receipt/receipt.ts';
import { RerunButton } from '../calls/rerun-button.tsx';
import { fetchJson } from '../fetch-json.ts';
import { LazyBoundary, lazyPart } from '../lazy-boundary.tsx';
import { OwnLoadError } from '../load-error.tsx';
import { saveBlob } from '../browser.ts';
import type { CallOfAll } from './call-head.tsx';
import { CodeBlock } from '../shell/code-block.tsx';
import { ConfirmButton } from '../shell/confirmation.tsx';
import { receiptOptions, callInputOptions } from './receipt-options.ts';
import { ReceiptFacts, ReceiptStub } from './receipt-stub.tsx';

const CallHead = lazyPart(async () => (await import('./call-head.tsx')).CallHead);
const VerifyPanel = lazyPart(async () => (await import('./verify-panel.tsx')).VerifyPanel);

interface Props {
  id: string;
  mayDeleteInput: boolean;
  /** The account that the reader may refund the call to. */
  refundTo: string | null;
  /** Who made it, for operators: then the page is one of the console. */
  call?: CallOfAll | undefined;
}

/** The receipt of a call: reading, verifying, saving and printing it. */
export function CallReceipt({ id, ...may }: Props) {
  const { data, error, isPending, refetch } = useQuery(receiptOptions(id));
  return (
    <main className="mx-auto w-full max-w-6xl px-4 py-8 sm:px-6 sm:py-10">
      {!may.call && <Head />}
      {isPending && <p className="mt-6 text-quiet">Loading the receipt…</p>}
      {error && !data && <OwnLoadError what="The receipt" error={error} retry={() => void refetch()} />}
      {data && <Loaded id={id} receipt={data} {...may} />}
    </main>
  );
}

function Head() {
  return (
    <>
      <p>
        <Link
          href="/calls"
          className="inline-block py-1 text-sm text-quiet underline-offset-4 hover:underline"
        >
          All calls
        </Link>
      </p>
      <h1 className="text-3xl font-semibold tracking-tight">Receipt</h1>
    </>
  );
}

function Loaded({ id, receipt, mayDeleteInput, refundTo, call }: Props & { receipt: Receipt }) {
  const [verifying, setVerifying] = useState(false);
  const { data: input } = useQuery(callInputOptions(id));
  const save = () =>
    saveBlob(new Blob([JSON.stringify(receipt, null, 2)], { type: 'application/json' }), `${id}.json`);
  const verify = (
    <button
      type="button"
      aria-expanded={verifying}
      onClick={() => setVerifying(!verifying)}
      className="button button-main"
    >
      Verify
    </button>
  );
  const rerun = <RerunButton callId={id} slug={receipt.product.slug} what="with the same input" />;
  return (
    <>
      <p role="status" className="sr-only">
        {receipt.state === 'dispatched' ? 'The call is running.' : 'The call has ended.'}
      </p>
      {call && (
        <LazyBoundary what="The head of the call">
          <CallHead {...{ call, receipt, refundTo, save }}>
            {input && rerun}
            {verify}
          </CallHead>
        </LazyBoundary>
      )}
      <div
        className={`mt-6 grid grid-cols-1 gap-x-12 gap-y-6 ${call ? 'lg:grid-cols-[minmax(0,1fr)_27rem]' : 'lg:grid-cols-[minmax(0,38rem)_minmax(0,1fr)]'}`}
      >
        <div className={call && 'lg:order-last'}>
          <ReceiptStub receipt={receipt} isShort={call !== undefined} />
        </div>
        <div>
          {call ? (
            <section aria-labelledby="ended" className="rounded-lg border border-line bg-card px-4 pt-3 pb-4">
              <h2 id="ended" className="mb-3 text-base font-semibold">
                How it ended
              </h2>
              <ReceiptFacts receipt={receipt} isOfConsole />
            </section>
          ) : (
            <div className="flex flex-wrap items-start gap-3">
              {verify}
              <button type="button" onClick={save} className="button">
                Download JSON
              </button>
              {rerun}
            </div>
          )}
          {verifying && (
            <LazyBoundary
              what="The verification"
              waiting={<p className="mt-6 text-quiet">Loading the verification…</p>}
            >
              <VerifyPanel receipt={receipt} />
            </LazyBoundary>
          )}
          <StoredInput id={id} mayDelete={mayDeleteInput} isOfConsole={call !== undefined} />
        </div>
      </div>
    </>
  );
}

/** The stored input of the call, for its owner. Who made the call can delete it, and who manages the account. */
function StoredInput({
  id,
  mayDelete,
  isOfConsole,
}: {
  id: string;
  mayDelete: boolean;
  isOfConsole: boolean;
}) {
  const { data, error, isPending } = useQuery(callInputOptions(id));
  const client = useQueryClient();
  async function deleteInput() {
    await fetchJson('DELETE /api/calls/{call_id}/input', { params: { call_id: id } });
    client.setQueryData(callInputOptions(id).queryKey, null);
  }
  return (
    <section aria-labelledby="input" className="mt-10 first:mt-0">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="input" className="text-lg font-semibold">
          Input
        </h2>
        {data && mayDelete && (
          <ConfirmButton
            label="Delete input"
            className="rounded-md border border-line px-3 py-1.5 text-sm text-bad hover:bg-sunk"
            title="Delete the input?"
            action="Delete"
            act={deleteInput}
          >
            <p>
              The input of this call is deleted permanently. The receipt stays, with the hash of the input.
            </p>
          </ConfirmButton>
        )}
      </div>
      {isPending && <p className="mt-2 text-quiet">Loading the input…</p>}
      {error && !data && <p className="mt-2 text-quiet">{error.message}</p>}
      {data === null && (
        <p className="mt-2 text-quiet">
          {isOfConsole
            ? 'Its account alone sees it, while it is stored. '
            : 'The input is no longer stored, or you do not have access to it. '}
          The receipt has its hash.
        </p>
      )}
      {data && (
        <div className="mt-3">
          <CodeBlock text={JSON.stringify(data, null, 2)} label="Input as JSON" />
        </div>
      )}
    </section>
  );
}
