'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { fetchJson } from '../fetch-json.ts';
import { CodeBlock } from '../shell/code-block.tsx';
import { Confirmation } from '../shell/confirmation.tsx';
import { callInputOptions } from './receipt-options.ts';

/** The stored input of the call, for its owner, who can delete it. */
export function StoredInput({ id }: { id: string }) {
  const { data, error, isPending } = useQuery(callInputOptions(id));
  const [asking, setAsking] = useState(false);
  return (
    <section aria-labelledby="input" className="mt-10">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="input" className="text-lg font-semibold">
          Input
        </h2>
        {data && (
          <button
            type="button"
            onClick={() => setAsking(true)}
            className="rounded-md border border-line px-3 py-1.5 text-sm text-bad hover:bg-sunk"
          >
            Delete input
          </button>
        )}
      </div>
      {isPending && <p className="mt-2 text-quiet">Loading the input…</p>}
      {error && !data && <p className="mt-2 text-quiet">{error.message}</p>}
      {data === null && (
        <p className="mt-2 text-quiet">
          The input is no longer stored, or you may not see it. The receipt has its hash.
        </p>
      )}
      {data && (
        <div className="mt-3">
          <CodeBlock text={JSON.stringify(data, null, 2)} label="Input as JSON" />
        </div>
      )}
      {asking && <DeleteDialog id={id} onClose={() => setAsking(false)} />}
    </section>
  );
}

function DeleteDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const client = useQueryClient();
  async function act() {
    const address = `/api/calls/${encodeURIComponent(id)}/input`;
    await fetchJson(address, z.undefined(), new AbortController().signal, { method: 'DELETE' });
    client.setQueryData(callInputOptions(id).queryKey, null);
    onClose();
  }
  return (
    <Confirmation title="Delete the input?" action="Delete" act={act} close={onClose}>
      <p>The input of this call is deleted permanently. The receipt stays, with the hash of the input.</p>
    </Confirmation>
  );
}
