'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useState } from 'react';
import { z } from 'zod';
import type { JsonObject } from '../../lib/json/json.ts';
import { OwnLoadError } from '../own-load-error.tsx';
import { RerunButton } from '../calls/rerun-button.tsx';
import { saveBlob } from '../save-blob.ts';
import { LazyBoundary } from '../lazy-boundary.tsx';
import { lazyPart } from '../lazy-part.tsx';
import { StoredInput } from './stored-input.tsx';
import { receiptOptions } from './receipt-options.ts';
import { ReceiptStub } from './receipt-stub.tsx';

const VerifyPanel = lazyPart(async () => (await import('./verify-panel.tsx')).VerifyPanel);

/** The receipt of a call: reading, verifying, saving and printing it. */
export function CallReceipt({ id }: { id: string }) {
  const { data, error, isPending, refetch } = useQuery(receiptOptions(id));
  return (
    <main className="mx-auto w-full max-w-6xl px-4 py-8 sm:px-6 sm:py-10">
      <p>
        <Link
          href="/calls"
          className="inline-block py-1 text-sm text-quiet underline-offset-4 hover:underline"
        >
          All calls
        </Link>
      </p>
      <h1 className="text-3xl font-semibold tracking-tight">Receipt</h1>
      {isPending && <p className="mt-6 text-quiet">Loading the receipt…</p>}
      {error && !data && <OwnLoadError what="The receipt" error={error} retry={() => void refetch()} />}
      {data && <Loaded id={id} receipt={data} />}
    </main>
  );
}

/** The fields that the page itself uses. */
const known = z.object({ state: z.string(), product: z.object({ slug: z.string() }) });

function Loaded({ id, receipt }: { id: string; receipt: JsonObject }) {
  const [verifying, setVerifying] = useState(false);
  const { data: facts } = known.safeParse(receipt);
  return (
    <>
      <p role="status" className="sr-only">
        {facts?.state === 'dispatched' ? 'The call is running.' : 'The call has ended.'}
      </p>
      <div className="mt-6 grid grid-cols-1 gap-x-12 gap-y-6 lg:grid-cols-[minmax(0,38rem)_minmax(0,1fr)]">
        <div>
          <ReceiptStub receipt={receipt} />
        </div>
        <div>
          <div className="flex flex-wrap items-start gap-3">
            <button
              type="button"
              aria-expanded={verifying}
              onClick={() => setVerifying(!verifying)}
              className="rounded-md border border-accent bg-accent px-4 py-1.5 text-sm font-medium text-accent-ink"
            >
              Verify
            </button>
            <button
              type="button"
              onClick={() =>
                saveBlob(
                  new Blob([JSON.stringify(receipt, null, 2)], { type: 'application/json' }),
                  `${id}.json`,
                )
              }
              className="rounded-md border border-line px-3 py-1.5 text-sm hover:bg-sunk"
            >
              Download JSON
            </button>
            {facts && <RerunButton callId={id} slug={facts.product.slug} what="with the same input" />}
          </div>
          {verifying && (
            <LazyBoundary
              what="The verification"
              waiting={<p className="mt-6 text-quiet">Loading the verification…</p>}
            >
              <VerifyPanel receipt={receipt} />
            </LazyBoundary>
          )}
          <StoredInput id={id} />
        </div>
      </div>
    </>
  );
}
