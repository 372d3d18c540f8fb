'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { fetchJson } from '../fetch-json.ts';
import { ModalDialog } from '../keys/modal-dialog.tsx';
import { callInputOptions } from './receipt-options.ts';

/** What was sent with the call, for its owner, as long as it is kept; they may have it forgotten at once. */
export function KeptInput({ id }: { id: string }) {
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
            className="rounded-md border border-line px-3 py-1.5 text-sm hover:bg-sunk"
          >
            Delete the input
          </button>
        )}
      </div>
      {isPending && <p className="mt-2 text-quiet">Loading the input…</p>}
      {error && !data && <p className="mt-2 text-quiet">{error.message}</p>}
      {data === null && (
        <p className="mt-2 text-quiet">
          The input is not kept any more, or is not yours to see. The receipt has its hash.
        </p>
      )}
      {data && (
        // A region that scrolls is reached by the keyboard.
        <pre
          tabIndex={0}
          aria-label="Input as JSON"
          role="group"
          className="mt-3 max-h-96 overflow-auto rounded-md border border-line bg-sunk p-4 font-mono text-sm"
        >
          {JSON.stringify(data, null, 2)}
        </pre>
      )}
      {asking && <DeleteDialog id={id} onClose={() => setAsking(false)} />}
    </section>
  );
}

function DeleteDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () =>
      fetchJson(`/api/calls/${encodeURIComponent(id)}/input`, z.undefined(), new AbortController().signal, {
        method: 'DELETE',
      }),
    onSuccess: () => {
      client.setQueryData(callInputOptions(id).queryKey, null);
      onClose();
    },
  });
  return (
    <ModalDialog title="Delete the input?" onClose={onClose}>
      <p className="mt-2">
        What was sent with this call is forgotten for good. The receipt stays, with the hash of the input.
      </p>
      {remove.error && (
        <p role="alert" className="mt-3 text-bad">
          It was not deleted: {remove.error.message}
        </p>
      )}
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <button
          type="button"
          onClick={onClose}
          className="rounded-md border border-line px-3 py-1.5 hover:bg-sunk"
        >
          Keep it
        </button>
        <button
          type="button"
          disabled={remove.isPending}
          onClick={() => remove.mutate()}
          className="rounded-md bg-accent px-4 py-1.5 font-medium text-accent-ink disabled:opacity-60"
        >
          Delete
        </button>
      </div>
    </ModalDialog>
  );
}
