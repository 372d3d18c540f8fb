'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { momentText } from '../../lib/view/moment-text.ts';
import { fetchJson } from '../fetch-json.ts';
import { OwnLoadError } from '../own-load-error.tsx';
import { quietButton } from '../quiet-button.ts';
import { invitationsOptions } from './members-options.ts';

/** The open invitations, which can be withdrawn. */
export function Invitations() {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(invitationsOptions());
  const withdrawing = useMutation({
    mutationFn: (id: string) =>
      fetchJson(`/api/members/invitations/${id}`, z.undefined(), new AbortController().signal, {
        method: 'DELETE',
      }),
    // The list is also wrong if it was used already.
    onSettled: () => client.invalidateQueries(invitationsOptions()),
  });
  if (error && !data)
    return <OwnLoadError what="The invitations" error={error} retry={() => void refetch()} />;
  return (
    <section aria-labelledby="invitations" className="mt-10">
      <h2 id="invitations" className="text-lg font-semibold">
        Open invitations
      </h2>
      {withdrawing.error && (
        <p role="alert" className="mt-2 text-sm text-bad">
          {withdrawing.error.message}
        </p>
      )}
      {data?.list.length === 0 && <p className="mt-2 text-quiet">None.</p>}
      <ul className="mt-3 divide-y divide-line border-y border-line empty:hidden">
        {data?.list.map(({ id, role, email, expiresAt }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-3 py-3">
            <p className="min-w-0 break-words">
              {email ?? 'A link to copy'}
              <span className="block text-sm text-quiet">
                {role} · until {momentText(expiresAt)} UTC
              </span>
            </p>
            <button
              type="button"
              disabled={withdrawing.isPending}
              onClick={() => withdrawing.mutate(id)}
              aria-label={`Withdraw the invitation of ${email ?? `${role}, until ${momentText(expiresAt)} UTC`}`}
              className={quietButton}
            >
              Withdraw
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
