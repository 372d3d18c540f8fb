'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { useConfirmation } from '../confirmation/use-confirmation.tsx';
import { fetchJson } from '../fetch-json.ts';
import { OwnLoadError } from '../own-load-error.tsx';
import { momentText } from '../../lib/text/moment-text.ts';
import { sessionsOptions } from './sessions-options.ts';

/** Where a person is signed in. Each session can be ended. */
export function Sessions() {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(sessionsOptions());
  const { confirmed, dialog } = useConfirmation();
  const ending = useMutation({
    mutationFn: (id: string | null) => {
      const address = id === null ? '/api/sessions' : `/api/sessions/${id}`;
      const { signal } = new AbortController();
      return confirmed(() => fetchJson(address, z.undefined(), signal, { method: 'DELETE' }));
    },
    // The list is also wrong if the session had ended already.
    onSettled: () => client.invalidateQueries(sessionsOptions()),
  });
  if (error && !data) return <OwnLoadError what="Your sessions" error={error} retry={() => void refetch()} />;
  return (
    <section aria-labelledby="sessions" className="mt-10">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="sessions" className="text-lg font-semibold">
          Sessions
        </h2>
        {data && data.list.length > 1 && (
          <button
            type="button"
            disabled={ending.isPending}
            onClick={() => ending.mutate(null)}
            className="rounded-md border border-line px-3 py-1.5 hover:bg-sunk disabled:opacity-60"
          >
            End all others
          </button>
        )}
      </div>
      {ending.error && (
        <p role="alert" className="mt-2 text-sm text-bad">
          {ending.error.message}
        </p>
      )}
      <ul className="mt-3 divide-y divide-line border-y border-line">
        {data?.list.map(({ id, device, createdAt, lastSeenAt, isCurrent }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-3 py-3">
            <div>
              <p className="font-medium">
                {device}
                {isCurrent && <span className="ml-2 text-sm font-normal text-good">This browser</span>}
              </p>
              <p className="text-sm text-quiet">
                Signed in {momentText(createdAt)}, last used {momentText(lastSeenAt)} UTC
              </p>
            </div>
            {!isCurrent && (
              <button
                type="button"
                disabled={ending.isPending}
                onClick={() => ending.mutate(id)}
                aria-label={`End the session of ${device}`}
                className="rounded-md border border-line px-3 py-1.5 hover:bg-sunk disabled:opacity-60"
              >
                End
              </button>
            )}
          </li>
        ))}
      </ul>
      {dialog}
    </section>
  );
}
